#pragma once

#include "engine/trace/trace.h"

#include <optional>

namespace ui::runs {

/// Returns the next (or previous) time at which an operation starts or ends, or at which a wait ends; std::nullopt if
/// there is none. Cost: a binary search per lane.
[[nodiscard]] std::optional<engine::Nanoseconds> nextEvent(const engine::trace::Trace& trace, engine::Nanoseconds time);
[[nodiscard]] std::optional<engine::Nanoseconds> eventBefore(const engine::trace::Trace& trace,
                                                             engine::Nanoseconds time);

}  // namespace ui::runs
