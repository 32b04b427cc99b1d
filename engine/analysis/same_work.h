#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// Of a run whose two Benchmarks time the same work (a loop with and without its wait, a net before and after it is
/// compiled): how many times faster the second is. The same are equal floating-point operations on each device:
/// compiled work is fewer operations. 0 of every other run.
[[nodiscard]] double fasterTheSecondTime(const trace::Trace& trace);

}  // namespace engine::analysis
