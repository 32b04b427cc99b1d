#pragma once

#include "engine/ranks/run_set.h"

#include <string>

namespace engine::analysis {

/// The figures of a run of several ranks as JSON with fixed keys: program, machine, platform, dialect, ranks (rank,
/// node, host, state, operations, late, waits, last_in, clock_uncertainty), expected_ranks, collectives (kind, group,
/// sequence, bytes, first_posted, last_posted, done, last_rank, complete), stragglers (rank, steps, cost, share,
/// sentence, line), lost_to (as a straggler: the rank to which most is lost in few steps), steps, step ("pass" of the
/// loop, or "collective"), makespan, lost, bounds (no_rank_late, perfect_overlap: of the time of all steps, step_time),
/// overlap_communication. Times are in seconds from the start of the run, sizes in bytes. The same runs give the same
/// bytes.
[[nodiscard]] std::string summaryJson(const ranks::RunSet& set);

}  // namespace engine::analysis
