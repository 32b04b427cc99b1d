#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_steps.h"
#include "engine/analysis/rank_work.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace engine::analysis {

namespace {

using ranks::Member;
using ranks::RunSet;

/// Name, line and kind of an operation. Operations of two ranks are compared if their keys are equal.
using WorkKey = std::tuple<std::string, std::int32_t, trace::Kind>;

struct Work {
    Nanoseconds busy{};
    std::int64_t count = 0;
    std::int64_t ofStep = 0;  ///< number of operations in the whole step, including those after the arrival
};

/// Name and line of a call that works or sleeps on the program's thread.
using CallKey = std::pair<std::string, std::int32_t>;

/// The work of a rank from the begin of a step to its arrival at a collective.
struct StepWork {
    std::map<WorkKey, Work> work;
    std::map<CallKey, Nanoseconds> calls;       ///< time in calls while the rank's devices are idle
    std::map<CallKey, Nanoseconds> wholeCalls;  ///< total time in calls, also while the rank's devices work
    Nanoseconds idleAtBegin{};                  ///< idle time before the first operation
    Nanoseconds idleLater{};                    ///< idle time between operations
    Nanoseconds length{};

    StepWork& operator+=(const StepWork& other)
    {
        for (const auto& [key, value] : other.work) {
            work[key].busy += value.busy;
            work[key].count += value.count;
            work[key].ofStep += value.ofStep;
        }
        for (const auto& [key, value] : other.calls)
            calls[key] += value;
        for (const auto& [key, value] : other.wholeCalls)
            wholeCalls[key] += value;
        idleAtBegin += other.idleAtBegin;
        idleLater += other.idleLater;
        length += other.length;
        return *this;
    }
};

WorkKey keyOf(const trace::Trace& trace, const trace::Op& op)
{
    return {std::string(trace.text(op.name)), op.line, op.kind};
}

/// A rank with the steps and calls that are compared with those of another rank.
class Rank {
public:
    explicit Rank(const Member& member) : m_member(member), m_steps(member)
    {
        for (const trace::HostRecord& host : member.trace->programPart().hosts)
            if (!host.lane.isValid() && !host.op.isValid())
                m_calls.push_back(host);
        std::ranges::sort(m_calls, {}, &trace::HostRecord::begin);
    }

    [[nodiscard]] const trace::Trace& trace() const { return *m_member.trace; }
    [[nodiscard]] Nanoseconds local(Nanoseconds time) const { return m_member.clock.toLocal(time); }

    /// The operations of the step in which the rank arrives, without transfers between ranks.
    [[nodiscard]] std::vector<trace::Op> opsOfStep(const ranks::Arrival& arrival) const
    {
        std::vector<trace::Op> ops;
        const OpRange range = m_steps.opsWith(arrival.op);
        for (std::size_t i = range.first; i < range.last; ++i) {
            const trace::Op op = trace().op(OpId{i});
            if (!hasEnded(op) || op.lane.index >= trace().lanes().size() || op.kind == trace::Kind::Collective)
                continue;
            const trace::LaneRecord& lane = trace().lanes()[op.lane.index];
            if (isWorkLane(lane) && lane.role != trace::LaneRole::Communication)
                ops.push_back(op);
        }
        return ops;
    }

    /// Returns the operations of opsOfStep() that start before the rank arrives, sorted by their starts.
    [[nodiscard]] std::vector<trace::Op> opsBefore(const ranks::Arrival& arrival) const
    {
        std::vector<trace::Op> ops = opsOfStep(arrival);
        const Nanoseconds end = local(arrival.posted);
        std::erase_if(ops, [&](const trace::Op& op) { return op.started >= end; });
        std::ranges::sort(ops, {}, &trace::Op::started);
        return ops;
    }

