#pragma once

#include "engine/trace/trace.h"

namespace engine::io {

/// The part of a run in [begin, end): the operations issued in it, until they end, and all other records that lie in
/// it. Operations are numbered from 0 and times count from `begin`. Levels of memory and the use of links start as they
/// were at `begin`. `trace`: of one process, finished or live. The result is finished.
[[nodiscard]] trace::TracePtr intervalOf(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end);

}  // namespace engine::io
