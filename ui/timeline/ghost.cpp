#include "ui/timeline/ghost.h"

#include "engine/analysis/op_match.h"
#include "ui/model/visible_range.h"

namespace ui::timeline {

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
    for (const engine::trace::LaneRecord& lane : now.lanes())
        ghost.lanes.push_back(engine::analysis::laneAcross(now, lane.id, *ghost.trace));
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

}  // namespace ui::timeline
