#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// The second line of a header; empty: none.
[[nodiscard]] QString headerSubtitle(const Scene& scene, const Row& row);
/// Paints the name, device model, computing fraction and role of a row, left of the plot.
void paintHeader(const Surface& painter, const Scene& scene, const Row& row);

/// Fraction of the scope in which a compute stream of the lane's device works, 0 to 1. For a lane that is not a compute
/// stream, the fraction in which the lane itself works.
[[nodiscard]] double computingShare(const Scene& scene, engine::LaneId lane);

}  // namespace ui::drawing
