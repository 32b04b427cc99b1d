#include "engine/analysis/lateness.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

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
};

/// What a rank did from the begin of a step to its arrival at a collective.
struct StepWork {
    std::map<WorkKey, Work> work;
    Nanoseconds idleAtBegin{};  ///< idle time before the first operation
    Nanoseconds idleLater{};    ///< idle time between operations
    Nanoseconds length{};

    StepWork& operator+=(const StepWork& other)
    {
        for (const auto& [key, value] : other.work) {
            work[key].busy += value.busy;
            work[key].count += value.count;
        }
        idleAtBegin += other.idleAtBegin;
        idleLater += other.idleLater;
        length += other.length;
        return *this;
    }
};

/// Spans of the rank's own work in [begin, end) of its trace, sorted by begin.
std::vector<trace::Span> spansIn(const Member& member, Nanoseconds begin, Nanoseconds end)
{
    std::vector<trace::Span> spans;
    for (const trace::LaneRecord& lane : member.trace->lanes()) {
        if (!isWorkLane(lane) || lane.role == trace::LaneRole::Communication)
            continue;
        const trace::LaneIndex& index = member.trace->index(lane.id);
        for (std::size_t i = index.firstBeginningAt(begin); i < index.spans().size() && index.spans()[i].begin < end;
             ++i)
            spans.push_back(index.spans()[i]);
    }
    std::ranges::sort(spans, {}, &trace::Span::begin);
    return spans;
}

WorkKey keyOf(const trace::Trace& trace, const trace::Span& span)
{
    const trace::Op op = trace.op(span.op);
    return {std::string(trace.text(op.name)), op.line, span.kind};
}

StepWork workOf(const Member& member, const Scope& step, Nanoseconds arrival)
{
    StepWork result;
    const Nanoseconds begin = member.clock.toLocal(step.begin);
    const Nanoseconds end = member.clock.toLocal(arrival);
    result.length = arrival - step.begin;
    Nanoseconds free = begin;
    bool isFirst = true;
    for (const trace::Span& span : spansIn(member, begin, end)) {
        Work& work = result.work[keyOf(*member.trace, span)];
        work.busy += span.duration();
        ++work.count;
        const Nanoseconds idle = span.begin - free;
        if (idle > Nanoseconds{})
            (std::exchange(isFirst, false) ? result.idleAtBegin : result.idleLater) += idle;
        isFirst = false;
        free = std::max(free, span.end());
    }
    return result;
}

/// The member whose arrival is the median of all members except `but`.
std::uint32_t medianMember(const RunSet& set, const ranks::MatchedCollective& collective, std::uint32_t but)
{
    std::vector<ranks::Arrival> arrivals;
    for (const ranks::Arrival& arrival : set.arrivals(collective))
        if (arrival.member != but)
            arrivals.push_back(arrival);
    const auto middle = arrivals.begin() + static_cast<std::ptrdiff_t>(arrivals.size() / 2);
    std::ranges::nth_element(arrivals, middle, {}, &ranks::Arrival::posted);
    return middle->member;
}

Nanoseconds arrivalOf(const RunSet& set, const ranks::MatchedCollective& collective, std::uint32_t member)
{
    const auto arrivals = set.arrivals(collective);
    const auto found = std::ranges::find(arrivals, member, &ranks::Arrival::member);
    return found != arrivals.end() ? found->posted : collective.firstPosted;
}

/// The late rank's operations with this key, from the begin of the step to its arrival.
std::vector<OpId> opsOf(const Member& member, const Scope& step, Nanoseconds arrival, const WorkKey& key)
{
    std::vector<OpId> ops;
    for (const trace::Span& span : spansIn(member, member.clock.toLocal(step.begin), member.clock.toLocal(arrival)))
        if (span.op.isValid() && keyOf(*member.trace, span) == key)
            ops.push_back(span.op);
    return ops;
}

std::string durationText(Nanoseconds duration)
{
    const double ms = static_cast<double>(duration.count()) * 1e-6;
    char text[32];
    std::snprintf(text, sizeof text, ms < 1 ? "%.2f ms" : ms < 10 ? "%.1f ms" : "%.0f ms", ms);
    return text;
}

