#pragma once

#include "engine/trace/trace.h"

namespace engine::io {

/// Returns the part of a run in [begin, end): the operations issued in it, until they end, the levels until the last of
/// them ends, and all other records in it. Operations are numbered from 0 and times count from `begin`. The levels of
/// memory and of the use of links start at their values at `begin`. `trace`: of one process, finished or live. The
/// result is finished.
[[nodiscard]] trace::TracePtr intervalOf(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end);

}  // namespace engine::io
