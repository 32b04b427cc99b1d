#include "engine/analysis/critical_path.h"

#include "engine/analysis/gpu_intervals.h"
#include "engine/analysis/without_waits.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace engine::analysis {

namespace {

using SegmentKind = PathSegment::Kind;

/// Whether a call returns only after the CPU has computed its operation. True for PyTorch, and for MXNet with the naive
/// engine.
bool computesInCalls(const trace::RunInfo& run)
{
    const std::pair<std::string, std::string> naive("policy", "naive");
    return run.dialect == "torch" || std::ranges::find(run.parameters, naive) != run.parameters.end();
}

/// Whether copies may be in the stream of the operations before and after them. True for PyTorch, unless the
/// parameter copies=own selects a separate stream. Traces do not record the stream of a copy.
bool copiesAreInStream(const trace::RunInfo& run)
{
    const std::pair<std::string, std::string> own("copies", "own");
    return run.dialect == "torch" && std::ranges::find(run.parameters, own) == run.parameters.end();
}

/// The operations from the first to the last that ran in the scope, in the order of their issue.
OpRange rangeOfRun(const trace::Trace& trace, Scope scope)
{
    OpRange range{trace.opCount(), 0};
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const trace::LaneIndex& index = trace.index(lane.id);
        const std::size_t end = index.firstBeginningAt(scope.end + Nanoseconds{1});
        for (std::size_t i = index.firstBeginningAt(scope.begin); i < end; ++i)
            if (const OpId op = index.spans()[i].op; trace.has(op)) {
                range.first = std::min<std::size_t>(range.first, op.index);
                range.last = std::max<std::size_t>(range.last, op.index + std::size_t{1});
            }
    }
    return {range.first, std::max(range.first, range.last)};
}

/// Follows causes from the end of the scope back to its start.
class Walk {
public:
    Walk(const trace::Trace& trace, Scope scope, Delays delays)
        : m_trace(trace),
          m_scope(scope),
          m_delays(delays),
          m_at(scope.end),
          m_copiesAreInStream(copiesAreInStream(trace.run()))
    {
        sortWaits();
    }

    CriticalPath run()
    {
        const Nanoseconds endOfProgram = programWorksUntil();
        const trace::Op last = lastOnDevices();
        OpId op = last.finished > endOfProgram ? last.id : OpId{};
        // Every iteration goes back in time or to an earlier cause; the limit only guards against cyclic causes.
        for (std::size_t turns = m_trace.opCount() + m_waits.size() + 2; m_at > m_scope.begin && turns > 0; --turns)
            op = op.isValid() ? passOp(op) : passHost();
        add(m_scope.begin, SegmentKind::Host, {}, trace::CauseKind::None);
        std::ranges::reverse(m_path.segments);
        // The sum of the delays along the path is an upper bound, because an operation that a wait delayed may have had
        // to wait for other work as well. A sum below a tenth of the scope does not decide the verdict(), so it needs
        // no exact value.
        const Nanoseconds delay = m_path.delayedByWaits;
        if (delay > Nanoseconds{} && delay.count() >= m_scope.length().count() / 10)
            m_path.delayedByWaits =
                std::min(delay, m_scope.length() -
                                    lengthWithoutWaits(m_trace, m_scope, m_waits, endOfProgram, m_copiesAreInStream));
        return std::move(m_path);
    }

private:
    void sortWaits()
    {
        for (const trace::WaitRecord& wait : m_trace.waits())
            if (wait.end > m_scope.begin && wait.end <= m_scope.end)
                m_waits.push_back({wait.begin, wait.end, wait.releasedBy, !isOfCopy(wait)});
        // A call that also computes its operation blocks the program's thread like a wait for the operation.
        const OpRange issued = computesInCalls(m_trace.run()) ? issuedIn(m_trace, m_scope) : OpRange{};
        for (std::size_t i = issued.first; i < issued.last; ++i)
            if (const trace::Op op = m_trace.op(OpId{i}); isOver(op) && ranInsideItsCall(op))
                m_waits.push_back({op.issueBegin, op.finished, op.id, false});
        std::ranges::stable_sort(m_waits, {}, &BlockedTime::end);
    }

