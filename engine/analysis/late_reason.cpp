#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_steps.h"
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

using messages::message;
using ranks::Member;
using ranks::RunSet;

/// Name, line and kind: operations for which these are equal are compared with each other.
using WorkKey = std::tuple<std::string, std::int32_t, trace::Kind>;

struct Work {
    Nanoseconds busy{};
    std::int64_t count = 0;
    std::int64_t ofStep = 0;  ///< the operations of the whole step, also those after the arrival
};

/// A call of the program that works or sleeps on its own thread.
using CallKey = std::pair<std::string, std::int32_t>;

/// What a rank did from the begin of a step to its arrival at a collective.
struct StepWork {
    std::map<WorkKey, Work> work;
    std::map<CallKey, Nanoseconds> calls;       ///< within its idle time
    std::map<CallKey, Nanoseconds> wholeCalls;  ///< whole durations, also while its devices work
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

/// A rank with what its steps are compared by.
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

    /// The operations of its step, without transfers between ranks.
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

    /// The operations of its step that start before it arrives at a collective, without transfers between ranks;
    /// sorted by their starts.
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
    std::vector<trace::HostRecord> m_calls;  ///< of the program's thread
};

/// Ranks of a large run are opened without their operations.
bool hasOperations(const RunSet& set, std::uint32_t member)
{
    return set.members()[member].trace->opCount() > 0;
}

/// Of the members with operations, the one whose arrival is nearest to the median of all members except `but`, if
/// possible none that is late; none: the others have no operations.
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

/// Null: the member is not among the ranks of the collective, or its record is missing.
const ranks::Arrival* arrivalOf(const RunSet& set, const ranks::MatchedCollective& collective, std::uint32_t member)
{
    const auto arrivals = set.arrivals(collective);
    const auto found = std::ranges::find(arrivals, member, &ranks::Arrival::member);
    return found != arrivals.end() ? &*found : nullptr;
}

/// The steps that show why a member is late.
std::vector<const StepLateness*> delayedSteps(const Lateness& lateness, std::uint32_t member)
{
    std::vector<const StepLateness*> steps;
    for (const StepLateness& step : lateness.steps)
        if (step.last == member && step.cost > Nanoseconds{})
            steps.push_back(&step);
    // Steps that cost little are left out, unless there are only such.
    if (std::ranges::any_of(steps, [](const StepLateness* step) { return step->isCostly(); }))
        std::erase_if(steps, [](const StepLateness* step) { return !step->isCostly(); });
    // The first step warms up: its first calls take longer on every rank.
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

}  // namespace

