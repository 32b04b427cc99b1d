#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// Whether an error or the user ended the run before the end of the program. The length of the run is then not that of
/// the whole program.
[[nodiscard]] bool wasStopped(const trace::Trace& trace);

/// Whether memory ran out: whether the error's message contains "out of memory", in upper or lower case.
[[nodiscard]] bool isOutOfMemory(const trace::ErrorRecord& error);

/// Whether the error of a run indicates that it requested a GPU that its machine does not have. The number of GPUs that
/// it needs is unknown, because it stopped at the first missing one.
[[nodiscard]] bool asksForMissingGpu(const trace::Trace& trace);

}  // namespace engine::analysis
