#include "tests/engine/analysis/figure_bounds.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <map>

namespace tests {

namespace {

using namespace engine;
using namespace engine::analysis;
using trace::Span;
using trace::Trace;

/// Tolerance for the rounding of fractions and factors in double precision.
constexpr double kRounding = 1e-9;
constexpr std::size_t kMostBlocks = 20;

OpId operationOf(const Trace& trace, const Span& span)
{
    return span.op.isValid() ? span.op : trace.programPart().hosts[span.extra].op;
}

/// Returns the total time that the spans of all operations cover in `scope`. Time in which several spans of one
/// operation overlap counts once.
Nanoseconds sumOf(const Trace& trace, Scope scope)
{
    std::map<std::uint32_t, std::vector<Scope>> spans;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (!isWorkLane(lane))
            continue;
        const auto& all = trace.spans(lane.id);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (const OpId op = operationOf(trace, all[i]); op.isValid())
                spans[op.index].push_back({std::max(all[i].begin, scope.begin), std::min(all[i].end(), scope.end)});
    }
    Nanoseconds sum{};
    for (auto& [op, parts] : spans) {
        std::sort(parts.begin(), parts.end(), [](const Scope& a, const Scope& b) { return a.begin < b.begin; });
        Nanoseconds covered = scope.begin;
        for (const Scope& part : parts) {
            sum += std::max(Nanoseconds{}, part.end - std::max(part.begin, covered));
            covered = std::max(covered, part.end);
        }
    }
    return sum;
}

std::string scopeProblemOf(const Trace& trace, Scope scope)
{
    const Figures figures = analysis::figures(trace, scope);
    if (figures.makespan != scope.end - scope.begin)
        return "the makespan is not the length of the scope";
    int worked = 0;
    for (const LaneBusy& lane : laneBusy(trace, scope)) {
        if (lane.busy > figures.makespan)
            return "lane " + trace.lanes()[lane.lane.index].name + " is busy for longer than the makespan";
        worked += isWorkLane(trace.lanes()[lane.lane.index]) && lane.busy.count() > 0 ? 1 : 0;
    }
    if (figures.sumOfOperations != sumOf(trace, scope))
        return "the sum of operations is not that of their spans";
    if (figures.speedUp > worked + kRounding)
        return "the speed-up exceeds the number of lanes that worked";
    if (figures.concurrency == 0 && figures.speedUp > 1 + kRounding)
        return "the speed-up exceeds 1 although nothing is concurrent";
    for (const double fraction : {figures.concurrency, figures.copyHidden})
        if (fraction < 0 || fraction > 1)
            return "a fraction is not between 0 and 1";
    if (longestChain(trace, scope) > figures.makespan)
        return "the longest chain exceeds the makespan";
    Nanoseconds path{};
    for (const PathSegment& segment : criticalPath(trace, scope).segments)
        path += segment.end - segment.begin;
    if (path != figures.makespan)
        return "the critical path does not add up to the makespan";
    return {};
}

std::string blockProblemOf(const Trace& trace, std::size_t index)
{
    const trace::BlockRecord& record = trace.blocks()[index];
    const TimedBlock block = timedBlock(trace, index);
    Nanoseconds work = record.begin;
    bool hasEarlier = false;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op op = trace.op(OpId{i});
        const bool isInside = op.issueBegin >= record.begin && op.issueBegin < record.end;
        if (isInside && hasEnded(op))
            work = std::max(work, op.finished);
        hasEarlier = hasEarlier || (op.issueBegin < record.begin && hasEnded(op) && op.finished > record.begin);
    }
    if (block.begin != record.begin || block.clock != record.end || block.work != work)
        return "the ends of the block are not those of its clock and its work";
    const std::int64_t late = (work - record.end).count();
    if (block.isClockEarly() != (late > (record.end - record.begin).count() / 100 && late > 200'000))
        return "the clock is early, or is not, against its definition";
    if (!block.delays.empty() && !hasEarlier)
        return "earlier work delayed the block, but none ran when it began";
    if (block.isMistimed() != (!record.isFailed && (block.isClockEarly() || !block.delays.empty())))
        return "the block is mistimed for no reason";
    return scopeProblemOf(trace, block.scope());
}

}  // namespace

std::string figureProblemOf(const Trace& trace)
{
    const Scope run = runScope(trace);
    if (run.length().count() <= 0)
        return {};
    const auto at = [&](int percent) { return run.begin + run.length() * percent / 100; };
    for (const Scope scope : {run, Scope{at(0), at(30)}, Scope{at(20), at(65)}, Scope{at(50), at(100)}})
        if (const std::string problem = scopeProblemOf(trace, scope); !problem.empty())
            return std::to_string(toSeconds(scope.begin)) + " s to " + std::to_string(toSeconds(scope.end)) +
                   " s: " + problem;
    const std::size_t count = trace.blocks().size();
    const std::size_t step = std::max<std::size_t>(1, count / kMostBlocks);
    for (std::size_t block = 0; block < count; block += step)
        if (const std::string problem = blockProblemOf(trace, block); !problem.empty())
            return "block " + trace.blocks()[block].label + ": " + problem;
    return {};
}

}  // namespace tests
