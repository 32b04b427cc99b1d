#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Hit tests: pure functions of the scene.
/// The operation whose bar is at `point`, or the one nearest within 3 pixels; none between bars.
[[nodiscard]] engine::OpId operationAt(const Scene& scene, const QPointF& point);
/// The row at `point`; null on the axis and the overview.
[[nodiscard]] const Row* rowAt(const Scene& scene, const QPointF& point);
/// The edge of a span of `row` nearest to `x`, if one lies within `reach` pixels.
[[nodiscard]] std::optional<engine::Nanoseconds> edgeNear(const Scene& scene, const Row& row, double x, double reach);
/// The statement label at `point`; null: none.
[[nodiscard]] const StatementGroup* groupAt(const Scene& scene, const QPointF& point);

}  // namespace ui::drawing
