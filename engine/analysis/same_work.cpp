#include "engine/analysis/same_work.h"

#include "engine/analysis/scope.h"

#include <array>
#include <cmath>
#include <map>

namespace engine::analysis {

double repeatedWorkSpeedUp(const trace::Trace& trace)
{
    const auto& blocks = trace.blocks();
    if (blocks.size() != 2 || blocks[0].isFailed || blocks[1].isFailed || blocks[1].seconds <= 0 || trace.error())
        return 0;
    const std::array<Scope, 2> scopes{blockScope(trace, 0), blockScope(trace, 1)};
    std::map<std::uint32_t, std::array<double, 2>> work;  // by device
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId{i});
        for (std::size_t block = 0; block < scopes.size(); ++block)
            if (op.issued >= scopes[block].begin && op.issued <= scopes[block].end)
                work[op.device.index][block] += op.flops;
    }
    bool isAny = false;
    for (const auto& [device, flops] : work) {
        if (std::abs(flops[0] - flops[1]) > 1e-6 * flops[0])
            return 0;
        isAny = isAny || flops[0] > 0;
    }
    return isAny ? blocks[0].seconds / blocks[1].seconds : 0;
}

}  // namespace engine::analysis