LateReason reasonOf(const RunSet& set, const Lateness& lateness, std::uint32_t member, const Member* loaded)
{
    const Member& own = loaded != nullptr ? *loaded : set.members()[member];
    const bool isLoaded = own.trace->opCount() > 0;
    const std::vector<const StepLateness*> steps = delayedSteps(lateness, member);
    LateReason reason;
    if (!isLoaded)
        reason.cause = LateCause::NotLoaded;
    if (steps.empty() || !isLoaded)
        return reason;
    std::map<std::uint32_t, Rank> ranks;
    const auto rankOf = [&](std::uint32_t i) -> const Rank& {
        return ranks.try_emplace(i, i == member ? own : set.members()[i]).first->second;
    };
    StepWork late;
    StepWork usual;
    for (const StepLateness* step : steps) {
        const ranks::MatchedCollective& collective = set.collectives()[step->collective];
        const std::optional<std::uint32_t> other = medianMember(set, lateness, collective, member);
        if (!other) {
            reason.cause = LateCause::NotLoaded;
            return reason;
        }
        late += rankOf(member).workOf(step->scope, *arrivalOf(set, collective, member));
        usual += rankOf(*other).workOf(step->scope, *arrivalOf(set, collective, *other));
    }
    const Nanoseconds delay = late.length - usual.length;
    Nanoseconds most{};
    const WorkKey* key = nullptr;
    const auto propose = [&](LateCause cause, Nanoseconds extra, double ratio, const WorkKey* of) {
        if (extra <= most)
            return;
        most = extra;
        key = of;
        reason.cause = cause;
        reason.ratio = ratio;
    };
    propose(LateCause::Input, late.idleAtBegin - usual.idleAtBegin, 0, nullptr);
    propose(LateCause::Issue, late.idleLater - usual.idleLater, 0, nullptr);
    Work slow;       // of the operations that take longer here, together
    Work slowThere;  // on the other rank
    Nanoseconds slowest{};
    const WorkKey* slowestKey = nullptr;
    for (const auto& [of, work] : late.work) {
        const auto found = usual.work.find(of);
        Work other = found != usual.work.end() ? found->second : Work{};
        if (work.count > other.count && work.ofStep > other.ofStep) {
            propose(LateCause::MoreWork, work.busy - other.busy,
                    other.count > 0 ? static_cast<double>(work.count) / static_cast<double>(other.count) : 0, &of);
            continue;
        }
        if (other.count == 0 || (work.count != other.count && work.ofStep != other.ofStep))
            continue;
        // Of equally much work in the step, more may be done before the arrival: compares one operation with one.
        other.busy =
            fromSeconds(toSeconds(other.busy) * static_cast<double>(work.count) / static_cast<double>(other.count));
        const Nanoseconds extra = work.busy - other.busy;
        const double ratio = other.busy.count() > 0 ? toSeconds(work.busy) / toSeconds(other.busy) : 0;
        if (isCopy(std::get<trace::Kind>(of))) {
            propose(LateCause::SlowCopies, extra, ratio, &of);
        } else if (extra > Nanoseconds{}) {
            propose(LateCause::Slower, extra, ratio, &of);
            slow.busy += work.busy;
            slowThere.busy += other.busy;
            if (extra > slowest) {
                slowest = extra;
                slowestKey = &of;
            }
        }
    }
    // A call that fills the idle time is a better reason than the operation after it.
    const CallKey* call = nullptr;
    Nanoseconds longest = most / 2;
    for (const auto& [of, time] : late.calls) {
        const auto found = usual.calls.find(of);
        const Nanoseconds extra = found != usual.calls.end() ? time - found->second : time;
        if (2 * extra >= delay && extra > longest) {
            longest = extra;
            call = &of;
        }
    }
    if (call != nullptr) {
        const auto count = static_cast<std::int64_t>(steps.size());
        const Nanoseconds more = late.wholeCalls[*call] - usual.wholeCalls[*call];
        return {LateCause::Call, call->first, call->second, 0, more / count, {}};
    }
    if (2 * most < delay) {
        // Operations of many kinds, such as those of a larger batch, can explain it together.
        reason = {};
        most = slow.busy - slowThere.busy;
        if (2 * most < delay || slowThere.busy.count() == 0)
            return reason;
        reason.cause = LateCause::AllSlower;
        reason.ratio = toSeconds(slow.busy) / toSeconds(slowThere.busy);
        key = slowestKey;
    }
    reason.extra = most / static_cast<std::int64_t>(steps.size());
    const Rank& of = rankOf(member);
    const Scope& step = steps.back()->scope;
    const ranks::Arrival& arrival = *arrivalOf(set, set.collectives()[steps.back()->collective], member);
    const auto ops = of.opsBefore(arrival);
    if (key != nullptr) {
        reason.name = std::get<std::string>(*key);
        reason.line = std::get<std::int32_t>(*key);
        for (const trace::Op& op : ops)
            if (keyOf(of.trace(), op) == *key)
                reason.ops.push_back(op.id);
        return reason;
    }
    // Names the operation that started after the rank's longest idle time.
    Nanoseconds free = of.local(step.begin);
    Nanoseconds idle{};
    for (const trace::Op& op : ops) {
        if (op.started - free > idle) {
            idle = op.started - free;
            reason.line = op.line;
            reason.name = std::string(of.trace().text(op.name));
            reason.ops = {op.id};
        }
        free = std::max(free, op.finished);
    }
    if (arrival.op.isValid() && of.local(arrival.posted) - free > idle) {
        const trace::Op op = of.trace().op(arrival.op);
        reason.line = op.line;
        reason.name = std::string(of.trace().text(op.name));
        reason.ops = {arrival.op};
    }
    return reason;
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
    // The profile of another program may have no lines.
    const auto at = [&](const Message& what) {
        return reason.line > 0 ? message("ranks.late.at", what, reason.line) : what;
    };
    const Message name = at(Message(reason.name.empty() ? std::string("?") : reason.name));
    // With two ranks there is no median, so the other rank is named.
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
