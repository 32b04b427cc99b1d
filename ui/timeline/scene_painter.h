#pragma once

#include "ui/timeline/scene.h"

class QPainter;

namespace ui::timeline {

/// Everything that stands still while the pointer moves: rows, bars, brackets, axis. Sync marks, arrows and the
/// selection are paintMarks() and paintOverlay().
void paintContent(QPainter& painter, const Scene& scene);

void paintAxis(QPainter& painter, const Scene& scene);
/// Where the times on the axis stand.
[[nodiscard]] std::vector<QRectF> tickLabels(const Scene& scene);
/// What idle lanes say, on plates over the sync marks.
void paintIdleLabels(QPainter& painter, const Scene& scene);

}  // namespace ui::timeline
