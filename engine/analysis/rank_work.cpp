#include "engine/analysis/rank_work.h"

#include "engine/analysis/detail/median.h"

#include <algorithm>
#include <optional>

namespace engine::analysis {

namespace {

std::optional<WorkKind> workKindOf(trace::Kind kind)
{
    switch (kind) {
        case trace::Kind::Compute:
            return WorkKind::Compute;
        case trace::Kind::Backward:
            return WorkKind::Backward;
        case trace::Kind::Elementwise:
            return WorkKind::Elementwise;
        case trace::Kind::CopyIn:
        case trace::Kind::CopyOut:
        case trace::Kind::CopyPeer:
            return WorkKind::Copies;
        case trace::Kind::Collective:  // not counted, because its spans include waits
        case trace::Kind::Host:
            break;
    }
    return std::nullopt;
}

Nanoseconds& timeOf(WorkTimes& times, WorkKind kind)
{
    return times[static_cast<std::size_t>(kind)];
}

void addSpans(const ranks::Member& member, const Scope& step, WorkTimes& times)
{
    const Nanoseconds begin = member.clock.toLocal(step.begin);
    const Nanoseconds end = member.clock.toLocal(step.end);
    for (const trace::LaneRecord& lane : member.trace->lanes()) {
        if (!isWorkLane(lane))
            continue;
        const trace::LaneIndex& index = member.trace->index(lane.id);
        const std::size_t last = index.firstBeginningAt(end);
        for (std::size_t i = index.firstEndingAfter(begin); i < last; ++i) {
            const trace::Span& span = index.spans()[i];
            if (const std::optional<WorkKind> kind = workKindOf(span.kind))
                timeOf(times, *kind) += std::min(span.end(), end) - std::max(span.begin, begin);
        }
    }
}

void addTransfers(const ranks::RunSet& set, const std::vector<Scope>& steps, std::vector<WorkTimes>& ranks)
{
    std::vector<Nanoseconds> counted(ranks.size());
    for (const ranks::MatchedCollective& collective : set.collectives()) {
        const auto step = std::ranges::upper_bound(steps, collective.lastPosted, {}, &Scope::end);
        if (step == steps.end())
            break;
        for (const ranks::Arrival& arrival : set.arrivals(collective)) {
            const Nanoseconds begin = std::max({collective.lastPosted, step->begin, counted[arrival.member]});
            const Nanoseconds end = std::min(arrival.done, step->end);
            if (begin >= end)
                continue;
            counted[arrival.member] = end;
            timeOf(ranks[arrival.member], WorkKind::Transfers) += end - begin;
        }
    }
}

}  // namespace

RankWork workOf(const ranks::RunSet& set, const std::vector<Scope>& steps)
{
    RankWork work;
    work.ranks.resize(set.members().size());
    if (steps.empty())
        return work;
    for (std::size_t i = 0; i < work.ranks.size(); ++i)
        for (const Scope& step : steps)
            addSpans(set.members()[i], step, work.ranks[i]);
    addTransfers(set, steps, work.ranks);
    for (WorkTimes& times : work.ranks)
        for (Nanoseconds& time : times)
            time /= std::ssize(steps);
    for (std::size_t kind = 0; kind < kWorkKinds; ++kind) {
        std::vector<Nanoseconds> times;
        for (const WorkTimes& rank : work.ranks)
            times.push_back(rank[kind]);
        work.median[kind] = detail::medianOf(std::move(times));
    }
    return work;
}

RankWork workOf(const ranks::RunSet& set, const Lateness& lateness)
{
    std::vector<Scope> steps;
    for (const StepLateness& step : lateness.steps)
        steps.push_back(step.scope);
    return workOf(set, steps);
}

}  // namespace engine::analysis