    [[nodiscard]] StepWork workOf(const Scope& step, const ranks::Arrival& arrival) const
    {
        StepWork result;
        result.length = arrival.posted - step.begin;
        Nanoseconds free = local(step.begin);
        bool isFirst = true;
        for (const trace::Op& op : opsOfStep(arrival))
            ++result.work[keyOf(trace(), op)].ofStep;
        for (const trace::Op& op : opsBefore(arrival)) {
            Work& work = result.work[keyOf(trace(), op)];
            work.busy += op.finished - op.started;
            ++work.count;
            if (op.started > free) {
                (isFirst ? result.idleAtBegin : result.idleLater) += op.started - free;
                addCalls({free, op.started}, result.calls);
            }
            isFirst = false;
            free = std::max(free, op.finished);
        }
        if (const Nanoseconds end = local(arrival.posted); end > free) {
            (isFirst ? result.idleAtBegin : result.idleLater) += end - free;
            addCalls({free, end}, result.calls);
        }
        addCalls({local(step.begin), local(arrival.posted)}, result.wholeCalls);
        return result;
    }

private:
    void addCalls(const Scope& scope, std::map<CallKey, Nanoseconds>& calls) const
    {
        // The calls of one thread do not overlap, so their ends are sorted as well.
        auto call = std::ranges::partition_point(m_calls, [&](const auto& each) { return each.end <= scope.begin; });
        for (; call != m_calls.end() && call->begin < scope.end; ++call)
            calls[{std::string(trace().text(call->name)), call->line}] +=
                std::min(call->end, scope.end) - std::max(call->begin, scope.begin);
    }

    const Member& m_member;
    RankSteps m_steps;
    std::vector<trace::HostRecord> m_calls;  ///< calls on the program's thread, by begin
};

/// Whether the operations of the member are loaded. Ranks of a large run are opened without their operations.
bool hasOperations(const RunSet& set, std::uint32_t member)
{
    return set.members()[member].trace->opCount() > 0;
}

/// Returns the member with the median arrival of all members except `but`. If its operations are not loaded, returns
/// the member with operations whose arrival is nearest to the median, if possible one that is not late. None: no member
/// except `but` has operations.
std::optional<std::uint32_t> medianMember(const RunSet& set, const Lateness& lateness,
                                          const ranks::MatchedCollective& collective, std::uint32_t but)
{
    std::vector<ranks::Arrival> arrivals;
    for (const ranks::Arrival& arrival : set.arrivals(collective))
        if (arrival.member != but)
            arrivals.push_back(arrival);
    const auto middle = arrivals.begin() + static_cast<std::ptrdiff_t>(arrivals.size() / 2);
    std::ranges::nth_element(arrivals, middle, {}, &ranks::Arrival::posted);
    if (hasOperations(set, middle->member))
        return middle->member;
    const Nanoseconds median = middle->posted;
    std::erase_if(arrivals, [&](const ranks::Arrival& arrival) { return !hasOperations(set, arrival.member); });
    const auto isLate = [&](const ranks::Arrival& arrival) { return lateness.isNamed(arrival.member); };
    if (!std::ranges::all_of(arrivals, isLate))
        std::erase_if(arrivals, isLate);
    const auto nearest = std::ranges::min_element(
        arrivals, {}, [&](const ranks::Arrival& arrival) { return std::chrono::abs(arrival.posted - median); });
    return nearest != arrivals.end() ? std::optional(nearest->member) : std::nullopt;
}

/// Returns the member's arrival at the collective; null: the member does not take part, or its record is missing.
const ranks::Arrival* arrivalOf(const RunSet& set, const ranks::MatchedCollective& collective, std::uint32_t member)
{
    const auto arrivals = set.arrivals(collective);
    const auto found = std::ranges::find(arrivals, member, &ranks::Arrival::member);
    return found != arrivals.end() ? &*found : nullptr;
}

/// The steps that `member` delayed and from which the reason of its lateness is derived.
std::vector<const StepLateness*> delayedSteps(const Lateness& lateness, std::uint32_t member)
{
    std::vector<const StepLateness*> steps;
    for (const StepLateness& step : lateness.steps)
        if (step.last == member && step.cost > Nanoseconds{})
            steps.push_back(&step);
    // Steps that cost little are left out, unless all steps cost little.
    if (std::ranges::any_of(steps, [](const StepLateness* step) { return step->isCostly(); }))
        std::erase_if(steps, [](const StepLateness* step) { return !step->isCostly(); });
    // Leaves out the first step of the run if two others remain, because first calls take longer on every rank.
    if (steps.size() > 2 && steps.front() == lateness.steps.data())
        steps.erase(steps.begin());
    return steps;
}

std::string ratioText(double ratio)
{
    char text[16];
    std::snprintf(text, sizeof text, ratio < 10 ? "%.1f" : "%.0f", ratio);
    return text;
}

/// The ranks that are compared, each prepared once.
class ComparedRanks {
public:
    /// `own` replaces `member` of the set, whose operations may not be loaded.
    ComparedRanks(const RunSet& set, std::uint32_t member, const Member& own) : m_set(set), m_member(member), m_own(own)
    {
    }

