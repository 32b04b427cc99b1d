#pragma once

#include "engine/analysis/repeats.h"
#include "engine/trace/trace.h"

#include <string>

namespace engine::analysis {

/// The run's figures as JSON with fixed keys: program, machine, platform, dialect, parameters, values, benchmarks,
/// waits, scope, lanes, operations, edges, makespan, sum_of_operations, speed_up, overlap, copying_hidden,
/// critical_path, memory, copies, metrics, verdict, warnings, error (what the program raised, or that the run was
/// stopped; else null), repeats (of `repeats`; null: one run). Lanes, verdict and the figures from makespan to
/// critical_path cover the scope, runScope(); each benchmark has the same figures for its block. `seconds` of a
/// benchmark is the time on its clock, `work_seconds` the time until its last operation completed. Times are in
/// seconds, sizes in bytes. The same trace gives the same bytes.
[[nodiscard]] std::string summaryJson(const trace::Trace& trace, const Repeats* repeats = nullptr);

}  // namespace engine::analysis
