#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Maximum number of painted arrows into one operation, and out of it.
constexpr std::size_t kMaxOfOne = 24;

/// Paints the arrows into and out of the selected operation, and from its issue to its start.
void paintSelectionArrows(const Surface& painter, const Scene& scene);
/// Paints the dependencies of the operations in view, except those of stream order, up to a limit.
void paintAllArrows(const Surface& painter, const Scene& scene);
/// Paints the critical path with the numbers of its steps.
void paintCriticalPath(const Surface& painter, const Scene& scene);

/// Paints dependencies between the rows of a figure as arrows of straight lines, up to a limit.
void paintCrossings(const Surface& painter, const Scene& scene);

/// Paints a curved arrow. If `width` is more than 1.2, first paints a wider line in the plot's colour, so that
/// the arrow stands out from the bars. `dashes`: see QPen::setDashPattern().
void paintArrow(const Surface& painter, const Scene& scene, QPointF from, const QPointF& to, double width,
                const QColor& colour, const QVector<qreal>& dashes = {});
[[nodiscard]] QString dependencyName(engine::trace::DependencyKind kind);
/// The point at which arrows to an operation end.
[[nodiscard]] QPointF beginOf(const QRectF& rect);
/// Whether some of the rectangle lies between the left edge of the plot and the right edge of the scene.
[[nodiscard]] bool isInView(const Scene& scene, const QRectF& rect);

}  // namespace ui::drawing
