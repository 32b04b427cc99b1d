#include "ui/drawing/ghost.h"

#include "engine/analysis/op_match.h"
#include "ui/model/visible_range.h"

#include <algorithm>
#include <utility>

namespace ui::drawing {

const engine::trace::LaneIndex* Ghost::laneOf(engine::LaneId lane) const
{
    if (lane.index >= lanes.size() || !lanes[lane.index].isValid())
        return nullptr;
    return &trace->index(lanes[lane.index]);
}

Ghost makeGhost(model::RunBefore::Run before, const engine::trace::Trace& now)
{
    Ghost ghost;
    ghost.trace = std::move(before.trace);
    ghost.context = std::move(before.context);
    ghost.shift = model::originOf(now) - model::originOf(*ghost.trace);
    for (const engine::trace::LaneRecord& lane : now.lanes())
        ghost.lanes.push_back(engine::analysis::matchingLane(now, lane.id, *ghost.trace));
    return ghost;
}

GhostRows rowsOf(const Ghost& ghost)
{
    GhostRows rows;
    const auto isIn = [&](const auto& record) { return ghost.shows(record.begin, record.end); };
    rows.hasBlocks = std::any_of(ghost.trace->blocks().begin(), ghost.trace->blocks().end(), isIn);
    rows.hasWaits = std::any_of(ghost.trace->waits().begin(), ghost.trace->waits().end(), isIn);
    for (std::size_t i = 0; i < ghost.lanes.size(); ++i)
        if (const auto* index = ghost.laneOf(engine::LaneId{i}); index != nullptr && !index->empty())
            rows.lanes.emplace_back(i);
    return rows;
}

}  // namespace ui::drawing
