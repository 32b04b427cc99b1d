#include "ui/drawing/ghost.h"

#include "engine/analysis/op_match.h"
#include "ui/model/visible_range.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::drawing {

namespace {

/// Whether both runs do the same work, independent of order and machine.
bool isSameWork(const engine::trace::Trace& a, const engine::trace::Trace& b)
{
    if (a.opCount() != b.opCount())
        return false;
    const auto amount = [](const engine::trace::Trace& trace) {
        double flops = 0, bytes = 0;
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const engine::trace::Op& op = trace.op(engine::OpId{i});
            flops += op.flops;
            bytes += static_cast<double>(op.bytes.value);
        }
        return std::pair(flops, bytes);
    };
    const auto isNear = [](double x, double y) { return std::abs(x - y) <= 0.001 * std::max(x, y); };
    const auto [flopsA, bytesA] = amount(a);
    const auto [flopsB, bytesB] = amount(b);
    return isNear(flopsA, flopsB) && isNear(bytesA, bytesB);
}

}  // namespace

const engine::trace::LaneIndex* Ghost::behind(engine::LaneId lane) const
{
    if (lane.index >= lanes.size() || !lanes[lane.index].isValid())
        return nullptr;
    return &trace->index(lanes[lane.index]);
}

Ghost makeGhost(engine::trace::TracePtr before, const engine::trace::Trace& now)
{
    Ghost ghost;
    ghost.trace = std::move(before);
    ghost.shift = model::originOf(now) - model::originOf(*ghost.trace);
    ghost.hasSameWork = now.isLive() || isSameWork(*ghost.trace, now);
    for (const engine::trace::LaneRecord& lane : now.lanes())
        ghost.lanes.push_back(engine::analysis::matchingLane(now, lane.id, *ghost.trace));
    return ghost;
}

std::vector<engine::LaneId> lanesUsedBefore(const Ghost& ghost)
{
    std::vector<engine::LaneId> used;
    for (std::size_t i = 0; i < ghost.lanes.size(); ++i)
        if (const auto* index = ghost.behind(engine::LaneId{i}); index != nullptr && !index->empty())
            used.emplace_back(i);
    return used;
}

}  // namespace ui::drawing
