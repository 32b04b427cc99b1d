#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Issued statements as slate ticks, work of the program's own thread, waits with what they wait for.
void paintFrontend(QPainter& painter, const Scene& scene, const Row& row);
/// Flags "L15" where waits end, with their lines down through what was waited for.
void paintSyncMarks(QPainter& painter, const Scene& scene);

/// "waits for GPU 0".
[[nodiscard]] QString waitText(const engine::trace::Trace& trace, const engine::trace::WaitRecord& wait);
/// Index into RunDigest::marks() of the flag at a point; -1: none.
[[nodiscard]] int flagAt(const Scene& scene, const QPointF& point);
/// Index of the wait at a time; -1: none.
[[nodiscard]] int waitAt(const engine::trace::Trace& trace, engine::Nanoseconds time);

}  // namespace ui::drawing