std::string ratioText(double ratio)
{
    char text[16];
    std::snprintf(text, sizeof text, ratio < 10 ? "%.1f" : "%.0f", ratio);
    return text;
}

}  // namespace

LateReason reasonOf(const RunSet& set, const Lateness& lateness, std::uint32_t member)
{
    StepWork late;
    StepWork usual;
    std::int64_t steps = 0;
    const StepLateness* example = nullptr;
    for (const StepLateness& step : lateness.steps) {
        if (step.last != member || step.cost <= Nanoseconds{})
            continue;
        const ranks::MatchedCollective& collective = set.collectives()[step.collective];
        const std::uint32_t other = medianMember(set, collective, member);
        late += workOf(set.members()[member], step.scope, arrivalOf(set, collective, member));
        usual += workOf(set.members()[other], step.scope, arrivalOf(set, collective, other));
        example = &step;
        ++steps;
    }
    LateReason reason;
    if (steps == 0)
        return reason;
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
    for (const auto& [of, work] : late.work) {
        const auto found = usual.work.find(of);
        const Work other = found != usual.work.end() ? found->second : Work{};
        const double ratio = other.busy.count() > 0 ? toSeconds(work.busy) / toSeconds(other.busy) : 0;
        if (isCopy(std::get<trace::Kind>(of)) && work.count == other.count)
            propose(LateCause::SlowCopies, work.busy - other.busy, ratio, &of);
        else if (work.count > other.count)
            propose(LateCause::MoreWork, work.busy - other.busy,
                    other.count > 0 ? static_cast<double>(work.count) / static_cast<double>(other.count) : 0, &of);
        else if (work.count == other.count)
            propose(LateCause::Slower, work.busy - other.busy, ratio, &of);
    }
    if (2 * most < delay)
        return {};
    reason.extra = most / steps;
    const Member& of = set.members()[member];
    const Nanoseconds arrival = arrivalOf(set, set.collectives()[example->collective], member);
    if (key != nullptr) {
        reason.name = std::get<std::string>(*key);
        reason.line = std::get<std::int32_t>(*key);
        reason.ops = opsOf(of, example->scope, arrival, *key);
        return reason;
    }
    // Names the operation that started after the rank's longest idle time.
    const auto spans = spansIn(of, of.clock.toLocal(example->scope.begin), of.clock.toLocal(arrival));
    Nanoseconds free = of.clock.toLocal(example->scope.begin);
    Nanoseconds longest{};
    for (const trace::Span& span : spans) {
        if (span.begin - free > longest) {
            longest = span.begin - free;
            reason.line = of.trace->op(span.op).line;
            reason.name = std::string(of.trace->text(of.trace->op(span.op).name));
            reason.ops = {span.op};
        }
        free = std::max(free, span.end());
    }
    return reason;
}

Message sentenceOf(const RunSet& set, const Straggler& straggler)
{
    const std::uint32_t rank = set.members()[straggler.member].info.rank;
    const std::string cost = durationText(straggler.cost);
    const LateReason& reason = straggler.reason;
    const std::string extra = durationText(reason.extra);
    const std::string name = reason.name.empty() ? std::string("?") : reason.name;
    switch (reason.cause) {
        case LateCause::Input:
            return message("ranks.late.input", rank, cost, extra, reason.line);
        case LateCause::Issue:
            return message("ranks.late.issue", rank, cost, name, reason.line, extra);
        case LateCause::Slower:
            return reason.name.empty()
                       ? message("ranks.late.slower-unnamed", rank, cost, ratioText(reason.ratio))
                       : message("ranks.late.slower", rank, cost, name, reason.line, ratioText(reason.ratio));
        case LateCause::MoreWork:
            return message("ranks.late.more", rank, cost, name, reason.line, extra);
        case LateCause::SlowCopies:
            return message("ranks.late.copies", rank, cost, reason.line, extra);
        case LateCause::Unknown:
            break;
    }
    return message("ranks.late", rank, cost);
}

}  // namespace engine::analysis
