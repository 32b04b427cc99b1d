#include "engine/analysis/occupancy.h"

#include "engine/analysis/work_pieces.h"

#include <algorithm>

namespace engine::analysis {

std::vector<LaneBusy> laneBusy(const trace::Trace& trace, Scope scope)
{
    std::vector<LaneBusy> lanes;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const trace::LaneIndex& index = trace.index(lane.id);
        const std::size_t first = index.firstEndingAfter(scope.begin);
        LaneBusy busy;
        busy.lane = lane.id;
        busy.operations = std::max(first, index.firstBeginningAt(scope.end)) - first;
        busy.busy = index.busy(scope.begin, scope.end);
        if (scope.length().count() > 0)
            busy.share = toSeconds(busy.busy) / toSeconds(scope.length());
        lanes.push_back(busy);
    }
    return lanes;
}

std::optional<LaneBusy> busiestLane(const trace::Trace& trace, Scope scope)
{
    std::optional<LaneBusy> busiest;
    for (const LaneBusy& lane : laneBusy(trace, scope))
        if (isWorkLane(trace.lanes()[lane.lane.index]) && lane.busy.count() > 0 &&
            (!busiest || lane.busy > busiest->busy))
            busiest = lane;
    return busiest;
}

Overlap overlap(const trace::Trace& trace, Scope scope)
{
    Overlap result;
    forEachPiece(trace, scope, [&](Nanoseconds begin, Nanoseconds end, const RunningCounts& running) {
        const Nanoseconds length = end - begin;
        result.anyBusy += length;
        result.sum += length * running.all();
        if (running.all() >= 2)
            result.manyBusy += length;
        if (running.copying > 0)
            result.copying += length;
        if (running.copying > 0 && running.computing > 0)
            result.hiddenCopying += length;
    });
    return result;
}

}  // namespace engine::analysis
