#include "engine/frontend/repeated_run.h"

#include "engine/base/processor_load.h"

namespace engine::frontend {

Result<RepeatedRun> runRepeatedly(const std::function<Result<RunOutcome>(int index)>& run,
                                  const std::function<bool(int index, const trace::Trace& first)>& isRepeated)
{
    const ProcessorTimes begin = processorTimes();
    RepeatedRun repeated;
    for (int index = 0; index == 0 || isRepeated(index, *repeated.traces.front()); ++index) {
        auto outcome = run(index);
        if (!outcome)
            return std::move(outcome).error();
        const bool isComplete = !outcome->raised && !outcome->stopped;
        if (isComplete)
            repeated.traces.push_back(outcome->trace);
        if (index == 0 || !isComplete)
            repeated.outcome = *std::move(outcome);
        if (!isComplete)
            break;
    }
    constexpr double kResolved = 0.5;  // s; shorter intervals are inexact, because the system counts in units of 10 ms
    const ProcessorTimes end = processorTimes();
    repeated.otherLoad = end.seconds - begin.seconds < kResolved ? 0 : otherLoad(begin, end);
    return repeated;
}

}  // namespace engine::frontend
