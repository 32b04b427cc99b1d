#include "engine/analysis/flip_effect.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/op_match.h"
#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace engine::analysis {

using trace::Trace;
using trace::TracePtr;

namespace {

// Two runs of one program may differ by this time (see change_effect.cpp).
constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);

/// The two runs that differ in one switched wait.
struct Flip {
    const TracePtr &with, &without;
    LineMatch lines;  ///< side A: the listing with the wait; side B: the one without it
    int line = 0;     ///< line of the wait in the listing with the wait
    bool isInWarmUp = false;

    /// The part of a run in which the times of its program's thread are counted.
    [[nodiscard]] Scope scopeOf(const Trace& trace) const { return isInWarmUp ? wholeRun(trace) : runScope(trace); }

    [[nodiscard]] std::map<int, Nanoseconds> blockedByLine(const Trace& trace) const
    {
        std::map<int, Nanoseconds> blocked;
        const Nanoseconds begin = scopeOf(trace).begin;
        for (const trace::WaitRecord& wait : trace.waits())
            if (wait.begin >= begin)
                blocked[wait.line] += wait.end - wait.begin;
        return blocked;
    }
};

bool waitsInWarmUp(const Trace& trace, int line)
{
    const Nanoseconds begin = runScope(trace).begin;
    return std::any_of(trace.waits().begin(), trace.waits().end(),
                       [&](const trace::WaitRecord& wait) { return wait.line == line && wait.begin < begin; });
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

std::optional<FlipEffect::Clock> clockOf(const Flip& flip)
{
    const Trace &with = *flip.with, &without = *flip.without;
    // The listings differ only in the wait, so both runs have the same blocks unless one of them failed.
    const std::size_t count = std::min(with.blocks().size(), without.blocks().size());
    for (std::size_t i = 0; i < count; ++i) {
        const trace::BlockRecord &a = with.blocks()[i], &b = without.blocks()[i];
        if (a.label != b.label || flip.lines.bOf(a.line) != b.line || b.isFailed || !hasWaitOn(with, flip.line, a))
            continue;
        const TimedBlock timed = timedBlock(without, i), timedWith = timedBlock(with, i);
        const Nanoseconds work = timed.scope().length();
        const Nanoseconds later = (timedWith.clock - timedWith.begin) - (timed.clock - timed.begin);
        if (timed.isClockEarly() && (!timedWith.isClockEarly() || later * 100 > work))
            return FlipEffect::Clock{i, work, timedWith.isClockEarly()};
    }
    return std::nullopt;
}

std::optional<FlipEffect::Start> startOf(const Flip& flip)
{
    const Trace &with = *flip.with, &without = *flip.without;
    const trace::WaitRecord* wait = longestWaitOn(with, flip.line);
    if (wait == nullptr)
        return std::nullopt;
    OpId next;
    for (std::size_t i = 0; i < with.opCount() && !next.isValid(); ++i)
        if (const trace::Op& op = with.op(OpId{i}); op.issueBegin >= wait->end && hasStarted(op))
            next = op.id;
    if (!next.isValid())
        return std::nullopt;
    const Side a = wholeSide(flip.with), b = wholeSide(flip.without);
    const OpId same = matchOps(a, b, flip.lines).ofA(next);
    if (!same.isValid() || !hasStarted(without.op(same)))
        return std::nullopt;
    const Nanoseconds earlier = (with.op(next).started - a.scope.begin) - (without.op(same).started - b.scope.begin);
    if (earlier <= kNegligible || earlier * 50 <= a.scope.length())
        return std::nullopt;
    return FlipEffect::Start{same, earlier};
}

std::optional<FlipEffect::MovedWait> movedTo(const Flip& flip)
{
    const auto blockedWith = flip.blockedByLine(*flip.with), blockedWithout = flip.blockedByLine(*flip.without);
    const auto own = blockedWith.find(flip.line);
    if (own == blockedWith.end() || own->second <= kNegligible)
        return std::nullopt;
    for (const auto& [other, blocked] : blockedWithout) {
        const auto was = blockedWith.find(flip.lines.aOf(other));
        const Nanoseconds longer = blocked - (was != blockedWith.end() ? was->second : Nanoseconds{});
        if (flip.lines.aOf(other) != flip.line && other > 0 && longer * 5 >= own->second * 4)
            return FlipEffect::MovedWait{other, longer};
    }
    return std::nullopt;
}

std::optional<std::size_t> earlierWorkIn(const Trace& with, const Trace& without)
{
    const std::size_t count = std::min(with.blocks().size(), without.blocks().size());
    for (std::size_t i = 0; i < count; ++i)
        if (with.blocks()[i].label == without.blocks()[i].label && !timedBlock(without, i).delays.empty() &&
            timedBlock(with, i).delays.empty())
            return i;
    return std::nullopt;
}

/// Returns the operation of the warm-up that ends last, if it ends after the begin of the first timed block; otherwise
/// no operation.
FlipEffect::WarmUp warmUpOf(const Trace& trace)
{
    FlipEffect::WarmUp warmUp;
    const Nanoseconds begin = runScope(trace).begin;
    for (std::size_t i = 0; i < issuedIn(trace, {Nanoseconds{}, begin}).last; ++i)
        if (const trace::Op& op = trace.op(OpId{i}); hasEnded(op) && op.finished - begin > warmUp.into)
            warmUp = {op.id, op.finished - begin};
    return warmUp;
}

/// Whether the change of the blocked time explains `saved`, the time by which the run is shorter without the wait. Sets
/// effect.pages if page work replaced blocked time.
bool isExplainedByWaiting(const Flip& flip, Nanoseconds saved, const FlipEffect::Times& blocked, FlipEffect& effect)
{
    const Nanoseconds less = blocked.with - blocked.without, change = std::max(less, -less);
    if ((less > Nanoseconds{}) != (saved > Nanoseconds{}) || change * 2 < std::max(saved, -saved))
        return false;
    const Nanoseconds unseen = change - std::max(saved, -saved);
    if (unseen * 3 <= change)
        return true;
    const auto pagesOf = [&](const Trace& trace) { return pageWorkOfProgram(trace, flip.scopeOf(trace)); };
    const FlipEffect::Times pages{pagesOf(*flip.with), pagesOf(*flip.without)};
    const Nanoseconds more = less > Nanoseconds{} ? pages.without - pages.with : pages.with - pages.without;
    if (more * 2 < unseen)
        return false;
    effect.pages = pages;
    return true;
}

/// Sets the members that explain a flip if no more specific member is set. The conditions cover every pair of runs: if
/// the lengths differ, the critical paths also differ in a part, because the parts add up to the length.
void explainByTotals(const Flip& flip, FlipEffect& effect)
{
    const Trace &with = *flip.with, &without = *flip.without;
    const Nanoseconds lengthWith = runScope(with).length(), lengthWithout = runScope(without).length();
    const Nanoseconds longer = std::max(lengthWith, lengthWithout);
    const Nanoseconds saved = lengthWith - lengthWithout;
    const bool isEqual = std::max(saved, -saved) * 100 <= longer;
    const auto sumOf = [&flip](const Trace& trace) {
        Nanoseconds sum{};
        for (const auto& [at, time] : flip.blockedByLine(trace))
            sum += time;
        return sum;
    };
    const FlipEffect::Times blocked{sumOf(with), sumOf(without)};
    const Nanoseconds less = blocked.with - blocked.without;
    if (std::max(less, -less) * 200 > longer && (isEqual || isExplainedByWaiting(flip, saved, blocked, effect))) {
        effect.blocked = blocked;
    } else if (!isEqual) {
        effect.path = pathChange(with, without);
    } else if (const Nanoseconds own = blockedOn(with, flip.line); own * 50 <= longer) {
        effect.hardlyBlocked = own;
    } else {
        const int same = flip.lines.bOf(flip.line);  // 0: the wait was inserted
        const Nanoseconds still = same > 0 ? blockedOn(without, same) : Nanoseconds{};
        if (still * 2 >= own)
            effect.stillBlocked = still;
        else
            effect.elsewhere = own - still - less;
    }
}

}  // namespace

Nanoseconds blockedOn(const Trace& trace, int line)
{
    Nanoseconds blocked{};
    for (const trace::WaitRecord& wait : trace.waits())
        if (wait.line == line)
            blocked += wait.end - wait.begin;
    return blocked;
}

FlipEffect flipEffect(const TracePtr& with, const TracePtr& without, int line)
{
    const Flip flip{with, without, matchLines(with->run().source, {}, without->run().source, {}), line,
                    waitsInWarmUp(*with, line)};
    FlipEffect effect;
    effect.clock = clockOf(flip);
    effect.start = startOf(flip);
    effect.moved = movedTo(flip);
    effect.earlierWork = earlierWorkIn(*with, *without);
    if (flip.isInWarmUp)
        if (const FlipEffect::WarmUp warmUp = warmUpOf(*without);
            warmUp.into > kNegligible && warmUpOf(*with).into <= kNegligible)
            effect.warmUp = warmUp;
    if (!effect.clock && !effect.start && !effect.moved && !effect.earlierWork && !effect.warmUp)
        explainByTotals(flip, effect);
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
