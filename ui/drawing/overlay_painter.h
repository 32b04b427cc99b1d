#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Dependency arrows, critical path, idle labels and ruler: what depends on the selection, not on the pointer.
void paintMarks(QPainter& painter, const Scene& scene, const IdleLabels& idle);
/// Playhead, hover and selection ring: painted again on every move of the pointer. Lines leave the idle labels
/// readable.
void paintOverlay(QPainter& painter, const Scene& scene, const IdleLabels& idle);

/// Where the words of the ruler stand; empty without a ruler.
[[nodiscard]] std::optional<QRectF> rulerChip(const Scene& scene);

/// The operations of the critical path of a part of the run, in the order in which they ran.
[[nodiscard]] std::vector<engine::OpId> criticalOperations(const engine::trace::Trace& trace, model::TimeRange scope);

}  // namespace ui::drawing
