#pragma once

#include "engine/analysis/scope.h"
#include "engine/ranks/run_set.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace engine::analysis {

/// The times at which the ranks had computed the data of a collective and submitted it, and the fraction of its
/// transfer that other work hides. Times are on the clock of rank 0 (ranks::ClockMap). Of two ranks, the later one
/// counts as the median.
struct CollectiveTimes {
    std::optional<Nanoseconds> full;  ///< time at which the median rank had computed all inputs; none: not recorded
    Nanoseconds posted{};             ///< time at which the median rank submitted the collective
    std::optional<double> hidden;  ///< fraction of the transfers in which the ranks compute or copy; none: no transfer
};

/// Computes the times of a collective. Cost, for each rank: logarithmic in the spans; linear in the spans during the
/// transfer if several lanes are busy or the run is imported.
[[nodiscard]] CollectiveTimes timesOf(const ranks::RunSet& set, const ranks::MatchedCollective& collective);

/// A collective of DistributedDataParallel that sends a bucket of gradients.
struct Bucket {
    int number = 0;
    const ranks::MatchedCollective* collective = nullptr;  ///< in the set
    CollectiveTimes times{};
};

/// The buckets whose last rank posts within the step, sorted by their numbers. Only the first `mostTimed` have times.
/// Cost: linear in the collectives of the step, and that of timesOf() for each that has times.
[[nodiscard]] std::vector<Bucket> bucketsIn(const ranks::RunSet& set, const Scope& step, std::size_t mostTimed);

}  // namespace engine::analysis
