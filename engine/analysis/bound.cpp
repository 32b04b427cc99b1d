#include "engine/analysis/bound.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/occupancy.h"

#include <algorithm>

namespace engine::analysis {

namespace {

/// Index of the wait that covers most of [begin, end); -1: no wait covers half of it.
int waitOver(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    const auto& waits = trace.waits();
    auto it = std::lower_bound(waits.begin(), waits.end(), begin,
                               [](const trace::WaitRecord& wait, Nanoseconds t) { return wait.end <= t; });
    int best = -1;
    Nanoseconds longest{};
    constexpr int kMax = 64;
    for (int i = 0; i < kMax && it != waits.end() && it->begin < end; ++i, ++it) {
        const Nanoseconds covered = std::min(it->end, end) - std::max(it->begin, begin);
        if (covered <= longest)
            continue;
        longest = covered;
        best = static_cast<int>(it - waits.begin());
    }
    return longest * 2 >= end - begin ? best : -1;
}

}  // namespace

PathSplit splitOf(const trace::Trace& trace, const CriticalPath& path)
{
    PathSplit split;
    for (const PathSegment& segment : path.segments) {
        const Nanoseconds length = segment.end - segment.begin;
        switch (segment.what) {
            case PathSegment::What::Op:
                (trace.has(segment.op) && isCopy(trace.op(segment.op).kind) ? split.copy : split.compute) += length;
                break;
            case PathSegment::What::Host:
                split.dispatch += length;
                break;
            case PathSegment::What::Wait:
                split.wait += length;
                break;
        }
    }
    return split;
}

Bound boundOf(const trace::Trace& trace, Scope scope)
{
    Bound bound;
    for (const LaneBusy& busy : laneBusy(trace, scope))
        if (isWorkLane(trace.lanes()[busy.lane.index]) && busy.busy > bound.time)
            bound = {busy.busy, Bound::By::Lane, busy.lane};
    const LowerBounds bounds = lowerBounds(trace, scope);
    if (bounds.program > bound.time)
        bound = {bounds.program, Bound::By::Program, {}};
    if (bounds.dependencyPath > bound.time)
        bound = {bounds.dependencyPath, Bound::By::Dependencies, {}};
    return bound;
}

std::optional<Idle> idleAt(const trace::Trace& trace, LaneId lane, Nanoseconds time)
{
    const trace::LaneIndex& index = trace.index(lane);
    const auto& spans = index.spans();
    const std::size_t at = index.firstEndingAfter(time);
    if (at < spans.size() && spans[at].begin <= time)
        return std::nullopt;
    Idle idle;
    if (at >= spans.size())
        return idle;
    const Nanoseconds begin = at > 0 ? spans[at - 1].end() : Nanoseconds{0};
    const Nanoseconds end = spans[at].begin;
    idle.next = spans[at].op;
    if (!trace.has(idle.next)) {
        idle.why = Idle::Why::NotIssued;
        return idle;
    }
    const trace::Op& op = trace.op(idle.next);
    const Nanoseconds issued = std::clamp(op.issued, begin, end);
    const Nanoseconds ready = std::clamp(op.ready, issued, end);
    const Nanoseconds forProgram = issued - begin, forInput = ready - issued, forTurn = end - ready;
    if (forProgram >= forInput && forProgram >= forTurn) {
        idle.wait = waitOver(trace, begin, issued);
        idle.why = idle.wait >= 0 ? Idle::Why::ProgramWaits : Idle::Why::NotIssued;
    } else if (forInput >= forTurn) {
        idle.why = Idle::Why::Input;
        idle.op = op.readyCause.op;
    } else {
        idle.why = Idle::Why::Turn;
        idle.op = op.startCause.op;
    }
    if (idle.op == idle.next || !trace.has(idle.op))
        idle.op = {};
    return idle;
}

}  // namespace engine::analysis
