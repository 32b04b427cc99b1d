#include "engine/analysis/repeats.h"

#include "engine/analysis/scope.h"
#include "engine/base/expect.h"

#include <algorithm>
#include <cmath>

namespace engine::analysis {

Repeats repeatsOf(const std::vector<trace::TracePtr>& runs, double otherLoad)
{
    ENGINE_EXPECT(!runs.empty());
    std::vector<double> seconds;
    std::size_t blocks = runs.front()->blocks().size();
    for (const trace::TracePtr& run : runs) {
        seconds.push_back(toSeconds(runScope(*run).length()));
        blocks = std::min(blocks, run->blocks().size());
    }
    Repeats repeats;
    repeats.makespan = summarize(seconds);
    repeats.otherLoad = otherLoad;
    const auto distance = [&](double makespan) { return std::abs(makespan - repeats.makespan.median); };
    repeats.medianRun = static_cast<std::size_t>(std::ranges::min_element(seconds, {}, distance) - seconds.begin());
    for (std::size_t i = 0; i < blocks; ++i) {
        std::vector<double> times;
        for (const trace::TracePtr& run : runs)
            times.push_back(toSeconds(blockScope(*run, i).length()));
        repeats.blocks.push_back(summarize(times));
    }
    return repeats;
}

int usualRepeats(Nanoseconds firstRun)
{
    constexpr Nanoseconds kShort{2'000'000'000};  // five runs of this length take 10 s
    return firstRun < kShort ? kRepeats : 1;
}

}  // namespace engine::analysis
