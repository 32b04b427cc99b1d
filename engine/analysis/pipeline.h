#pragma once

#include "engine/analysis/training.h"

#include <string>
#include <utility>
#include <vector>

namespace engine::analysis {

/// The chapter's model of a front end and a back end: N rounds, each issued in t1, computed in t2, and where the
/// program waits, noticed in t3.
struct PipelineTimes {
    double issue = 0;    ///< t1, seconds a round
    double compute = 0;  ///< t2
    double notice = 0;   ///< t3
    std::int64_t rounds = 0;

    /// The program waits after every round.
    [[nodiscard]] double waiting() const;
    /// It waits once, after the last.
    [[nodiscard]] double overlapped() const;
};

/// The times that a run measured, and what the two loops took.
struct PipelineCase {
    PipelineTimes times;
    double waitingSeconds = 0;     ///< of the loop that waits after every round
    double overlappedSeconds = 0;  ///< of the loop of as many operations that does not, until all are done; 0: none
};

/// The first timed block (or training run) in which the program waits at least 20 times, once a round, and one of as
/// many operations in which it hardly waits, which a training run must have. None: the run has no such loop. Cost: the
/// operations of both.
[[nodiscard]] std::optional<PipelineCase> pipelineCase(const trace::Trace& trace, const Training& training);

/// How many results of one label are alive over time: each change with the number from then on.
struct LiveCounts {
    std::string label;
    std::vector<std::pair<Nanoseconds, int>> counts;
    int peak = 0;
};

/// Of the label that begins most batches, or that most blocks were taken for if there are no batches. None: no label
/// had 20 blocks. Cost: the memory records.
[[nodiscard]] std::optional<LiveCounts> liveCounts(const trace::Trace& trace, const Training& training);

}  // namespace engine::analysis
