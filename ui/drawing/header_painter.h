#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints name, model, busy fraction and role of a row, left of the plot.
/// The second line of a header; empty: none.
[[nodiscard]] QString headerSubtitle(const Scene& scene, const Row& row);
void paintHeader(QPainter& painter, const Scene& scene, const Row& row);

/// Fraction of the scope in which the lane works, 0 to 1.
[[nodiscard]] double busyShare(const Scene& scene, engine::LaneId lane);

}  // namespace ui::drawing
