#pragma once

#include "engine/frontend/runner.h"

#include <functional>
#include <vector>

namespace engine::frontend {

/// A run that was repeated, because the times of a real computer vary.
struct RepeatedRun {
    RunOutcome outcome;                   ///< outcome of the run that raised or was stopped, else of the first run
    std::vector<trace::TracePtr> traces;  ///< all complete runs, in order
    double otherLoad = 0;  ///< fraction of the cores that other programs used meanwhile; 0 after less than 0.5 s
};

/// Calls `run` for index 0, 1, ... while `isRepeated` returns true for the index and the first run, until a run raises
/// or is stopped. Errors: those of the first run that could not start.
[[nodiscard]] Result<RepeatedRun> runRepeatedly(
    const std::function<Result<RunOutcome>(int index)>& run,
    const std::function<bool(int index, const trace::Trace& first)>& isRepeated);

}  // namespace engine::frontend
