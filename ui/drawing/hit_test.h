#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Returns the operation whose bar is at `point`, or else the nearest one within 3 pixels; invalid: none. This and the
/// other hit tests are pure functions of the scene.
[[nodiscard]] engine::OpId operationAt(const Scene& scene, const QPointF& point);
/// The row at `point`; null on the axis and the overview.
[[nodiscard]] const Row* rowAt(const Scene& scene, const QPointF& point);
/// The edge of a span of `row` nearest to `x`, if one lies within `reach` pixels.
[[nodiscard]] std::optional<engine::Nanoseconds> edgeNear(const Scene& scene, const Row& row, double x, double reach);
/// The statement label at `point`; null: none.
[[nodiscard]] const StatementGroup* groupAt(const Scene& scene, const QPointF& point);

}  // namespace ui::drawing
