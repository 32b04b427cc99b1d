#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints vertical lines at the playhead, at the program's failure and at the end of the previous run, interrupted at
/// texts.
void paintLinesOfMoments(const Surface& painter, const Scene& scene);
/// Paints flags on the axis with the times of the lines of paintLinesOfMoments().
void paintFlagsOfMoments(const Surface& painter, const Scene& scene);
/// Paints the playhead's time only. The scene needs no run.
void paintPlayheadFlag(const Surface& painter, const Scene& scene);
/// Returns the rectangle of the playhead's flag on the axis.
[[nodiscard]] QRectF playheadFlag(const Scene& scene);

/// Returns the x of the line at the program's failure; none: it did not fail, or the line is out of view.
[[nodiscard]] std::optional<double> failureLine(const Scene& scene);
/// Paints the line of the program's failure from `top` to `bottom`, interrupted at texts.
void paintFailureLine(const Surface& painter, const Scene& scene, double top, double bottom);

/// Paints the interval that the user measures, with its length and the busy fraction of a lane.
void paintRuler(const Surface& painter, const Scene& scene);
/// Returns the rectangle of the ruler's text; none without a ruler.
[[nodiscard]] std::optional<QRectF> rulerChip(const Scene& scene);

}  // namespace ui::drawing
