#pragma once

#include "engine/ranks/run_set.h"

#include <string>

namespace engine::analysis {

/// The figures of a run of several ranks as JSON with fixed keys: program, machine, platform, dialect, ranks (rank,
/// node, host, state, operations, late, waits, last_in, others_wait, clock_uncertainty, summary: the summary of the
/// rank alone, null for ranks without operations), expected_ranks, collectives (kind, group, sequence, bytes, full:
/// when the median rank had computed its inputs, null if not recorded; first_posted, posted: of the median rank,
/// last_posted, done, last_rank, hidden: fraction of the transfer, complete), stragglers (rank, steps, cost, share,
/// sentence, line), lost_to (Lateness::rare with the keys of a straggler, or null), clocks_contradict, steps, step
/// ("pass" of the loop, or "collective"), makespan, lost, transfer, exposed, bounds (step_time: the time of all steps,
/// and its lower bounds no_rank_late and perfect_overlap), overlap_communication. Times are in seconds from the start
/// of the run, sizes in bytes. The same runs give the same bytes.
[[nodiscard]] std::string summaryJson(const ranks::RunSet& set);

/// The main figures of a run of several ranks as a line of text, and a line for each rank that is named as late:
/// "4 ranks: makespan 0.5231 s, lost to lateness 0.041 s, exposed communication 0.12 s (64 % hidden)"
[[nodiscard]] std::string summaryText(const ranks::RunSet& set);

}  // namespace engine::analysis
