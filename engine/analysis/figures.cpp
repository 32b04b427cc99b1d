#include "engine/analysis/figures.h"

#include "engine/analysis/critical_path.h"

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

/// Number of blocks directly before `block` that together did its work; 0 if fewer than two.
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
    return std::max({busiestCompute, busiestCopy, program, dependencyPath});
}

LowerBounds lowerBounds(const trace::Trace& trace, Scope scope)
{
    LowerBounds bounds;
    for (const LaneBusy& busy : laneBusy(trace, scope)) {
        const trace::LaneRecord& lane = trace.lanes()[busy.lane.index];
        if (!isWorkLane(lane))
            continue;
        const bool carriesCopies = lane.role == trace::LaneRole::CopyIn || lane.role == trace::LaneRole::CopyOut ||
                                   lane.role == trace::LaneRole::CopyPeer;
        Nanoseconds& bound = carriesCopies ? bounds.busiestCopy : bounds.busiestCompute;
        bound = std::max(bound, busy.busy);
    }
    for (const trace::WaitRecord& wait : trace.waits())
        bounds.blocked += lengthWithin(wait.begin, wait.end, scope);
    Nanoseconds copyWork{};
    for (const trace::HostRecord& host : trace.hosts())
        if (trace.has(host.op) && isCopy(trace.op(host.op).kind))
            copyWork += lengthWithin(host.begin, host.end, scope);
    bounds.busiestCopy = std::max(bounds.busiestCopy, copyWork);
    bounds.program = std::max(Nanoseconds{}, scope.length() - bounds.blocked - copyWork);
    bounds.dependencyPath = dependencyPath(trace, scope).length;
    return bounds;
}

Verdict verdict(const trace::Trace& trace, Scope scope)
{
    const LowerBounds bounds = lowerBounds(trace, scope);
    const Nanoseconds largest = bounds.largest();
    // In floating point, because times from a damaged file may overflow integers.
    const double length = toSeconds(scope.length());
    if (length >= 1.2 * toSeconds(largest) && toSeconds(bounds.blocked) >= 0.1 * length)
        return Verdict::SyncBound;
    if (largest == bounds.busiestCompute)
        return Verdict::ComputeBound;
    if (largest == bounds.busiestCopy)
        return Verdict::CopyBound;
    if (largest == bounds.program)
        return Verdict::HostBound;
    Nanoseconds copies{};
    for (const OpId op : dependencyPath(trace, scope).ops)
        if (isCopy(trace.op(op).kind))
            copies += trace.op(op).finished - trace.op(op).started;
    return copies * 2 > bounds.dependencyPath ? Verdict::CopyBound : Verdict::ComputeBound;
}

const char* nameOf(Verdict verdict)
{
    switch (verdict) {
        case Verdict::HostBound:
            return "host-bound";
        case Verdict::ComputeBound:
            return "compute-bound";
        case Verdict::CopyBound:
            return "copy-bound";
        case Verdict::SyncBound:
            return "sync-bound";
    }
    return "";
}

}  // namespace engine::analysis
