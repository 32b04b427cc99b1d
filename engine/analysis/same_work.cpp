#include "engine/analysis/same_work.h"

#include "engine/analysis/timed_block.h"

#include <array>
#include <cmath>
#include <map>

namespace engine::analysis {

double repeatedWorkSpeedUp(const trace::Trace& trace)
{
    const auto& blocks = trace.blocks();
    if (blocks.size() != 2 || blocks[0].isFailed || blocks[1].isFailed || trace.error())
        return 0;
    std::array<double, 2> seconds{};
    std::map<std::uint32_t, std::array<double, 2>> work;  // by device
    for (std::size_t block = 0; block < seconds.size(); ++block) {
        seconds[block] = toSeconds(workScope(trace, block).length());
        const OpRange issued = issuedIn(trace, blockScope(trace, block));
        for (std::size_t i = issued.first; i < issued.last; ++i)
            work[trace.op(OpId{i}).device.index][block] += trace.op(OpId{i}).flops;
    }
    bool isAny = false;
    for (const auto& [device, flops] : work) {
        if (std::abs(flops[0] - flops[1]) > 1e-6 * flops[0])
            return 0;
        isAny = isAny || flops[0] > 0;
    }
    return isAny && seconds[1] > 0 ? seconds[0] / seconds[1] : 0;
}

}  // namespace engine::analysis
