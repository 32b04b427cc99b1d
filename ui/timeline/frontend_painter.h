#pragma once

#include "ui/timeline/scene.h"

class QPainter;

namespace ui::timeline {

/// One bracket per timed block: label, time as the program printed it, "book 0.4967" below.
void paintBenchmarks(QPainter& painter, const Scene& scene, const Row& row);
/// Where the texts on the brackets stand, from left to right in pixels.
[[nodiscard]] std::vector<std::pair<double, double>> bracketTexts(const Scene& scene, const Row& row);
/// Issued statements as slate ticks, work of the program's own thread, waits with what they wait for.
void paintFrontend(QPainter& painter, const Scene& scene, const Row& row);
/// Flags "L15" where waits end, with their lines down through what was waited for.
void paintSyncMarks(QPainter& painter, const Scene& scene);

/// "waits for GPU 0".
[[nodiscard]] QString waitText(const engine::trace::Trace& trace, const engine::trace::WaitRecord& wait);
/// Index of the block whose bracket covers a point of the Benchmarks row; -1: none.
[[nodiscard]] int blockAt(const Scene& scene, double x);
/// Index into RunDigest::marks() of the flag at a point; -1: none.
[[nodiscard]] int flagAt(const Scene& scene, const QPointF& point);
/// Index of the wait at a time; -1: none.
[[nodiscard]] int waitAt(const engine::trace::Trace& trace, engine::Nanoseconds time);

}  // namespace ui::timeline
