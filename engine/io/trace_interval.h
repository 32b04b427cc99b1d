#pragma once

#include "engine/trace/trace.h"

namespace engine::io {

/// Returns the part of a run in [begin, end): the operations issued in the interval, up to their ends; the levels, up
/// to the end of the last of these operations; and the other records whose times are all in the interval. Operations
/// are numbered from 0 and times count from `begin`. The levels of memory and of the use of links start at their values
/// at `begin`. `trace`: of one process, finished or live. The result is finished.
[[nodiscard]] trace::TracePtr intervalOf(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end);

}  // namespace engine::io
