#pragma once

#include "engine/base/statistics.h"
#include "engine/trace/trace.h"

#include <vector>

namespace engine::analysis {

/// Several measured runs of one program with the same settings on the same computer.
struct Repeats {
    Statistics makespan;             ///< lengths of runScope(), in s
    std::vector<Statistics> blocks;  ///< for each timed block that all runs have: the times on its clock, in s
    std::size_t medianRun = 0;       ///< index of the run whose makespan is closest to the median
    double otherLoad = 0;            ///< fraction of the cores that other programs used during the runs
};

/// Computes statistics of `runs`: at least one run, all complete.
[[nodiscard]] Repeats repeatsOf(const std::vector<trace::TracePtr>& runs, double otherLoad);

constexpr int kRepeats = 5;  // enough for a median; more would delay the result

/// How many times a built-in program is run for a measurement, including the first run: kRepeats if the first run took
/// less than 2 s, otherwise 1.
[[nodiscard]] int usualRepeats(Nanoseconds firstRun);

}  // namespace engine::analysis
