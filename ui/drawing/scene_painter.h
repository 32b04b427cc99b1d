#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Everything that stands still while the pointer moves: rows, bars, brackets, axis. Sync marks, arrows and the
/// selection are paintMarks() and paintOverlay().
void paintContent(QPainter& painter, const Scene& scene);

void paintAxis(QPainter& painter, const Scene& scene);
/// Where the times on the axis stand.
[[nodiscard]] std::vector<QRectF> tickLabels(const Scene& scene);
/// What idle lanes say, on plates over the sync marks.
void paintIdleLabels(QPainter& painter, const Scene& scene);

/// Takes away the labels of the axis that would stand under `chip` or touch it.
void hideTickLabels(QPainter& painter, const Scene& scene, const QRectF& chip);
/// The plate of a label, over which nothing else is to be drawn.
[[nodiscard]] QRectF plateOf(const Scene& scene, const IdleLabel& label);

}  // namespace ui::drawing
