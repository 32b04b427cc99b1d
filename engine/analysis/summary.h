#pragma once

#include "engine/analysis/repeats.h"
#include "engine/trace/trace.h"

#include <string>

namespace engine::analysis {

/// The run's figures as JSON with fixed keys: program, machine, platform, dialect, parameters, values, benchmarks,
/// scopes, waits, lanes, operations, edges, makespan, overlap, critical_path, memory, copies, metrics, verdict,
/// warnings, error (what the program raised, or that the run was stopped; else null), repeats (of `repeats`; null: one
/// run). `scopes` has the figures of each benchmark's block and, last, of "run", which is runScope(). Lanes, verdict,
/// makespan, overlap (its concurrency) and critical_path (its longest chain) are those of the run. `seconds` of a
/// benchmark is the time on its clock, `work_seconds` the time until its last operation completed. Times are in
/// seconds, sizes in bytes. The same trace gives the same bytes.
[[nodiscard]] std::string summaryJson(const trace::Trace& trace, const Repeats* repeats = nullptr);

}  // namespace engine::analysis