    [[nodiscard]] const Rank& at(std::uint32_t i)
    {
        return m_ranks.try_emplace(i, i == m_member ? m_own : m_set.members()[i]).first->second;
    }

private:
    const RunSet& m_set;
    const std::uint32_t m_member;
    const Member& m_own;
    std::map<std::uint32_t, Rank> m_ranks;
};

/// The work of a late member and of the median member in the same steps.
struct ComparedWork {
    StepWork late;
    StepWork usual;
};

/// Adds up the work of `member` and of the median member in `steps`. None: in one of the steps, no other member has
/// operations.
std::optional<ComparedWork> workIn(const std::vector<const StepLateness*>& steps, const RunSet& set,
                                   const Lateness& lateness, std::uint32_t member, ComparedRanks& ranks)
{
    ComparedWork sum;
    for (const StepLateness* step : steps) {
        const ranks::MatchedCollective& collective = set.collectives()[step->collective];
        const std::optional<std::uint32_t> other = medianMember(set, lateness, collective, member);
        if (!other)
            return std::nullopt;
        sum.late += ranks.at(member).workOf(step->scope, *arrivalOf(set, collective, member));
        sum.usual += ranks.at(*other).workOf(step->scope, *arrivalOf(set, collective, *other));
    }
    return sum;
}

/// A cause that explains a part of a delay.
struct Explanation {
    LateCause cause = LateReason{}.cause;
    Nanoseconds extra{};  ///< portion of the delay that the cause explains
    double ratio = 0;
    const WorkKey* key = nullptr;  ///< null: no operation

