#pragma once

#include "ui/drawing/scene.h"
#include "ui/drawing/tooltip_line.h"

namespace ui::drawing {

/// Paints how many lanes work concurrently: nothing for none, half height and pale for one, full height for two or
/// more. The colour of a column of merged times is stronger if the lanes work for a larger fraction of its time.
void paintOverlapBand(const Surface& painter, const Scene& scene, const Row& row);
/// Returns the colour of a step of the band: 1 if one lane works, 2 if two or more work.
[[nodiscard]] QColor overlapColour(const look::Theme& theme, int step);
/// Paints the band's legend, right-aligned in `rect`: a low bar with "1" and a high bar with "2+"; nothing if they do
/// not fit.
void paintOverlapKey(const Surface& painter, const Scene& scene, const QRectF& rect);
/// Shades the time in which two or more lanes work, through all lanes above the band.
void paintOverlapShade(const Surface& painter, const Scene& scene);

/// Describes the concurrency in the scene's scope: "37 % copy hidden", or "98 % concurrent" without copies. The scope
/// of a block includes the work that it issued and that ends later.
[[nodiscard]] QString overlapText(const Scene& scene);
/// The tooltip: which lanes work at a time, for how long, the fractions of the scope, and the meaning of the heights.
[[nodiscard]] std::vector<TooltipLine> describeOverlap(const Scene& scene, std::optional<engine::Nanoseconds> time);

}  // namespace ui::drawing
