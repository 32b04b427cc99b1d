#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints the part of the previous run that corresponds to `row` in the thin row below it, as outlines without fill.
void paintGhost(const Surface& painter, const Scene& scene, const Row& row);
/// Paints the difference of the two runs as a dimension line between their ends: "saved 0.4963 s". It is on the line of
/// the brackets if the run became shorter, otherwise in the thin row of the previous run; neither has other content
/// there.
void paintDifference(const Surface& painter, const Scene& scene);
/// The pen for outlines of the previous run. Legends use it too.
[[nodiscard]] QPen ghostPen(const Scene& scene);

}  // namespace ui::drawing