    /// Replaces this explanation by `other` if that explains more of the delay.
    void consider(const Explanation& other)
    {
        if (other.extra > extra)
            *this = other;
    }
};

/// Returns the part of a delay that the operations of one key explain; none if they cannot be compared. `work`: the
/// operations of the late rank; `other`: those of the median rank.
Explanation explanationBy(const WorkKey& key, const Work& work, const Work& other)
{
    if (work.count > other.count && work.ofStep > other.ofStep)
        return {LateCause::MoreWork, work.busy - other.busy,
                other.count > 0 ? static_cast<double>(work.count) / static_cast<double>(other.count) : 0, &key};
    if (other.count == 0 || (work.count != other.count && work.ofStep != other.ofStep))
        return {};
    // The two ranks may have run different numbers of these operations before they arrived, so compare the time per
    // operation.
    const Nanoseconds busy =
        fromSeconds(toSeconds(other.busy) * static_cast<double>(work.count) / static_cast<double>(other.count));
    return {isCopy(std::get<trace::Kind>(key)) ? LateCause::SlowCopies : LateCause::Slower, work.busy - busy,
            busy.count() > 0 ? toSeconds(work.busy) / toSeconds(busy) : 0, &key};
}

/// Two explanations of a delay by operations: `best` by the operations of the one key that explains most, `together` by
/// the operations of all keys whose cause is Slower.
struct OperationExplanations {
    Explanation best;
    Explanation together;
};

OperationExplanations explainByOperations(const ComparedWork& sum)
{
    OperationExplanations result;
    Nanoseconds slow{};  // total time of the operations that take longer on the late rank
    Explanation slowest;
    for (const auto& [key, work] : sum.late.work) {
        const auto found = sum.usual.work.find(key);
        const Explanation one = explanationBy(key, work, found != sum.usual.work.end() ? found->second : Work{});
        result.best.consider(one);
        if (one.cause != LateCause::Slower || one.extra <= Nanoseconds{})
            continue;
        slow += work.busy;
        result.together.extra += one.extra;
        slowest.consider(one);
    }
    const Nanoseconds slowThere = slow - result.together.extra;
    if (slowThere.count() > 0)
        result.together = {LateCause::AllSlower, result.together.extra, toSeconds(slow) / toSeconds(slowThere),
                           slowest.key};
    else
        result.together = {};
    return result;
}

Nanoseconds timeOf(const CallKey& key, const std::map<CallKey, Nanoseconds>& calls)
{
    const auto found = calls.find(key);
    return found != calls.end() ? found->second : Nanoseconds{};
}

/// Returns the call that explains the largest part of the idle time; it is a better reason than the operation after the
/// idle time.
/// None: no call explains at least half of `delay` and more than `least`. `steps`: the number of steps that `sum`
/// covers.
std::optional<LateReason> callReason(const ComparedWork& sum, Nanoseconds delay, Nanoseconds least, std::int64_t steps)
{
    const CallKey* call = nullptr;
    for (const auto& [key, time] : sum.late.calls) {
        const Nanoseconds extra = time - timeOf(key, sum.usual.calls);
        if (2 * extra < delay || extra <= least)
            continue;
        least = extra;
        call = &key;
    }
    if (call == nullptr)
        return std::nullopt;
    const Nanoseconds more = timeOf(*call, sum.late.wholeCalls) - timeOf(*call, sum.usual.wholeCalls);
    return LateReason{LateCause::Call, call->first, call->second, 0, more / steps, {}};
}

void nameOperations(LateReason& reason, const WorkKey& key, const Rank& rank, const std::vector<trace::Op>& ops)
{
    reason.name = std::get<std::string>(key);
    reason.line = std::get<std::int32_t>(key);
    for (const trace::Op& op : ops)
        if (keyOf(rank.trace(), op) == key)
            reason.ops.push_back(op.id);
}

/// Stores the operation that started after the rank's longest idle time since `begin`, as the reason's name and line.
void nameOperationAfterIdle(LateReason& reason, const Rank& rank, const std::vector<trace::Op>& ops, Nanoseconds begin,
                            const ranks::Arrival& arrival)
{
    const auto name = [&](const trace::Op& op) {
        reason.line = op.line;
        reason.name = std::string(rank.trace().text(op.name));
        reason.ops = {op.id};
    };
    Nanoseconds free = rank.local(begin);
    Nanoseconds idle{};
    for (const trace::Op& op : ops) {
        if (op.started - free > idle) {
            idle = op.started - free;
            name(op);
        }
        free = std::max(free, op.finished);
    }
    if (arrival.op.isValid() && rank.local(arrival.posted) - free > idle)
        name(rank.trace().op(arrival.op));
}

}  // namespace

LateReason reasonOf(const RunSet& set, const Lateness& lateness, std::uint32_t member, const Member* loaded)
{
    LateReason notLoaded;
    notLoaded.cause = LateCause::NotLoaded;
    const Member& own = loaded != nullptr ? *loaded : set.members()[member];
    if (own.trace->opCount() == 0)
        return notLoaded;
    const std::vector<const StepLateness*> steps = delayedSteps(lateness, member);
    if (steps.empty())
        return {};
    ComparedRanks ranks(set, member, own);
    const std::optional<ComparedWork> sum = workIn(steps, set, lateness, member, ranks);
    if (!sum)
        return notLoaded;
    const auto& [late, usual] = *sum;
    const auto count = static_cast<std::int64_t>(steps.size());
    const Nanoseconds delay = late.length - usual.length;

    Explanation best;
    best.consider({LateCause::Input, late.idleAtBegin - usual.idleAtBegin});
    best.consider({LateCause::Issue, late.idleLater - usual.idleLater});
    const OperationExplanations operations = explainByOperations(*sum);
    best.consider(operations.best);
    if (std::optional<LateReason> call = callReason(*sum, delay, best.extra / 2, count))
        return *std::move(call);
    // Operations of many kinds, such as those of a larger batch, can together explain the delay.
    if (2 * best.extra < delay)
        best = operations.together;
    if (2 * best.extra < delay)
        return {};

    LateReason reason;
    reason.cause = best.cause;
    reason.ratio = best.ratio;
    reason.extra = best.extra / count;
    const Rank& rank = ranks.at(member);
    const ranks::Arrival& arrival = *arrivalOf(set, set.collectives()[steps.back()->collective], member);
    if (best.key != nullptr)
        nameOperations(reason, *best.key, rank, rank.opsBefore(arrival));
    else
        nameOperationAfterIdle(reason, rank, rank.opsBefore(arrival), steps.back()->scope.begin, arrival);
    return reason;
}

