#pragma once

#include "engine/base/result.h"
#include "engine/trace/store.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace engine::io {

struct ChromeExportOptions {
    bool withFlows = true;      ///< an arrow per dependency
    bool withCounters = true;   ///< memory
    bool withArguments = true;  ///< what a click on a slice shows; without them the file is half as long
};

/// Writes Chrome trace events (JSON), which Perfetto and chrome://tracing open; compressed if the name ends in ".gz".
/// Devices are processes, lanes threads, operations complete slices, dependencies flows, memory counters; the program
/// is the process "Program" with its Benchmarks, statements, waits, turns of training and messages. With arguments the
/// file holds what the records do, and importChromeTrace() gives the same run again, but for this: metrics that are no
/// number are not there, seconds of a block that are no number are 0, and a note, a message of an error, its traceback
/// and a name end behind 60,000 bytes. Errors: InputOutput.
[[nodiscard]] Status exportChromeTrace(const trace::Trace& trace, const std::filesystem::path& path,
                                       const ChromeExportOptions& options = {});
[[nodiscard]] std::string chromeTrace(const trace::Trace& trace, const ChromeExportOptions& options = {});

struct ChromeImportReport {
    std::uint64_t slices = 0;
    std::uint64_t skipped = 0;  ///< events of kinds that a timeline cannot show
    std::string note;           ///< a sentence if the file is cut off
};

/// Reads Chrome trace events: our own as they were, PyTorch's profiler (Kineto), and whatever else keeps to the format.
/// Of those, processes become devices, threads lanes (with further lanes where slices nest), flows dependencies,
/// counters metrics. Errors: BadFile, with the place.
[[nodiscard]] Result<ChromeImportReport> importChromeTrace(std::string_view json, const std::string& title,
                                                           trace::Store& store);

}  // namespace engine::io