    /// Whether the wait is for the copy that the same call started. No switch removes the wait for a copy to the GPU.
    /// For a copy of at least a page to the CPU, the switch page-locks the memory instead, which may take as long as
    /// the wait.
    [[nodiscard]] bool isOfCopy(const trace::WaitRecord& wait) const
    {
        constexpr Bytes kPage{4096};
        if (wait.target != trace::WaitTarget::Op || !m_trace.has(wait.op))
            return false;
        const trace::Op op = m_trace.op(wait.op);
        return op.kind == trace::Kind::CopyIn || (op.kind == trace::Kind::CopyOut && op.bytes.value >= kPage.value);
    }

    /// Whether the CPU computed the operation before the program issued the next operation.
    [[nodiscard]] bool ranInsideItsCall(const trace::Op& op) const
    {
        const OpId next{op.id.index + 1};
        return m_trace.lanes()[op.lane.index].role == trace::LaneRole::CpuWorker && op.finished >= op.issueBegin &&
               (!m_trace.has(next) || m_trace.op(next).issueBegin >= op.finished);
    }

    /// The time until which the program's thread worked in the scope.
    [[nodiscard]] Nanoseconds programWorksUntil() const
    {
        Nanoseconds host{};
        const auto reach = [&](Nanoseconds t) {
            if (t <= m_scope.end)
                host = std::max(host, t);
        };
        for (const BlockedTime& wait : m_waits)
            reach(wait.end);
        for (const trace::LineRecord& line : m_trace.programPart().lines)
            reach(line.end);
        for (const trace::BlockRecord& block : m_trace.blocks())
            reach(block.end);
        for (const trace::HostRecord& work : m_trace.programPart().hosts)
            if (isOfProgram(m_trace, work))
                reach(work.end);
        for (std::size_t i = issuedIn(m_trace, {Nanoseconds{}, m_scope.end}).last; i > 0; --i)
            if (const Nanoseconds issued = m_trace.op(OpId{i - 1}).issued; issued <= m_scope.end) {
                reach(issued);
                break;
            }
        return host;
    }

    /// Returns the operation that ends last before the end of the scope; an empty operation if there is none.
    [[nodiscard]] trace::Op lastOnDevices() const
    {
        trace::Op last;
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            const trace::LaneIndex& index = m_trace.index(lane.id);
            for (std::size_t i = index.firstBeginningAt(m_scope.end + Nanoseconds{1}); i > 0; --i) {
                const OpId id = index.spans()[i - 1].op;
                const trace::Op op = id.isValid() ? m_trace.op(id) : trace::Op{};
                if (!isOver(op) || op.finished > m_scope.end)
                    continue;
                if (op.finished > last.finished || (op.finished == last.finished && op.id.index < last.id.index))
                    last = op;
                break;
            }
        }
        return last;
    }

    /// Extends the path back to `begin`.
    void add(Nanoseconds begin, SegmentKind what, OpId op, trace::CauseKind released)
    {
        begin = std::max(begin, m_scope.begin);
        if (begin >= m_at)
            return;
        PathSegment segment{begin, m_at, what, op, released};
        Nanoseconds& total = what == SegmentKind::Op     ? m_path.op
                             : what == SegmentKind::Host ? m_path.host
                                                         : m_path.wait;
        total += segment.end - segment.begin;
        if (!m_path.segments.empty() && m_path.segments.back().what == what && what == SegmentKind::Host)
            m_path.segments.back().begin = begin;
        else
            m_path.segments.push_back(segment);
        m_at = begin;
    }

    /// Extends the path from the end of operation `id` back to the end of the operation that released it, and returns
    /// the latter. Returns none if the program's thread released operation `id`.
    OpId passOp(OpId id)
    {
        const trace::Op& op = m_trace.op(id);
        add(op.finished, SegmentKind::Wait, id, trace::CauseKind::None);
        const trace::Cause cause = trace::decisiveCause(op);
        add(op.started, SegmentKind::Op, id, cause.kind);
        if (cause.op.isValid() && cause.op != id && m_trace.has(cause.op) && isOver(m_trace.op(cause.op)) &&
            m_trace.op(cause.op).finished <= op.started) {
            add(m_trace.op(cause.op).finished, SegmentKind::Wait, id, cause.kind);
            return cause.op;
        }
        add(std::min(op.issued, op.started), SegmentKind::Wait, id, cause.kind);
        m_issued = id;
        return {};
    }

    /// Returns how much earlier the operation would start if the program issued it without this wait. The earliest
    /// start is the latest of: the earlier issue, the end of its last input, and the end of the previous operation in
    /// its stream or hardware unit.
    [[nodiscard]] Nanoseconds delayOf(OpId id, const BlockedTime& wait) const
    {
        const trace::Op& op = m_trace.op(id);
        if (!isOver(op))
            return {};
        Nanoseconds earliest = op.issued - (wait.end - std::max(wait.begin, m_scope.begin));
        for (const trace::Edge& edge : m_trace.edges().into(id))
            if (const trace::Op& from = m_trace.op(edge.from); isOver(from))
                earliest = std::max(earliest, from.finished);
        const trace::LaneRecord& own = m_trace.lanes()[op.lane.index];
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            const bool isUnit = isUnitOf(lane, own), isStream = isStreamOf(lane, own, m_copiesAreInStream);
            const trace::LaneIndex& index = m_trace.index(lane.id);
            const std::size_t next = isUnit || isStream ? index.firstBeginningAt(op.started) : 0;
            if (next > 0 && (isUnit || index.spans()[next - 1].op.index < id.index))
                earliest = std::max(earliest, std::min(index.spans()[next - 1].end(), op.started));
        }
        return std::max(Nanoseconds{}, op.started - earliest);
    }

    /// Extends the path through the program's thread to its last wait that an operation ended. Returns this operation.
    /// If there is no such wait, extends the path to the begin of the scope and returns none.
    OpId passHost()
    {
        const auto after = std::ranges::upper_bound(m_waits, m_at, {}, &BlockedTime::end);
        for (auto wait = after; wait != m_waits.begin();) {
            --wait;
            const OpId op = wait->releasedBy;
            if (!m_trace.has(op) || !isOver(m_trace.op(op)) || m_trace.op(op).finished > wait->end ||
                m_trace.op(op).finished < wait->begin)
                continue;  // the operation did not block the program in this wait
            if (m_delays == Delays::Computed && wait->isRemovable && m_issued.isValid())
                m_path.delayedByWaits += delayOf(m_issued, *wait);
            m_issued = {};
            add(wait->end, SegmentKind::Host, {}, trace::CauseKind::None);
            add(m_trace.op(op).finished, SegmentKind::Wait, op, trace::CauseKind::Synchronise);
            return op;
        }
        add(m_scope.begin, SegmentKind::Host, {}, trace::CauseKind::None);
        return {};
    }

    const trace::Trace& m_trace;
    Scope m_scope;
    Delays m_delays;
    Nanoseconds m_at;
    bool m_copiesAreInStream;
    std::vector<BlockedTime> m_waits;  ///< sorted by end
    OpId m_issued{};  ///< operation whose issue led the path to the program's thread; none after a wait
    CriticalPath m_path;
};

