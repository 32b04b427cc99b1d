#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Everything that does not depend on the pointer: rows, bars, brackets, axis. Returns the idle labels, which
/// paintMarks() writes over the sync marks.
[[nodiscard]] IdleLabels paintContent(QPainter& painter, const Scene& scene);

void paintAxis(QPainter& painter, const Scene& scene);
/// Where the times on the axis stand.
[[nodiscard]] std::vector<QRectF> tickLabels(const Scene& scene);
/// Texts of idle lanes, on plates over the sync marks.
void paintIdleLabels(QPainter& painter, const Scene& scene, const IdleLabels& labels);
/// The operation that was refused: a crossed box where it would have been issued, and the reason.
void paintRefused(QPainter& painter, const Scene& scene, const Row& row);

/// Takes away the labels of the axis that would stand under `chip` or touch it.
void hideTickLabels(QPainter& painter, const Scene& scene, const QRectF& chip);
/// The plate of a label, over which nothing else is to be drawn.
[[nodiscard]] QRectF plateOf(const Scene& scene, const IdleLabel& label);

}  // namespace ui::drawing
