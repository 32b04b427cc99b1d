#include "engine/analysis/critical_path.h"
#include "engine/analysis/gpu_intervals.h"
#include "engine/analysis/training.h"

#include <algorithm>

namespace engine::analysis {

namespace {

using trace::Trace;

/// Sums the lengths of the sections of the critical path by part.
class PartTotals {
public:
    PartTotals(const Trace& trace, Scope scope) : m_trace(trace), m_ops(issuedIn(trace, scope)) {}

    void charge(const PathSegment& segment)
    {
        const Nanoseconds length = segment.end - segment.begin;
        switch (segment.what) {
            case PathSegment::Kind::Op:
                add(partOf(m_trace, m_trace.op(segment.op)), length);
                break;
            case PathSegment::Kind::Host:
                chargeHost({segment.begin, segment.end});
                break;
            case PathSegment::Kind::Wait:
                add(Part::Wait, length);
                break;
        }
    }

    std::array<Nanoseconds, kParts> parts{};

private:
    void add(Part part, Nanoseconds length) { parts[static_cast<std::size_t>(part)] += length; }

    /// Charges the time of the program's thread to the part of the operation that the thread issued next, or to
    /// Part::Wait if no operation followed. Host work with a separate record is charged to the part that the record's
    /// name denotes.
    void chargeHost(Scope stretch)
    {
        Nanoseconds at = stretch.begin;
        for (std::size_t i = issuedIn(m_trace, {at, Nanoseconds::max()}).first; i < m_ops.last && at < stretch.end;
             ++i) {
            const trace::Op& op = m_trace.op(OpId{i});
            const Nanoseconds end = std::min(op.issued, stretch.end);
            if (end <= at)
                continue;
            chargeWork({at, end}, partOf(m_trace, op));
            at = end;
        }
        if (at < stretch.end)
            chargeWork({at, stretch.end}, Part::Wait);
    }

    void chargeWork(Scope stretch, Part part)
    {
        Nanoseconds own{};
        const auto& hosts = m_trace.programPart().hosts;
        auto it = std::ranges::upper_bound(hosts, stretch.begin, {}, &trace::HostRecord::end);
        for (; it != hosts.end() && it->begin < stretch.end; ++it) {
            const Nanoseconds length = std::min(it->end, stretch.end) - std::max(it->begin, stretch.begin);
            // The name of a sleep denotes no part, so its time is charged to `part`.
            if (it->lane.isValid() || it->op.isValid() || length <= Nanoseconds{0} ||
                m_trace.text(it->name) == "time.sleep")
                continue;
            const Part of = partOf(m_trace.text(it->name), trace::Kind::Host);
            add(of, length);
            own += length;
        }
        add(part, std::max(Nanoseconds{0}, stretch.length() - own));
    }

    const Trace& m_trace;
    OpRange m_ops;
};

/// Whether the program issues an epoch's batches long before the device computes them. The recorded time of a batch
/// then covers only its issue, so the whole epoch must be averaged.
bool runsAhead(const EpochFigures& epoch, const Training& training)
{
    constexpr double kMuch = 0.1;  // the work ends after the last batch by more than this fraction of the epoch's time
    const Nanoseconds behind = epoch.trained - training.batches[epoch.lastBatch - 1].end;
    return toSeconds(behind) > kMuch * toSeconds(epoch.time());
}

}  // namespace

BatchParts batchParts(const Trace& trace, const Training& training, std::size_t run, std::size_t most)
{
    BatchParts result;
    if (run >= training.runs.size() || most == 0)
        return result;
    const EpochFigures* epoch = nullptr;
    for (const EpochFigures& candidate : training.runs[run].epochs)
        if (candidate.batches() > 0 && (epoch == nullptr || candidate.isWhole()))
            epoch = &candidate;
    if (epoch == nullptr)
        return result;
    std::size_t count = std::min(most, epoch->batches());
    const std::size_t first = epoch->firstBatch + (epoch->batches() - count) / 2;
    Scope scope{training.batches[first].begin, training.batches[first + count - 1].end};
    if (runsAhead(*epoch, training)) {
        count = epoch->batches();
        scope = {epoch->begin, epoch->trained};
    }
    const bool isProfile = isImportedGpuProfile(trace);
    if (!isProfile && !recordsCauses(trace))
        return result;
    PartTotals totals(trace, scope);
    if (isProfile)
        totals.parts = gpuParts(trace, scope);
    else
        for (const PathSegment& segment : criticalPath(trace, scope).segments)
            totals.charge(segment);
    const auto perBatch = [&](Nanoseconds sum) { return sum / static_cast<std::int64_t>(count); };
    for (std::size_t part = 0; part < kParts; ++part)
        result.perBatch[part] = perBatch(totals.parts[part]);
    result.length = perBatch(scope.length());
    result.gpus = training.runs[run].gpus;
    result.batches = count;
    result.ofEpoch = std::max(epoch->batches(), static_cast<std::size_t>(std::max(0, training.batches[first].count)));
    const OpRange ops = issuedIn(trace, scope);
    result.operations = (ops.last - ops.first + count / 2) / count;
    Nanoseconds blocked{};
    for (const trace::WaitRecord& wait : trace.waits())
        if (wait.begin < scope.end && wait.end > scope.begin)
            blocked += std::min(wait.end, scope.end) - std::max(wait.begin, scope.begin);
    result.program = perBatch(std::max(Nanoseconds{0}, scope.length() - blocked));
    Nanoseconds issuing{};
    for (std::size_t i = ops.first; i < ops.last; ++i) {
        const trace::Op op = trace.op(OpId{i});
        issuing += op.issued - op.issueBegin;
    }
    result.issuing = perBatch(issuing);
    return result;
}

Comparison compare(const BatchParts& first, const BatchParts& second)
{
    Comparison result;
    if (first.length <= Nanoseconds{0} || second.length <= Nanoseconds{0})
        return result;
    result.isPerEpoch = first.ofEpoch != second.ofEpoch;
    const std::size_t countFirst = result.isPerEpoch ? first.ofEpoch : 1;
    const std::size_t countSecond = result.isPerEpoch ? second.ofEpoch : 1;
    const auto times = [](Nanoseconds length, std::size_t count) { return length * static_cast<std::int64_t>(count); };
    const Nanoseconds lengthFirst = times(first.length, countFirst);
    const Nanoseconds lengthSecond = times(second.length, countSecond);
    result.speedUp = toSeconds(lengthFirst) / toSeconds(lengthSecond);
    result.operationsFirst = first.operations * countFirst;
    result.operationsSecond = second.operations * countSecond;
    const bool isSlower = lengthSecond > lengthFirst;
    for (std::size_t part = 0; part < kParts; ++part) {
        const Nanoseconds difference =
            times(second.perBatch[part], countSecond) - times(first.perBatch[part], countFirst);
        if (isSlower ? difference > result.difference : difference < result.difference) {
            result.difference = difference;
            result.decisive = static_cast<Part>(part);
        }
    }
    result.isHostBound = second.isHostBound();
    result.isIssueBound = second.isIssueBound();
    result.hasMoreGpus = second.gpus > first.gpus;
    return result;
}

}  // namespace engine::analysis
