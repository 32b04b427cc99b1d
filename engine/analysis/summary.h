#pragma once

#include "engine/trace/trace.h"

#include <string>

namespace engine::analysis {

/// The run in figures, as JSON with fixed names: program, machine, platform, dialect, parameters, values, benchmarks,
/// waits, lanes, operations, edges, makespan, critical_path, overlap, memory, copies, metrics, verdict, warnings,
/// error (what the program raised, or that it was stopped; else null). Times in seconds, sizes in bytes. The same trace
/// gives the same bytes.
[[nodiscard]] std::string summaryJson(const trace::Trace& trace);

}  // namespace engine::analysis
