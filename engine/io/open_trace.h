#pragma once

#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <functional>
#include <string>

namespace engine::io {

struct OpenedTrace {
    /// Never live: if the file ends early, the trace ends with an incomplete EndRecord. For a run of several ranks,
    /// this is the overview of all ranks (ranks::overviewOf()).
    trace::TracePtr trace;
    /// Set if data is missing or invalid, or an imported trace has no operations. Usually also a note of the trace.
    Message note;
};

/// Called on the opening thread with the fraction of the file that has been read, 0..1, and with 1 while its records
/// are arranged; returning false cancels the reading.
using OpenProgress = std::function<bool(double)>;

/// Opens a trace file, or a folder with the trace files of several ranks. The first bytes of the file determine the
/// format: native; Chrome trace events, such as those of PyTorch's profiler; an SQLite export of Nsight Systems. Files
/// of the first two formats may be compressed with gzip. For a truncated or damaged file, returns the beginning, and
/// the note reports the damage. Chrome events are read piece by piece, so that a file may be larger than memory;
/// at most 12 million events on at most 2000 tracks are shown. Errors: NotFound, InputOutput, BadFile, OutOfMemory,
/// Cancelled, and Internal for a defect of this program; each message, except that of Cancelled, names the file. For
/// example:
///     if (const Result<OpenedTrace> opened = openTrace("run.otrace"))
///         use(opened->trace);
///     else
///         report(opened.error().message);
[[nodiscard]] Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenProgress& progress = {});

/// Writes `trace` in the format of the file's ending: ".json" and ".json.gz" give Chrome trace events, ".otf2" an OTF2
/// archive, every other ending the native format: for an overview of several ranks, one file with the chunks of all
/// ranks. Errors: those of exportChromeTrace(), exportOtf2(), saveRunSet() or saveTrace(); OutOfMemory.
[[nodiscard]] Status saveTraceAs(const trace::Trace& trace, const std::filesystem::path& path);

}  // namespace engine::io
