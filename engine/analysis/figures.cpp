#include "engine/analysis/figures.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/warnings.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace engine::analysis {

namespace {

/// Number of issued operations by operator, device and kind.
using Work = std::map<std::tuple<std::uint32_t, std::uint32_t, trace::Kind>, std::int64_t>;

/// The operations issued in each block. Blocks are in time order and do not overlap.
std::vector<Work> workOfBlocks(const trace::Trace& trace)
{
    std::vector<Work> work(trace.blocks().size());
    for (std::size_t block = 0; block < work.size(); ++block) {
        const OpRange issued = issuedIn(trace, blockScope(trace, block));
        for (std::size_t i = issued.first; i < issued.last; ++i) {
            const trace::Op& op = trace.op(OpId{i});
            ++work[block][{op.name.index, op.device.index, op.kind}];
        }
    }
    return work;
}

/// Number of blocks directly before `block` that together did the same work as `block`; 0 if fewer than two.
std::size_t partsBefore(const std::vector<Work>& work, std::size_t block)
{
    Work sum;
    for (std::size_t count = 1; count <= block; ++count) {
        for (const auto& [what, n] : work[block - count])
            sum[what] += n;
        if (sum == work[block] && !sum.empty())
            return count >= 2 ? count : 0;
    }
    return 0;
}

Nanoseconds lengthWithin(Nanoseconds begin, Nanoseconds end, Scope scope)
{
    return std::max(Nanoseconds{}, std::min(end, scope.end) - std::max(begin, scope.begin));
}

}  // namespace

Figures figures(const trace::Trace& trace, Scope scope)
{
    Figures result;
    result.makespan = scope.length();
    const Overlap atOnce = overlap(trace, scope);
    result.sumOfOperations = atOnce.sum;
    result.concurrency = atOnce.share();
    result.copyHidden = atOnce.hiddenShare();
    result.copying = atOnce.copying;
    if (const auto busiest = busiestLane(trace, scope)) {
        result.busiest = busiest->lane;
        result.busiestBusy = busiest->busy;
    }
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (!isWorkLane(lane))
            continue;
        const trace::LaneIndex& index = trace.index(lane.id);
        const std::size_t end = index.firstBeginningAt(scope.end);
        for (std::size_t i = index.firstBeginningAt(scope.begin); i < end; ++i) {
            const trace::Span& span = index.spans()[i];
            if (!span.op.isValid())
                continue;
            const trace::Op& op = trace.op(span.op);
            ++result.operations;
            result.flops += op.flops;
            if (isCopy(op.kind))
                result.copied += op.bytes;
        }
    }
    if (result.makespan.count() > 0)
        result.speedUp = toSeconds(result.sumOfOperations) / toSeconds(result.makespan);
    return result;
}

std::size_t partsBefore(const trace::Trace& trace, std::size_t block)
{
    return block < trace.blocks().size() ? partsBefore(workOfBlocks(trace), block) : 0;
}

Nanoseconds LowerBounds::largest() const
{
    return std::max({busiestLane, program, longestChain});
}

LowerBounds lowerBounds(const trace::Trace& trace, Scope scope, Chain chain)
{
    LowerBounds bounds;
    for (const LaneBusy& busy : laneBusy(trace, scope))
        if (isWorkLane(trace.lanes()[busy.lane.index]) && busy.busy > bounds.busiestLane) {
            bounds.busiestLane = busy.busy;
            bounds.lane = busy.lane;
        }
    Nanoseconds waits{};
    for (const trace::WaitRecord& wait : trace.waits())
        waits += lengthWithin(wait.begin, wait.end, scope);
    const Nanoseconds end = std::min(scope.end, trace.isLive() ? scope.end : programEnd(trace));
    bounds.program = std::max(Nanoseconds{}, end - scope.begin - waits);
    if (chain == Chain::Computed)
        bounds.longestChain = longestChain(trace, scope);
    return bounds;
}

}  // namespace engine::analysis
