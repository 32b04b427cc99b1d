#pragma once

#include "engine/analysis/scope.h"

#include <queue>
#include <vector>

namespace engine::analysis {

/// How many operations compute, and how many copy, at one time.
struct RunningCounts {
    int computing = 0;
    int copying = 0;

    [[nodiscard]] int all() const { return computing + copying; }
};

/// The operations that run at one time. An operation on several lanes, such as the cores of a CPU, counts once.
class RunningOps {
public:
    /// The operation starts on one more lane.
    void start(OpId op, bool isCopying)
    {
        for (RunningOp& one : m_running)
            if (one.op == op) {
                ++one.lanes;
                return;
            }
        m_running.push_back({op, 1, isCopying});
        ++count(isCopying);
    }

    /// The operation ends on one of its lanes. No effect if the operation is not running.
    void end(OpId op)
    {
        for (RunningOp& one : m_running) {
            if (one.op != op || --one.lanes > 0)
                continue;
            --count(one.isCopying);
            one = m_running.back();
            m_running.pop_back();
            return;
        }
    }

    [[nodiscard]] const RunningCounts& counts() const { return m_counts; }

private:
    struct RunningOp {
        OpId op;
        int lanes;
        bool isCopying;
    };

    int& count(bool isCopying) { return isCopying ? m_counts.copying : m_counts.computing; }

    std::vector<RunningOp> m_running;
    RunningCounts m_counts;
};

/// The operation of a span of a work lane: a span of host work counts for the operation that it serves. None: the span
/// is no operation.
[[nodiscard]] inline OpId operationOf(const trace::Trace& trace, const trace::Span& span)
{
    return span.op.isValid() || span.extra >= trace.programPart().hosts.size()
               ? span.op
               : trace.programPart().hosts[span.extra].op;
}

/// Calls `visit(begin, end, running)` in time order for each section of the scope in which at least one operation runs
/// and the RunningCounts do not change. Cost: the spans in the scope, times the logarithm of the lanes.
void forEachPiece(const trace::Trace& trace, Scope scope, auto visit)
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
        const auto& spans = lane->spans();
        while (span < spans.size() && !operationOf(trace, spans[span]).isValid())
            ++span;
        if (span < spans.size() && spans[span].begin < scope.end)
            next.push({std::max(spans[span].begin, scope.begin), lane, span, false});
    };
    for (const trace::LaneRecord& lane : trace.lanes())
        if (isWorkLane(lane))
            push(&trace.index(lane.id), trace.index(lane.id).firstEndingAfter(scope.begin));

    RunningOps running;
    Nanoseconds since = scope.begin;
    while (!next.empty()) {
        const Edge edge = next.top();
        next.pop();
        const Nanoseconds time = std::min(edge.time, scope.end);
        if (time > since && running.counts().all() > 0)
            visit(since, time, running.counts());
        since = std::max(since, time);
        const trace::Span& span = edge.lane->spans()[edge.span];
        const OpId op = operationOf(trace, span);
        if (edge.isEnd) {
            running.end(op);
            push(edge.lane, edge.span + 1);
            continue;
        }
        running.start(op, isCopy(span.op.isValid() ? span.kind : trace.op(op).kind));
        next.push({std::max(time, span.end()), edge.lane, edge.span, true});
    }
}

}  // namespace engine::analysis
