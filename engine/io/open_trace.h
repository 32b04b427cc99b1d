#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <string>

namespace engine::io {

struct OpenedTrace {
    trace::TracePtr trace;  ///< never live: a file that ends early ends with an incomplete EndRecord
    std::string note;       ///< a sentence if something is missing in it; also a note of the trace itself
};

/// Opens a trace file of any kind known, told apart by its first bytes: ours, Chrome trace events, either of them
/// compressed with gzip.
/// Errors: NotFound, InputOutput, BadFile, each with a sentence.
[[nodiscard]] Result<OpenedTrace> openTrace(const std::filesystem::path& path);

/// Writes `trace` in the format that the file's name asks for: ".json" and ".json.gz" Chrome trace events, everything
/// else the native format.
[[nodiscard]] Status saveTraceAs(const trace::Trace& trace, const std::filesystem::path& path);

}  // namespace engine::io
