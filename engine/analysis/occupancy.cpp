#include "engine/analysis/occupancy.h"

#include <algorithm>
#include <queue>

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
    struct Edge {
        Nanoseconds time;
        const trace::LaneIndex* lane;
        std::size_t span;
        bool isEnd;
    };
    const auto later = [](const Edge& a, const Edge& b) {
        return a.time != b.time ? a.time > b.time : a.isEnd < b.isEnd;
    };
    std::priority_queue<Edge, std::vector<Edge>, decltype(later)> next(later);
    const auto push = [&](const trace::LaneIndex* lane, std::size_t span) {
        if (span < lane->spans().size() && lane->spans()[span].begin < scope.end)
            next.push({std::max(lane->spans()[span].begin, scope.begin), lane, span, false});
    };
    for (const trace::LaneRecord& lane : trace.lanes())
        if (isWorkLane(lane))
            push(&trace.index(lane.id), trace.index(lane.id).firstEndingAfter(scope.begin));

    Overlap result;
    int working = 0;
    Nanoseconds since = scope.begin;
    while (!next.empty()) {
        const Edge edge = next.top();
        next.pop();
        const Nanoseconds time = std::min(edge.time, scope.end);
        if (working >= 1)
            result.anyBusy += time - since;
        if (working >= 2)
            result.manyBusy += time - since;
        since = time;
        working += edge.isEnd ? -1 : 1;
        if (edge.isEnd)
            push(edge.lane, edge.span + 1);
        else
            next.push({std::max(time, edge.lane->spans()[edge.span].end()), edge.lane, edge.span, true});
    }
    return result;
}

std::optional<Scope> largestIdleGap(const trace::Trace& trace, LaneId lane, Scope scope)
{
    std::optional<Scope> largest;
    const auto consider = [&](Nanoseconds begin, Nanoseconds end) {
        if (end > begin && (!largest || end - begin > largest->length()))
            largest = Scope{begin, end};
    };
    const trace::LaneIndex& index = trace.index(lane);
    Nanoseconds free = scope.begin;
    for (std::size_t i = index.firstEndingAfter(scope.begin);
         i < index.spans().size() && index.spans()[i].begin < scope.end; ++i) {
        consider(free, index.spans()[i].begin);
        free = std::max(free, index.spans()[i].end());
    }
    consider(free, scope.end);
    return largest;
}

}  // namespace engine::analysis
