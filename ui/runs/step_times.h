#pragma once

#include "engine/trace/trace.h"

#include <optional>

namespace ui::runs {

/// The next (or previous) time at which an operation starts or ends, or a wait ends; std::nullopt if there is none.
/// Cost: a binary search per lane.
[[nodiscard]] std::optional<engine::Nanoseconds> nextEvent(const engine::trace::Trace& trace, engine::Nanoseconds time);
[[nodiscard]] std::optional<engine::Nanoseconds> eventBefore(const engine::trace::Trace& trace,
                                                             engine::Nanoseconds time);

}  // namespace ui::runs
