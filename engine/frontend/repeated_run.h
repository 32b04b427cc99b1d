#pragma once

#include "engine/frontend/runner.h"

#include <functional>
#include <vector>

namespace engine::frontend {

/// A program run that was repeated, because the times of a real computer vary.
struct RepeatedRun {
    RunOutcome outcome;                   ///< outcome of the run that raised or was stopped, else of the first run
    std::vector<trace::TracePtr> traces;  ///< all complete runs, in order
    /// Fraction of the cores that other programs used during the runs; 0 if the runs took less than 0.5 s in all.
    double otherLoad = 0;
};

/// Calls `run` with index 0, then with 1, 2, ... while `isRepeated` returns true for the next index and the trace of
/// the first run. Ends after a run that raised or was stopped. Errors: those of the first run that could not start.
[[nodiscard]] Result<RepeatedRun> runRepeatedly(
    const std::function<Result<RunOutcome>(int index)>& run,
    const std::function<bool(int index, const trace::Trace& first)>& isRepeated);

}  // namespace engine::frontend
