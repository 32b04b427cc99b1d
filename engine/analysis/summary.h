#pragma once

#include "engine/analysis/repeats.h"
#include "engine/trace/trace.h"

#include <string>

namespace engine::analysis {

/// The run's figures as JSON with fixed keys: version, program, machine, platform, dialect, parameters, values,
/// benchmarks, scopes, waits, lanes, operations (with those of the warm-up), edges, makespan, overlap, longest_chain,
/// critical_path, memory, copies, metrics, verdict, warnings, error (what the program raised, or that the run was
/// stopped; else null), repeats.
///
/// `scopes` has the figures of each benchmark's block and, last, of "run", which is runScope(). Lanes, makespan,
/// overlap (its concurrency), longest_chain, critical_path and verdict are those of the run. The parts of a critical
/// path (compute, copy, pages, dispatch, wait) add up to the makespan of its scope. `seconds` of a benchmark is the
/// time on its clock, `work_seconds` the time until its last operation completed. `repeats` has the number of runs. If
/// the argument `repeats` is null, there was one run and its spread is unknown, so quartiles and other_load are null.
/// Times are in seconds, sizes in bytes. Values that an imported file does not contain are null: waits, edges and
/// longest_chain; critical_path and verdict too unless recordsCauses(). The same trace gives the same bytes.
[[nodiscard]] std::string summaryJson(const trace::Trace& trace, const Repeats* repeats = nullptr);

}  // namespace engine::analysis