/// Charges a wait to the GPU work that runs during the wait, because imported traces often do not record which
/// operation a wait was for. If the trace has no records of the program's thread, all time is charged in this way.
CriticalPath withWorkInWaits(CriticalPath path, const std::vector<GpuInterval>& intervals, bool hasProgram)
{
    CriticalPath result;
    result.delayedByWaits = path.delayedByWaits;
    const auto add = [&](PathSegment segment) {
        if (segment.end <= segment.begin)
            return;
        Nanoseconds& total = segment.what == SegmentKind::Op     ? result.op
                             : segment.what == SegmentKind::Host ? result.host
                                                                 : result.wait;
        total += segment.end - segment.begin;
        result.segments.push_back(segment);
    };
    for (const PathSegment& segment : path.segments) {
        if (segment.what == SegmentKind::Op || (segment.what == SegmentKind::Host && hasProgram)) {
            add(segment);
            continue;
        }
        PathSegment rest = segment;
        rest.what = SegmentKind::Wait;
        auto interval =
            std::ranges::partition_point(intervals, [&](const GpuInterval& one) { return one.end <= segment.begin; });
        for (; interval != intervals.end() && interval->begin < segment.end; ++interval) {
            PathSegment before = rest;
            before.end = std::max(rest.begin, interval->begin);
            add(before);
            const Nanoseconds end = std::min(segment.end, interval->end);
            add({before.end, end, SegmentKind::Op, interval->op, trace::CauseKind::None});
            rest.begin = end;
        }
        add(rest);
    }
    return result;
}

/// The dependencies among operations of a range, grouped by the operation that the others depend on.
struct TargetsBySource {
    std::vector<std::uint32_t> firstOf;  ///< operation i has targets[firstOf[i]] to targets[firstOf[i + 1] - 1]
    std::vector<std::uint32_t> targets;
    std::vector<std::uint32_t> sources;  ///< number of dependencies of each operation
};

