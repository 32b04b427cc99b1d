#include "engine/analysis/flip_effect.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/op_match.h"
#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace engine::analysis {

using trace::Trace;
using trace::TracePtr;

namespace {

constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);

std::map<int, Nanoseconds> blockedByLine(const TracePtr& trace)
{
    std::map<int, Nanoseconds> blocked;
    const Nanoseconds origin = runScope(*trace).begin;
    for (const trace::WaitRecord& wait : trace->waits())
        if (wait.begin >= origin)
            blocked[wait.line] += wait.end - wait.begin;
    return blocked;
}

const trace::WaitRecord* longestWaitOn(const Trace& trace, int line)
{
    const trace::WaitRecord* longest = nullptr;
    for (const trace::WaitRecord& wait : trace.waits())
        if (wait.line == line && (longest == nullptr || wait.end - wait.begin > longest->end - longest->begin))
            longest = &wait;
    return longest;
}

bool hasWaitOn(const Trace& trace, int line, const trace::BlockRecord& block)
{
    return std::any_of(trace.waits().begin(), trace.waits().end(), [&](const trace::WaitRecord& wait) {
        return wait.line == line && wait.begin >= block.begin && wait.end <= block.end;
    });
}

std::optional<FlipEffect::Clock> clockOf(const Trace& with, const Trace& without, const LineMatch& lines, int line)
{
    // The listings differ in the wait only, so both runs have the same blocks unless one of them failed.
    const std::size_t count = std::min(with.blocks().size(), without.blocks().size());
    for (std::size_t i = 0; i < count; ++i) {
        const trace::BlockRecord &a = with.blocks()[i], &b = without.blocks()[i];
        if (a.label != b.label || lines.bOf(a.line) != b.line || b.isFailed || !hasWaitOn(with, line, a))
            continue;
        const TimedBlock timed = timedBlock(without, i), timedWith = timedBlock(with, i);
        const Nanoseconds work = timed.scope().length();
        const Nanoseconds later = (timedWith.clock - timedWith.begin) - (timed.clock - timed.begin);
        if (timed.isClockEarly() && (!timedWith.isClockEarly() || later * 100 > work))
            return FlipEffect::Clock{i, work, timedWith.isClockEarly()};
    }
    return std::nullopt;
}

std::optional<FlipEffect::Start> startOf(const TracePtr& with, const TracePtr& without, const LineMatch& lines,
                                         int line)
{
    const trace::WaitRecord* wait = longestWaitOn(*with, line);
    if (wait == nullptr)
        return std::nullopt;
    OpId next;
    for (std::size_t i = 0; i < with->opCount() && !next.isValid(); ++i)
        if (const trace::Op& op = with->op(OpId{i}); op.issueBegin >= wait->end && hasStarted(op))
            next = op.id;
    if (!next.isValid())
        return std::nullopt;
    const Side a = wholeSide(with), b = wholeSide(without);
    const OpId same = matchOps(a, b, lines).ofA(next);
    if (!same.isValid() || !hasStarted(without->op(same)))
        return std::nullopt;
    const Nanoseconds earlier = (with->op(next).started - a.scope.begin) - (without->op(same).started - b.scope.begin);
    if (earlier <= kNegligible || earlier * 50 <= a.scope.length())
        return std::nullopt;
    return FlipEffect::Start{same, earlier};
}

std::optional<FlipEffect::Moved> movedTo(const TracePtr& with, const TracePtr& without, const LineMatch& lines,
                                         int line)
{
    const auto blockedWith = blockedByLine(with), blockedWithout = blockedByLine(without);
    const auto own = blockedWith.find(line);
    if (own == blockedWith.end() || own->second <= kNegligible)
        return std::nullopt;
    for (const auto& [other, blocked] : blockedWithout) {
        const auto was = blockedWith.find(lines.aOf(other));
        const Nanoseconds longer = blocked - (was != blockedWith.end() ? was->second : Nanoseconds{});
        if (lines.aOf(other) != line && other > 0 && longer * 5 >= own->second * 4)
            return FlipEffect::Moved{other, longer};
    }
    return std::nullopt;
}

