#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <string>

namespace engine::io {

/// Writes Chrome trace events (JSON), which Perfetto and chrome://tracing open; compressed if the name ends in ".gz".
/// Devices are processes, lanes threads, operations complete slices, dependencies flows, memory counters; the program
/// is the process "Program" with its Benchmarks, statements, waits, turns of training and messages. The file
/// holds what the records do, and openTrace() gives the same run again, but for this: metrics that are no number are
/// not there, seconds of a block that are no number are 0, and a note, a message of an error, its traceback and a name
/// end behind 60,000 bytes. Errors: InputOutput.
[[nodiscard]] Status exportChromeTrace(const trace::Trace& trace, const std::filesystem::path& path);
[[nodiscard]] std::string chromeTrace(const trace::Trace& trace);

}  // namespace engine::io
