#pragma once

#include "ui/drawing/scene.h"
#include "ui/drawing/tooltip_line.h"

class QPainter;

namespace ui::drawing {

/// How many lanes work at once, as a bar of three steps: none, one (half height, pale), two or more (full height).
/// Every nanosecond is painted: columns hold the share of their time, as lanes do.
void paintOverlapBand(QPainter& painter, const Scene& scene, const Row& row);
/// Step 1: one lane works. Step 2: two or more.
[[nodiscard]] QColor overlapColour(const look::Theme& theme, int step);
/// The two upper steps with their numbers, right-aligned in `rect`; the upper one alone where there is room for one.
void paintOverlapKey(QPainter& painter, const Scene& scene, const QRectF& rect);
/// Shades the time in which two or more lanes work, through all lanes above the band.
void paintOverlapShade(QPainter& painter, const Scene& scene);

/// "37 % copy hidden", or without copies "98 % concurrent": of the scene's scope; of a block, with the
/// work that goes on after it.
[[nodiscard]] QString overlapText(const Scene& scene);
/// What works at a moment and since when; the whole scope's shares and the meaning of the steps.
[[nodiscard]] std::vector<TooltipLine> describeOverlap(const Scene& scene, std::optional<engine::Nanoseconds> time);

}  // namespace ui::drawing
