#include "engine/analysis/collective_times.h"

#include "engine/analysis/detail/median.h"
#include "engine/analysis/lateness.h"
#include "engine/trace/bucket_label.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

namespace engine::analysis {

namespace {

/// Returns the end of the last operation whose result `op` reads, on the rank's own clock; none: not recorded, or one
/// of these operations has not ended.
std::optional<Nanoseconds> inputsOf(const trace::Trace& trace, OpId op)
{
    std::optional<Nanoseconds> end;
    if (!trace.has(op))
        return end;
    for (const trace::Edge& edge : trace.edges().into(op)) {
        if (edge.kind != trace::DependencyKind::ReadAfterWrite)
            continue;
        const trace::Op from = trace.op(edge.from);
        if (!hasEnded(from))
            return std::nullopt;
        end = std::max(end.value_or(from.finished), from.finished);
    }
    return end;
}

/// The number of the bucket that a collective sends, as one of its ranks recorded it; none: it sends no bucket.
std::optional<int> bucketOf(const ranks::RunSet& set, const ranks::MatchedCollective& collective)
{
    for (const ranks::Arrival& arrival : set.arrivals(collective))
        if (const trace::Trace& trace = *set.members()[arrival.member].trace; trace.has(arrival.op))
            return trace::bucketOf(trace.text(trace.op(arrival.op).label));
    return std::nullopt;
}

}  // namespace

CollectiveTimes timesOf(const ranks::RunSet& set, const ranks::MatchedCollective& collective)
{
    std::vector<Nanoseconds> full, posted;
    Nanoseconds transfer{}, hidden{};
    for (const ranks::Arrival& arrival : set.arrivals(collective)) {
        const ranks::Member& member = set.members()[arrival.member];
        if (const auto inputs = inputsOf(*member.trace, arrival.op))
            full.push_back(member.clock.toReference(*inputs));
        posted.push_back(arrival.posted);
        transfer += std::max(Nanoseconds{}, arrival.done - collective.lastPosted);
        hidden += busyBesideCollectives(member, collective.lastPosted, arrival.done);
    }
    CollectiveTimes times;
    // Without the times of all ranks, there is no median: in a large run only some ranks, mostly late ones, have
    // operations.
    if (!full.empty() && full.size() == posted.size())
        times.full = detail::medianOf(std::move(full));
    if (!posted.empty())
        times.posted = detail::medianOf(std::move(posted));
    if (transfer > Nanoseconds{})
        times.hidden = toSeconds(hidden) / toSeconds(transfer);
    return times;
}

std::vector<Bucket> bucketsIn(const ranks::RunSet& set, const Scope& step, std::size_t mostTimed)
{
    const auto all = set.collectives();
    auto collective = std::ranges::lower_bound(all, step.begin, {}, &ranks::MatchedCollective::lastPosted);
    std::vector<Bucket> buckets;
    for (; collective != all.end() && collective->lastPosted < step.end; ++collective)
        if (const std::optional<int> number = bucketOf(set, *collective))
            buckets.push_back({*number, &*collective});
    std::ranges::stable_sort(buckets, {}, &Bucket::number);
    for (Bucket& bucket : buckets | std::views::take(mostTimed))
        bucket.times = timesOf(set, *bucket.collective);
    return buckets;
}

}  // namespace engine::analysis
