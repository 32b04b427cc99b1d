#pragma once

#include "engine/trace/trace.h"

#include <optional>

namespace ui::runs {

/// The next moment after `time` (or the last before it) at which an operation starts or ends, or a wait ends.
/// None: there is none. Cost: a search in every lane.
[[nodiscard]] std::optional<engine::Nanoseconds> nextEvent(const engine::trace::Trace& trace, engine::Nanoseconds time);
[[nodiscard]] std::optional<engine::Nanoseconds> eventBefore(const engine::trace::Trace& trace,
                                                             engine::Nanoseconds time);

}  // namespace ui::runs
