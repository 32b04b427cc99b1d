#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <string>

namespace engine::io {

/// Writes Chrome trace events (JSON) for Perfetto and chrome://tracing; compresses them if the name ends in ".gz".
///
/// A device becomes a process, a lane a thread, an operation a slice, a dependency a flow, and memory a counter. The
/// process "Program" has threads for timed blocks, statements, issued operations, waits, epochs, batches and messages.
/// JSON has no NaN and no infinity: such a metric is skipped, and such a duration of a timed block is written as 0. The
/// records of the program run follow the events; openTrace() restores the run from them and ignores the events. An
/// overview of ranks is written without records. Errors: InputOutput.
[[nodiscard]] Status exportChromeTrace(const trace::Trace& trace, const std::filesystem::path& path);
/// Returns the content that exportChromeTrace() writes, not compressed.
[[nodiscard]] std::string chromeTrace(const trace::Trace& trace);

}  // namespace engine::io
