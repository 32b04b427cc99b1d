#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// Whether the recorded cause of an operation's start delayed the operation after its input was ready.
[[nodiscard]] bool hasDelayedStart(const trace::Trace& trace, const trace::Op& op);

/// Returns the cause that delayed an operation last: that of its start if hasDelayedStart(), else that of its
/// readiness. trace::decisiveCause() does not check whether the start was delayed.
[[nodiscard]] trace::Cause lastDelay(const trace::Trace& trace, const trace::Op& op);

/// Whether the lane of `op` had no other work between the issue and the start of `op`.
[[nodiscard]] bool wasLaneFree(const trace::Trace& trace, const trace::Op& op);

}  // namespace engine::analysis