std::optional<std::size_t> earlierWorkIn(const Trace& with, const Trace& without)
{
    const std::size_t count = std::min(with.blocks().size(), without.blocks().size());
    for (std::size_t i = 0; i < count; ++i)
        if (with.blocks()[i].label == without.blocks()[i].label && timedBlock(without, i).earlier.isValid() &&
            !timedBlock(with, i).earlier.isValid())
            return i;
    return std::nullopt;
}

/// Sets what explains a flip without a more specific reason. The conditions cover every pair of runs: runs of different
/// lengths have critical paths with different parts, because the parts add up to the length.
void explainByTotals(const TracePtr& with, const TracePtr& without, const LineMatch& lines, int line,
                     FlipEffect& effect)
{
    const Scope runWith = runScope(*with), runWithout = runScope(*without);
    const Nanoseconds longer = std::max(runWith.length(), runWithout.length());
    const Nanoseconds saved = runWith.length() - runWithout.length();
    const bool isEqual = std::max(saved, -saved) * 100 <= longer;
    const auto blockedWith = blockedByLine(with), blockedWithout = blockedByLine(without);
    const auto sumOf = [](const std::map<int, Nanoseconds>& blocked) {
        Nanoseconds sum{};
        for (const auto& [at, time] : blocked)
            sum += time;
        return sum;
    };
    const FlipEffect::Times blocked{sumOf(blockedWith), sumOf(blockedWithout)};
    const Nanoseconds less = blocked.with - blocked.without;
    const bool explainsRun = isEqual || ((less > Nanoseconds{}) == (saved > Nanoseconds{}) &&
                                         std::max(less, -less) * 2 >= std::max(saved, -saved));
    if (std::max(less, -less) * 200 > longer && explainsRun) {
        effect.blocked = blocked;
    } else if (!isEqual) {
        const PathSplit a = splitOf(*with, criticalPath(*with, runWith));
        const PathSplit b = splitOf(*without, criticalPath(*without, runWithout));
        Nanoseconds most{};
        for (const auto part :
             {&PathSplit::compute, &PathSplit::copy, &PathSplit::pages, &PathSplit::dispatch, &PathSplit::wait}) {
            const Nanoseconds change = saved > Nanoseconds{} ? a.*part - b.*part : b.*part - a.*part;
            if (std::exchange(most, std::max(most, change)) < change)
                effect.path = FlipEffect::Path{part, {a.*part, b.*part}};
        }
    } else if (const Nanoseconds own = blockedOn(with, line); own * 50 <= longer) {
        effect.isWithoutEffect = true;
    } else {
        const int same = lines.bOf(line);  // 0: the wait was inserted
        const Nanoseconds still = same > 0 ? blockedOn(without, same) : Nanoseconds{};
        if (still * 2 >= own)
            effect.stillBlocked = still;
        else
            effect.elsewhere = own - still - less;
    }
}

}  // namespace

Nanoseconds blockedOn(const TracePtr& trace, int line)
{
    const auto blocked = blockedByLine(trace);
    const auto found = blocked.find(line);
    return found != blocked.end() ? found->second : Nanoseconds{};
}

FlipEffect flipEffect(const TracePtr& with, const TracePtr& without, int line)
{
    const LineMatch lines = matchLines(with->run().source, {}, without->run().source, {});
    FlipEffect effect;
    effect.clock = clockOf(*with, *without, lines, line);
    effect.start = startOf(with, without, lines, line);
    effect.moved = movedTo(with, without, lines, line);
    effect.earlierWork = earlierWorkIn(*with, *without);
    if (!effect.clock && !effect.start && !effect.moved && !effect.earlierWork)
        explainByTotals(with, without, lines, line, effect);
    return effect;
}

double flopsOf(const Trace& trace)
{
    double flops = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        flops += trace.op(OpId{i}).flops;
    return flops;
}

}  // namespace engine::analysis
