#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// At most this many arrows of one operation are painted in each direction.
constexpr std::size_t kMaxOfOne = 24;

/// Paints the arrows into and out of the selected operation, and from its issue to its start.
void paintSelectionArrows(const Surface& painter, const Scene& scene);
/// Paints the dependencies of all operations in view, up to a limit.
void paintAllArrows(const Surface& painter, const Scene& scene);
/// Paints the critical path with the numbers of its steps.
void paintCriticalPath(const Surface& painter, const Scene& scene);

/// Paints dependencies between the rows of a page as arrows of straight lines, up to a limit.
void paintCrossings(const Surface& painter, const Scene& scene);

/// A curved arrow with a plot-coloured band beneath, so that it stands out from the bars. `dashes` as in
/// QPen::setDashPattern().
void paintArrow(const Surface& painter, const Scene& scene, QPointF from, const QPointF& to, double width,
                const QColor& colour, const QVector<qreal>& dashes = {});
[[nodiscard]] QString dependencyName(engine::trace::DependencyKind kind);
/// The point at which arrows to an operation end.
[[nodiscard]] QPointF beginOf(const QRectF& rect);
/// Whether some of the rectangle lies between the left edge of the plot and the right edge of the scene.
[[nodiscard]] bool isInView(const Scene& scene, const QRectF& rect);

}  // namespace ui::drawing
