#pragma once

#include "engine/analysis/training.h"

#include <string>
#include <utility>
#include <vector>

namespace engine::analysis {

/// The book's model of a front end and a back end. In each of N rounds the program takes t1 to issue operations and the
/// device takes t2 to compute them; if the program waits, it takes t3 to notice the completion.
struct PipelineTimes {
    double issue = 0;    ///< t1, seconds per round
    double compute = 0;  ///< t2, seconds per round
    double notice = 0;   ///< t3, seconds per wait
    std::int64_t rounds = 0;

    /// Total seconds if the program waits after every round.
    [[nodiscard]] double waiting() const;
    /// Total seconds if the program waits once, after the last round.
    [[nodiscard]] double overlapped() const;
};

/// The times measured in a run, and the durations of the two loops.
struct PipelineCase {
    PipelineTimes times;
    double waitingSeconds = 0;  ///< duration of the loop that waits after every round
    /// Duration of the loop without these waits, until its last operation has finished; 0: the run has no such loop
    double overlappedSeconds = 0;
};

/// Finds the first timed block (or training run) with at least 20 waits, one per round, and a loop on the same device
/// with the same number of operations (within about 10 %) and at most a tenth of the waits. The second loop is optional
/// for timed blocks and required for training runs. None: a required loop is missing, or the timed blocks compare
/// devices. Cost: the operations of both loops.
[[nodiscard]] std::optional<PipelineCase> pipelineCase(const trace::Trace& trace, const Training& training);

/// The number of live results with one label over time: the time of each change, and the number after it.
struct LiveCounts {
    std::string label;
    std::vector<std::pair<Nanoseconds, int>> counts;
    int peak = 0;
};

/// Counts the live results with one label. With batches: the label with which most batches start. Without batches: the
/// label whose results need most memory at one time. None: no label occurs at least 20 times. Cost: the memory records,
/// plus the operations of the batches.
[[nodiscard]] std::optional<LiveCounts> liveCounts(const trace::Trace& trace, const Training& training);

}  // namespace engine::analysis
