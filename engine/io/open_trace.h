#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <functional>
#include <string>

namespace engine::io {

struct OpenedTrace {
    trace::TracePtr trace;  ///< never live: a file that ends early ends with an incomplete EndRecord
    std::string note;       ///< a sentence if something is missing in it; also a note of the trace itself
};

/// Told on the opening thread how much of a file has been read, 0..1, and once all is read asked on while its records
/// are arranged; false stops the opening.
using OpenProgress = std::function<bool(double)>;

/// Opens a trace file of any kind known, told apart by its first bytes: ours, Chrome trace events (of PyTorch's
/// profiler too), either of them compressed with gzip, SQLite exports of Nsight Systems. Of what is cut off or damaged
/// the whole beginning is shown, and the note says so.
/// Memory: Chrome events are read through a window, so that a file may be larger than memory; what is beyond 12 million
/// events, or 2000 tracks, is left out.
/// Errors: NotFound, InputOutput, BadFile, Cancelled, each with a sentence that names the file.
[[nodiscard]] Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenProgress& progress = {});

/// Writes `trace` in the format that the file's name asks for: ".json" and ".json.gz" Chrome trace events, everything
/// else the native format.
[[nodiscard]] Status saveTraceAs(const trace::Trace& trace, const std::filesystem::path& path);

}  // namespace engine::io
