#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints a tick for each issued operation, the work of the program's own thread, and waits with their targets.
void paintFrontend(const Surface& painter, const Scene& scene, const Row& row);
/// Paints flags such as "L15" where waits end, and vertical lines from there through the lanes that were waited for,
/// interrupted at the texts that were painted before. Omits flags without room, and all lines if there are too many.
void paintSyncMarks(const Surface& painter, const Scene& scene);

/// The text of a wait: "waits for GPU 0".
[[nodiscard]] QString waitText(const engine::trace::Trace& trace, const engine::trace::WaitRecord& wait);
/// Index into RunDigest::marks() of the flag at a point; -1: none.
[[nodiscard]] int flagAt(const Scene& scene, const QPointF& point);
/// Index of the wait at a time; -1: none.
[[nodiscard]] int waitAt(const engine::trace::Trace& trace, engine::Nanoseconds time);

}  // namespace ui::drawing