TargetsBySource targetsBySource(const trace::Trace& trace, OpRange range, const auto& isIn)
{
    const std::size_t count = range.last - range.first;
    std::vector<trace::Edge> edges;
    for (std::size_t i = range.first; i < range.last; ++i)
        if (isIn(OpId{i}))
            for (const trace::Edge& edge : trace.edges().into(OpId{i}))
                if (edge.kind != trace::DependencyKind::Stream && isIn(edge.from))
                    edges.push_back(edge);
    const auto place = [&](OpId id) { return static_cast<std::uint32_t>(id.index - range.first); };
    TargetsBySource result{std::vector<std::uint32_t>(count + 1), std::vector<std::uint32_t>(edges.size()),
                           std::vector<std::uint32_t>(count)};
    for (const trace::Edge& edge : edges) {
        ++result.firstOf[place(edge.from) + 1];
        ++result.sources[place(edge.to)];
    }
    std::partial_sum(result.firstOf.begin(), result.firstOf.end(), result.firstOf.begin());
    std::vector<std::uint32_t> fill(result.firstOf.begin(), result.firstOf.end() - 1);
    for (const trace::Edge& edge : edges)
        result.targets[fill[place(edge.from)]++] = place(edge.to);
    return result;
}

/// The longest sum of durations along the dependencies. Visits each operation after the operations on which it depends.
Nanoseconds longestPath(const std::vector<Nanoseconds>& durations, TargetsBySource next)
{
    std::vector<Nanoseconds> before(durations.size());
    std::vector<std::uint32_t> free;
    for (std::size_t i = 0; i < durations.size(); ++i)
        if (next.sources[i] == 0)
            free.push_back(static_cast<std::uint32_t>(i));
    Nanoseconds longest{};
    while (!free.empty()) {
        const std::uint32_t i = free.back();
        free.pop_back();
        const Nanoseconds through = before[i] + durations[i];
        longest = std::max(longest, through);
        for (std::uint32_t at = next.firstOf[i]; at < next.firstOf[i + 1]; ++at) {
            const std::uint32_t to = next.targets[at];
            before[to] = std::max(before[to], through);
            if (--next.sources[to] == 0)
                free.push_back(to);
        }
    }
    return longest;
}

}  // namespace

bool recordsCauses(const trace::Trace& trace)
{
    if (trace::recordsDependencies(trace.run()) || !trace.waits().empty())
        return true;
    const auto joinsLanes = [&](const trace::Edge& edge) {
        return edge.kind != trace::DependencyKind::Stream || trace.op(edge.from).lane != trace.op(edge.to).lane;
    };
    const bool isProfile = isImportedGpuProfile(trace);
    const auto works = [&](const trace::LaneRecord& lane) {
        return (isProfile ? isGpuLane(trace, lane) : isWorkLane(lane)) && !trace.spans(lane.id).empty();
    };
    return std::ranges::any_of(trace.edges(), joinsLanes) || std::ranges::count_if(trace.lanes(), works) <= 1;
}

CriticalPath criticalPath(const trace::Trace& trace, Scope scope, Delays delays)
{
    if (scope.end <= scope.begin || !recordsCauses(trace))
        return {};
    CriticalPath path = Walk(trace, scope, delays).run();
    return isImportedGpuProfile(trace)
               ? withWorkInWaits(std::move(path), gpuIntervals(trace, scope), recordsProgram(trace))
               : path;
}

std::vector<OpId> operationsOf(const CriticalPath& path)
{
    std::vector<OpId> ops;
    for (const PathSegment& segment : path.segments)
        if (segment.what == SegmentKind::Op && segment.op.isValid())
            ops.push_back(segment.op);
    return ops;
}

Nanoseconds longestChain(const trace::Trace& trace, Scope scope)
{
    const OpRange range = rangeOfRun(trace, scope);
    const std::size_t count = range.last - range.first;
    constexpr Nanoseconds kOutside{-1};
    std::vector<Nanoseconds> durations(count, kOutside);
    for (std::size_t i = 0; i < count; ++i)
        if (const trace::Op op = trace.op(OpId{range.first + i});
            isOver(op) && scope.begin <= op.started && op.finished <= scope.end)
            durations[i] = op.finished - op.started;
    const TargetsBySource next = targetsBySource(trace, range, [&](OpId id) {
        return range.first <= id.index && id.index < range.last && durations[id.index - range.first] != kOutside;
    });
    return longestPath(durations, next);
}

}  // namespace engine::analysis
