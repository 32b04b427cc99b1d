#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// Whether an error or the user ended the run before the end of the program. The length of the run is then not that of
/// the whole program.
[[nodiscard]] bool wasStopped(const trace::Trace& trace);

/// Whether memory ran out: searches the error for the words that all frameworks use.
[[nodiscard]] bool isOutOfMemory(const trace::ErrorRecord& error);

/// Whether a run stopped because it requested a GPU that its machine does not have. The number of GPUs that it needs is
/// unknown, because it stopped at the first missing one.
[[nodiscard]] bool asksForMissingGpu(const trace::Trace& trace);

}  // namespace engine::analysis
