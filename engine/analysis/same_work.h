#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// For a run with exactly two timed blocks that do the same work (a loop with and without its wait, a network before
/// and after compilation): the makespan of the first divided by that of the second. "Same work" means equal
/// floating-point operations on each device, because a compiled network issues fewer operations. 0 for every other run.
[[nodiscard]] double repeatedWorkSpeedUp(const trace::Trace& trace);

}  // namespace engine::analysis