std::vector<Scope> delayedBy(const Lateness& lateness, std::uint32_t member)
{
    std::vector<Scope> scopes;
    for (const StepLateness* step : delayedSteps(lateness, member))
        scopes.push_back(step->scope);
    return scopes;
}

std::vector<std::optional<Nanoseconds>> reasonTimes(const RunSet& set, const Lateness& lateness,
                                                    const Straggler& straggler)
{
    const LateReason& reason = straggler.reason;
    const bool isOfOperations = reason.cause == LateCause::Slower || reason.cause == LateCause::MoreWork ||
                                reason.cause == LateCause::SlowCopies;
    const std::vector<const StepLateness*> steps = delayedSteps(lateness, straggler.member);
    if (!isOfOperations || steps.empty())
        return {};
    std::vector<std::optional<Nanoseconds>> times(set.members().size());
    for (std::uint32_t i = 0; i < times.size(); ++i) {
        if (!hasOperations(set, i))
            continue;
        const Rank rank(set.members()[i]);
        Nanoseconds time{};
        std::int64_t arrived = 0;
        for (const StepLateness* step : steps) {
            const ranks::Arrival* const arrival = arrivalOf(set, set.collectives()[step->collective], i);
            if (arrival == nullptr)
                continue;
            ++arrived;
            for (const trace::Op& op : rank.opsOfStep(*arrival))
                if (rank.trace().text(op.name) == reason.name && op.line == reason.line)
                    time += op.finished - op.started;
        }
        if (arrived > 0)
            times[i] = time / arrived;
    }
    return times;
}

namespace {

/// "it spends 50 ms more in time.sleep (line 10) than the median rank"
Message causeOf(const RunSet& set, const Straggler& straggler)
{
    const LateReason& reason = straggler.reason;
    const std::string extra = messages::durationText(reason.extra);
    // An imported profile may contain no line numbers.
    const auto at = [&](const Message& what) {
        return reason.line > 0 ? message("ranks.late.at", what, reason.line) : what;
    };
    const Message name = at(Message(reason.name.empty() ? std::string("?") : reason.name));
    // With two ranks, the other rank is the reference instead of the median (see medianOf()), so the message names it.
    const Message other = set.members().size() == 2
                              ? message("ranks.late.other", set.members()[1 - straggler.member].info.rank)
                              : message("ranks.late.median");
    switch (reason.cause) {
        case LateCause::Input:
            return message("ranks.late.input", at(message("ranks.late.data")), extra, other);
        case LateCause::Call:
            return message("ranks.late.call", extra, name, other);
        case LateCause::Issue:
            return message("ranks.late.issue", name, extra, other);
        case LateCause::Slower:
            return reason.name.empty() ? message("ranks.late.slower-unnamed", ratioText(reason.ratio), other)
                                       : message("ranks.late.slower", name, ratioText(reason.ratio), other);
        case LateCause::AllSlower:
            return reason.name.empty() ? message("ranks.late.slower-unnamed", ratioText(reason.ratio), other)
                                       : message("ranks.late.slower-all", ratioText(reason.ratio), other, name);
        case LateCause::MoreWork:
            return message("ranks.late.more", name, other, extra);
        case LateCause::SlowCopies:
            return message("ranks.late.copies", at(message("ranks.late.copied")), extra, other);
        case LateCause::NotLoaded:
            return message("ranks.late.not-loaded");
        case LateCause::Unknown:
            break;
    }
    return message("ranks.late.unknown", other);
}

}  // namespace

Message sentenceOf(const RunSet& set, const Lateness& lateness, const Straggler& straggler)
{
    const std::uint32_t rank = set.members()[straggler.member].info.rank;
    const std::string cost = messages::durationText(straggler.cost);
    const Message what =
        straggler.isRare
            ? message("ranks.late.rarely", rank,
                      messages::durationText(straggler.cost * static_cast<std::int64_t>(lateness.steps.size())))
        : lateness.areStepsOfALoop ? message("ranks.late.a-step", rank, cost)
                                   : message("ranks.late.a-collective", rank, cost);
    return message("ranks.late", what, causeOf(set, straggler));
}

}  // namespace engine::analysis
