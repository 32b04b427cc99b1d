#pragma once

#include "ui/timeline/scene.h"
#include "ui/timeline/tooltip.h"

namespace ui::timeline {

/// The tooltip of an operation: what it is, its rate, when it ran, what it waited for, what ran meanwhile.
[[nodiscard]] std::vector<Tooltip::Line> describe(const Scene& scene, engine::OpId op);
/// The tooltip of a wait of the program.
[[nodiscard]] std::vector<Tooltip::Line> describe(const Scene& scene, const engine::trace::WaitRecord& wait);
/// The tooltip of work of the program's own thread.
[[nodiscard]] std::vector<Tooltip::Line> describe(const Scene& scene, const engine::trace::HostRecord& host);
/// The tooltip of a sync point's flag.
[[nodiscard]] std::vector<Tooltip::Line> describe(const Scene& scene, const SyncMark& mark);

/// Why a lane does nothing at a moment: "idle: not even issued", "idle: waits for the copy of y[3]"; empty: it works.
[[nodiscard]] QString idleText(const Scene& scene, const Row& row, engine::Nanoseconds time);

}  // namespace ui::timeline
