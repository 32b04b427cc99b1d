#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints vertical lines at the playhead and at the program's failure, interrupted at texts.
void paintLinesOfMoments(const Surface& painter, const Scene& scene);
/// Paints flags on the axis with the times of these lines.
void paintFlagsOfMoments(const Surface& painter, const Scene& scene);
/// Paints the playhead's time only. The scene needs no run.
void paintPlayheadFlag(const Surface& painter, const Scene& scene);
/// The place of the playhead's time on the axis.
[[nodiscard]] QRectF playheadFlag(const Scene& scene);

/// The x of the line at the time of the program's failure; none: it did not fail, or not in view.
[[nodiscard]] std::optional<double> failureLine(const Scene& scene);
/// Paints the line of the program's failure from `top` to `bottom`, interrupted at texts.
void paintFailureLine(const Surface& painter, const Scene& scene, double top, double bottom);

/// Paints the interval that the user measures, with its length and the busy fraction of a lane.
void paintRuler(const Surface& painter, const Scene& scene);
/// The place of the ruler's text; empty without a ruler.
[[nodiscard]] std::optional<QRectF> rulerChip(const Scene& scene);

}  // namespace ui::drawing
