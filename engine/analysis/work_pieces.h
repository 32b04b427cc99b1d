#pragma once

#include "engine/analysis/scope.h"

#include <queue>
#include <vector>

namespace engine::analysis {

/// Number of work lanes that compute and that copy at one time.
struct BusyLaneCounts {
    int computing = 0;
    int copying = 0;

    [[nodiscard]] int all() const { return computing + copying; }
};

/// Calls `visit(begin, end, atWork)` in time order for each section of the scope in which something works and the two
/// numbers do not change. Cost: the spans in the scope, times the logarithm of the lanes.
template <typename Visit>
void forEachPiece(const trace::Trace& trace, Scope scope, Visit visit)
{
    struct Edge {
        Nanoseconds time;
        const trace::LaneIndex* lane;
        std::size_t span;
        bool isEnd;
    };
    // At equal times, ends are processed before starts: spans that touch do not count as simultaneous.
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

    BusyLaneCounts atWork;
    Nanoseconds since = scope.begin;
    while (!next.empty()) {
        const Edge edge = next.top();
        next.pop();
        const Nanoseconds time = std::min(edge.time, scope.end);
        if (time > since && atWork.all() > 0)
            visit(since, time, atWork);
        since = std::max(since, time);
        const trace::Span& span = edge.lane->spans()[edge.span];
        (isCopy(span.kind) ? atWork.copying : atWork.computing) += edge.isEnd ? -1 : 1;
        if (edge.isEnd)
            push(edge.lane, edge.span + 1);
        else
            next.push({std::max(time, span.end()), edge.lane, edge.span, true});
    }
}

}  // namespace engine::analysis
