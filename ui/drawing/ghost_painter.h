#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints the part of the previous run that corresponds to `row` in the thin row below it, as outlines without fill.
void paintGhost(const Surface& painter, const Scene& scene, const Row& row);
/// Paints the difference of the two runs as a dimension line between their ends: "saved 0.4963 s". The line is in the
/// row of the run that ends earlier, where the space after its end is free: among the brackets if the displayed run is
/// the shorter one, otherwise in the thin row of the previous run.
void paintDifference(const Surface& painter, const Scene& scene);
/// The pen for outlines of the previous run. Legends use it too.
[[nodiscard]] QPen ghostPen(const Scene& scene);

}  // namespace ui::drawing
