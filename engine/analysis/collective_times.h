#pragma once

#include "engine/ranks/run_set.h"

#include <optional>

namespace engine::analysis {

/// When the ranks had the data of a collective and handed it over, and how much of its transfer other work hides. Times
/// are those of the run.
struct CollectiveTimes {
    std::optional<Nanoseconds> full;  ///< the median rank has computed all inputs; none: no rank recorded them
    Nanoseconds posted{};             ///< the median rank hands it over
    std::optional<double> hidden;     ///< fraction of the transfers in which the rank computes or copies; none: no time
};

/// Cost: logarithmic in the spans, for each rank.
[[nodiscard]] CollectiveTimes timesOf(const ranks::RunSet& set, const ranks::MatchedCollective& collective);

}  // namespace engine::analysis
