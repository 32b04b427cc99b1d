#include "engine/analysis/start.h"

#include "engine/analysis/scope.h"
#include "engine/trace/decisive_cause.h"

namespace engine::analysis {

bool hasDelayedStart(const trace::Trace& trace, const trace::Op& op)
{
    const OpId blocker = op.startCause.op;
    return op.started > op.ready &&
           (!trace.has(blocker) || !hasEnded(trace.op(blocker)) || trace.op(blocker).finished >= op.ready);
}

trace::Cause lastDelay(const trace::Trace& trace, const trace::Op& op)
{
    return hasDelayedStart(trace, op) ? trace::decisiveCause(op) : op.readyCause;
}

bool wasLaneFree(const trace::Trace& trace, const trace::Op& op)
{
    if (!op.lane.isValid())
        return true;
    const trace::LaneIndex& index = trace.index(op.lane);
    const std::size_t next = index.firstEndingAfter(op.issued + Nanoseconds{1});
    return next == index.spans().size() || index.spans()[next].begin >= op.started;
}

}  // namespace engine::analysis
