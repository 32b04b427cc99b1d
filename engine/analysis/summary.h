#pragma once

#include "engine/trace/trace.h"

#include <string>

namespace engine::analysis {

/// The run's figures as JSON with fixed keys: program, machine, platform, dialect, parameters, values, benchmarks,
/// waits, lanes, operations, edges, makespan, critical_path, overlap, memory, copies, metrics, verdict, warnings, error
/// (what the program raised, or that the run was stopped; else null). Times are in seconds, sizes in bytes. The same
/// trace gives the same bytes.
[[nodiscard]] std::string summaryJson(const trace::Trace& trace);

}  // namespace engine::analysis
