#pragma once

#include "engine/trace/trace.h"

namespace engine::analysis {

/// The line of the listing whose statement raised the error, which is the outermost frame of the traceback; 0: none.
[[nodiscard]] int statementLine(const trace::ErrorRecord& error);

/// Whether an error or the user ended the run before its program did. Its length says nothing about the program's.
[[nodiscard]] bool wasStopped(const trace::Trace& trace);

/// Whether memory ran out, as the frameworks' messages say it.
[[nodiscard]] bool isOutOfMemory(const trace::ErrorRecord& error);

/// Whether a run stopped because it requested a GPU that its machine does not have. How many it needs in total is
/// unknown, because it stopped at the first missing one.
[[nodiscard]] bool asksForMissingGpu(const trace::Trace& trace);

}  // namespace engine::analysis
