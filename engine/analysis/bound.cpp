#include "engine/analysis/bound.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/occupancy.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <set>
#include <utility>

namespace engine::analysis {

namespace {

/// Returns end times and names of the page work on lanes. Page work of the program's thread has a second record without
/// a lane, with the same end and name.
std::set<std::pair<Nanoseconds, std::uint32_t>> pageWorkOf(const trace::Trace& trace)
{
    std::set<std::pair<Nanoseconds, std::uint32_t>> pages;
    for (const trace::HostRecord& host : trace.programPart().hosts)
        if (host.lane.isValid() && trace.lanes()[host.lane.index].role == trace::LaneRole::HostPages)
            pages.emplace(host.end, host.name.index);
    return pages;
}

/// Calls `move` with each segment of the path that overlaps `work`, and with the length of the overlap.
void forEachOverlap(const CriticalPath& path, const trace::HostRecord& work, auto move)
{
    auto segment =
        std::ranges::partition_point(path.segments, [&](const PathSegment& each) { return each.end <= work.begin; });
    for (; segment != path.segments.end() && segment->begin < work.end; ++segment)
        move(*segment, std::min(segment->end, work.end) - std::max(segment->begin, work.begin));
}

/// Moves time out of `split.dispatch`: page work of the program's thread to `split.pages`, copies that this thread
/// performs to `split.copy`. Also moves page work within a copy of pageable memory from `split.copy` to `split.pages`.
void splitHost(const trace::Trace& trace, const CriticalPath& path, PathSplit& split)
{
    const auto pages = pageWorkOf(trace);
    for (const trace::HostRecord& host : trace.programPart().hosts) {
        const bool isPages = pages.contains({host.end, host.name.index});
        const bool isOfCopy = trace.has(host.op) && isCopy(trace.op(host.op).kind);
        if (host.lane.isValid() && isPages && isOfCopy)
            forEachOverlap(path, host, [&](const PathSegment& segment, Nanoseconds length) {
                if (segment.what != PathSegment::Kind::Op || segment.op != host.op)
                    return;
                split.pages += length;
                split.copy -= length;
            });
        if (host.lane.isValid() || !(isPages || isOfCopy))
            continue;
        forEachOverlap(path, host, [&](const PathSegment& segment, Nanoseconds length) {
            if (segment.what != PathSegment::Kind::Host)
                return;
            (isPages ? split.pages : split.copy) += length;
            split.dispatch -= length;
        });
    }
}

/// Returns OtherCore or PageWork if other lanes of the same CPU work at `time` or later; none if they do not.
std::optional<Idle::Why> laterWorkOfCpu(const trace::Trace& trace, const trace::LaneRecord& lane, Nanoseconds time)
{
    using trace::LaneRole;
    std::optional<Idle::Why> later;
    for (const trace::LaneRecord& other : trace.lanes()) {
        // In an imported trace, any host thread may have the role HostPages.
        const bool isPages = other.role == LaneRole::HostPages && !trace::isImported(trace.run());
        const bool isCore = other.role == LaneRole::CpuWorker && lane.role == LaneRole::CpuWorker;
        if (other.id == lane.id || other.device != lane.device || !(isPages || isCore))
            continue;
        const trace::LaneIndex& index = trace.index(other.id);
        if (index.firstEndingAfter(time) < index.spans().size())
            later = isCore ? Idle::Why::OtherCore : later.value_or(Idle::Why::PageWork);
    }
    return later;
}

/// Searches the newest operations for the first collective that the rank of `device` had called by `time` and that did
/// not complete, for example because another rank failed or did not call it. A complete run has no such collective.
OpId openCollective(const trace::Trace& trace, DeviceId device, Nanoseconds time)
{
    // Bounds the search; the operations of a collective that never completed are among the last.
    constexpr std::size_t kNewest = 4096;
    if (!trace.isLive() && !trace.error() && trace.end()->isComplete)
        return {};
    const auto memberOf = [&](DeviceId id) {
        return id.isValid() && id.index < trace.devices().size() ? trace.devices()[id.index].member : 0;
    };
    const std::size_t count = trace.opCount();
    for (std::size_t i = count - std::min(count, kNewest); i < count; ++i)
        if (const trace::Op op = trace.op(OpId{i}); op.kind == trace::Kind::Collective &&
                                                    op.state != trace::OpState::Done && op.issueBegin <= time &&
                                                    memberOf(op.device) == memberOf(device))
            return op.id;
    return {};
}

/// Returns the index of the wait that covers most of [begin, end); -1: no wait covers at least half of it.
int waitOver(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    const auto& waits = trace.waits();
    auto it = std::ranges::upper_bound(waits, begin, {}, &trace::WaitRecord::end);
    int best = -1;
    Nanoseconds longest{};
    constexpr int kMax = 64;  // limits the search: few waits fit beside a wait that covers half of the time
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
    split.delayedByWaits = path.delayedByWaits;
    for (const PathSegment& segment : path.segments) {
        const Nanoseconds length = segment.end - segment.begin;
        switch (segment.what) {
            case PathSegment::Kind::Op:
                (trace.has(segment.op) && isCopy(trace.op(segment.op).kind) ? split.copy : split.compute) += length;
                break;
            case PathSegment::Kind::Host:
                split.dispatch += length;
                break;
            case PathSegment::Kind::Wait:
                split.wait += length;
                break;
        }
    }
    splitHost(trace, path, split);
    return split;
}

PathChange pathChange(const trace::Trace& before, const trace::Trace& now)
{
    const Scope was = runScope(before), is = runScope(now);
    const PathSplit a = splitOf(before, criticalPath(before, was));
    const PathSplit b = splitOf(now, criticalPath(now, is));
    PathChange most;
    const auto sizeOf = [&](const PathChange& change) {
        const Nanoseconds grown = change.now - change.before;
        return is.length() == was.length() ? std::max(grown, -grown) : is.length() > was.length() ? grown : -grown;
    };
    for (const auto part :
         {&PathSplit::compute, &PathSplit::copy, &PathSplit::pages, &PathSplit::dispatch, &PathSplit::wait})
        if (const PathChange change{part, a.*part, b.*part}; sizeOf(change) > sizeOf(most))
            most = change;
    return most;
}

Nanoseconds pageWorkOfProgram(const trace::Trace& trace, Scope scope)
{
    const auto pages = pageWorkOf(trace);
    Nanoseconds sum{};
    for (const trace::HostRecord& host : trace.programPart().hosts)
        if (!host.lane.isValid() && pages.contains({host.end, host.name.index}))
            sum += std::max(Nanoseconds{}, std::min(host.end, scope.end) - std::max(host.begin, scope.begin));
    return sum;
}

Nanoseconds Bound::stated() const
{
    // Time for the call of a wait, which a removed wait saves in addition to the waiting time.
    constexpr Nanoseconds kCallOfAWait = std::chrono::microseconds(10);
    const Nanoseconds least = std::max(Nanoseconds{}, time - std::max(time / 100, kCallOfAWait));
    Nanoseconds unit{1};
    while (least / unit >= 100)
        unit *= 10;
    return unit * (least / unit);
}

Verdict verdict(const trace::Trace& trace, Scope scope)
{
    return verdict(trace, scope, criticalPath(trace, scope, Delays::Skipped));
}

Verdict verdict(const trace::Trace& trace, Scope scope, const CriticalPath& path)
{
    PathSplit split = splitOf(trace, path);
    LowerBounds bounds = lowerBounds(trace, scope, Chain::Skipped);
    split.delayedByWaits = split.whole();  // upper bound: waits delay a path by at most its length
    if (verdict(bounds, split) == Verdict::SyncBound)
        split.delayedByWaits = criticalPath(trace, scope).delayedByWaits;
    if (verdict(bounds, split) == Verdict::SyncBound)
        bounds.longestChain = longestChain(trace, scope);
    return verdict(bounds, split);
}

Bound boundOf(const trace::Trace& trace, Scope scope)
{
    const LowerBounds bounds = lowerBounds(trace, scope);
    if (bounds.longestChain > std::max(bounds.busiestLane, bounds.program))
        return {bounds.longestChain, Bound::By::Dependencies, {}};
    if (bounds.program > bounds.busiestLane)
        return {bounds.program, Bound::By::Program, {}};
    return {bounds.busiestLane, Bound::By::Lane, bounds.lane};
}

Verdict verdict(const LowerBounds& bounds, const PathSplit& split)
{
    // Computes in floating point, because times from a damaged file may overflow integers.
    const double length = toSeconds(split.whole());
    const double saved = std::min(toSeconds(split.delayedByWaits), length - toSeconds(bounds.largest()));
    if (saved > 0 && saved >= 0.1 * length)
        return Verdict::SyncBound;
    const Nanoseconds longest = std::max({split.compute, split.copy, split.pages, split.dispatch});
    if (longest == split.compute)
        return Verdict::ComputeBound;
    if (longest == split.copy)
        return Verdict::CopyBound;
    return longest == split.pages ? Verdict::PageBound : Verdict::HostBound;
}

const char* nameOf(Verdict verdict)
{
    switch (verdict) {
        case Verdict::HostBound:
            return "host-bound";
        case Verdict::PageBound:
            return "page-bound";
        case Verdict::ComputeBound:
            return "compute-bound";
        case Verdict::CopyBound:
            return "copy-bound";
        case Verdict::SyncBound:
            return "sync-bound";
    }
    return "";
}

std::optional<Idle> idleAt(const trace::Trace& trace, LaneId lane, Nanoseconds time)
{
    if (lane.index >= trace.lanes().size())
        return std::nullopt;  // an operation that never ran has no lane
    const trace::LaneIndex& index = trace.index(lane);
    const auto& spans = index.spans();
    const std::size_t at = index.firstEndingAfter(time);
    if (at < spans.size() && spans[at].begin <= time)
        return std::nullopt;
    Idle idle;
    if (at >= spans.size()) {
        const trace::LaneRecord& record = trace.lanes()[lane.index];
        idle.op = openCollective(trace, record.device, time);
        idle.why = laterWorkOfCpu(trace, record, time)
                       .value_or(idle.op.isValid() ? Idle::Why::Collective : Idle::Why::NothingLeft);
        return idle;
    }
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
        idle.op = trace::readyInput(op);
    } else {
        idle.why = Idle::Why::Turn;
        idle.op = op.startCause.op;
    }
    if (idle.op == idle.next || !trace.has(idle.op))
        idle.op = {};
    return idle;
}

}  // namespace engine::analysis
