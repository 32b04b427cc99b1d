#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Dependency arrows, critical path and ruler: what changes with the selection, not with the pointer.
void paintMarks(QPainter& painter, const Scene& scene);
/// Playhead, hover and selection ring: replotted alone on every move.
void paintOverlay(QPainter& painter, const Scene& scene);

/// Where the words of the ruler stand; empty without a ruler.
[[nodiscard]] std::optional<QRectF> rulerChip(const Scene& scene);

/// The operations of the critical path of a part of the run, in the order in which they ran.
[[nodiscard]] std::vector<engine::OpId> criticalOperations(const engine::trace::Trace& trace, model::TimeRange scope);

}  // namespace ui::drawing
