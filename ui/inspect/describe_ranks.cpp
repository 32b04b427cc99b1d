#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"

#include <QLocale>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <ranges>
#include <string_view>
#include <system_error>
#include <vector>

namespace ui::inspect::detail {

using engine::Nanoseconds;
using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::RunSet;
using engine::trace::CollectiveKind;

namespace {

QString kindText(CollectiveKind kind)
{
    switch (kind) {
        case CollectiveKind::AllReduce:
            return QStringLiteral("all_reduce");
        case CollectiveKind::Reduce:
            return QStringLiteral("reduce");
        case CollectiveKind::Broadcast:
            return QStringLiteral("broadcast");
        case CollectiveKind::AllGather:
            return QStringLiteral("all_gather");
        case CollectiveKind::ReduceScatter:
            return QStringLiteral("reduce_scatter");
        case CollectiveKind::AllToAll:
            return QStringLiteral("all_to_all");
        case CollectiveKind::Gather:
            return QStringLiteral("gather");
        case CollectiveKind::Scatter:
            return QStringLiteral("scatter");
        case CollectiveKind::Barrier:
            return QStringLiteral("barrier");
        case CollectiveKind::Send:
            return QStringLiteral("send");
        case CollectiveKind::Receive:
            return QStringLiteral("recv");
    }
    return {};
}

int rankOf(const RunSet& set, std::uint32_t member)
{
    return static_cast<int>(set.members()[member].info.rank);
}

/// "-28 % · 105 ms": a lower bound of the time of all steps, after the reduction from their actual time.
QString boundText(Nanoseconds bound, const engine::analysis::Lateness& lateness)
{
    const double share = 1 - engine::toSeconds(bound) / engine::toSeconds(lateness.total);
    const QString time = look::durationText(bound);
    return share < 0.01 ? time : QStringLiteral("−%1 · %2").arg(look::percentText(share), time);
}

/// Times in one unit, which the head of the table names.
struct TimeUnit {
    double seconds;
    QString name;

    explicit TimeUnit(Nanoseconds length)
        : seconds(length >= std::chrono::seconds{10}        ? 1
                  : length >= std::chrono::milliseconds{10} ? 1e-3
                                                            : 1e-6),
          name(seconds == 1      ? QStringLiteral("s")
               : seconds == 1e-3 ? QStringLiteral("ms")
                                 : QStringLiteral("µs"))
    {
    }
    [[nodiscard]] QString text(Nanoseconds time) const
    {
        return QLocale().toString(engine::toSeconds(time) / seconds, 'f', 1);
    }
};

/// A collective of DistributedDataParallel, with the number of its bucket.
struct Bucket {
    int number = 0;
    const MatchedCollective* collective = nullptr;
    engine::analysis::CollectiveTimes times{};
};

/// The number of the bucket that a collective sends, as one of its ranks recorded it; none: it sends no bucket.
std::optional<int> bucketOf(const RunSet& set, const MatchedCollective& collective)
{
    constexpr std::string_view kLabel = "bucket ";
    for (const Arrival& arrival : set.arrivals(collective)) {
        const engine::trace::Trace& trace = *set.members()[arrival.member].trace;
        if (!trace.has(arrival.op))
            continue;
        const std::string_view label = trace.text(trace.op(arrival.op).label);
        int number = 0;
        const bool isBucket =
            label.starts_with(kLabel) &&
            std::from_chars(label.data() + kLabel.size(), label.data() + label.size(), number).ec == std::errc{};
        return isBucket ? std::optional(number) : std::nullopt;
    }
    return std::nullopt;
}

constexpr std::size_t kMostBuckets = 12;

/// The buckets of a step, sorted by their numbers, with times of the first kMostBuckets.
std::vector<Bucket> bucketsIn(const RunSet& set, const engine::analysis::Scope& step)
{
    const auto all = set.collectives();
    auto collective = std::ranges::lower_bound(all, step.begin, {}, &MatchedCollective::lastPosted);
    std::vector<Bucket> buckets;
    for (; collective != all.end() && collective->lastPosted < step.end; ++collective)
        if (const std::optional<int> number = bucketOf(set, *collective))
            buckets.push_back({*number, &*collective, {}});
    std::ranges::stable_sort(buckets, {}, &Bucket::number);
    for (Bucket& bucket : buckets | std::views::take(kMostBuckets))
        bucket.times = engine::analysis::timesOf(set, *bucket.collective);
    return buckets;
}

/// bucketsIn(), which keeps the result for the last step, because every move of the playhead requests it.
const std::vector<Bucket>& bucketsOf(const std::shared_ptr<const RunSet>& set, const engine::analysis::Scope& step)
{
    struct Kept {
        std::weak_ptr<const RunSet> set;  // weak: keeps no run in memory; the buckets refer to it
        engine::analysis::Scope step;
        std::vector<Bucket> buckets;
    };
    thread_local Kept kept;
    if (kept.set.lock() != set || kept.step.begin != step.begin || kept.step.end != step.end)
        kept = {set, step, bucketsIn(*set, step)};
    return kept.buckets;
}

/// What the last rank has when the collective is done.
QString doneText(const MatchedCollective& collective)
{
    switch (collective.what.op) {
        case engine::trace::ReduceOp::Average:
            return ui::tr("done: the last rank has the average");
        case engine::trace::ReduceOp::Sum:
            return ui::tr("done: the last rank has the sum");
        default:
            return ui::tr("done: the last rank has the result");
    }
}

/// The buckets of DistributedDataParallel in the step at `now`.
Table tableOf(const std::shared_ptr<const RunSet>& set, const engine::analysis::Lateness& lateness, Nanoseconds now)
{
    const auto& steps = lateness.steps;
    if (steps.empty() || !lateness.areStepsOfALoop)
        return {};
    const auto after = std::ranges::lower_bound(steps, now, {}, [](const auto& step) { return step.scope.end; });
    const engine::analysis::Scope& step = (after != steps.end() ? *after : steps.back()).scope;
    const std::vector<Bucket>& buckets = bucketsOf(set, step);
    if (buckets.empty())
        return {};
    const TimeUnit unit(step.length());
    Table table;
    table.title = ui::tr("Buckets at the playhead, %1 from the step's start").arg(unit.name);
    table.tip = QStringList{ui::tr("full: the median rank has computed the gradients, of two ranks the later one"),
                            ui::tr("posted: it submits the collective"), doneText(*buckets.front().collective),
                            ui::tr("hidden: part of the transfer in which the ranks compute or copy")}
                    .join(QLatin1Char('\n'));
    table.rows.push_back({{}, ui::tr("size"), ui::tr("full"), ui::tr("posted"), ui::tr("done"), ui::tr("hidden")});
    for (const auto& [number, collective, times] : buckets | std::views::take(kMostBuckets))
        table.rows.push_back({QString::number(number), look::bytesText(collective->what.bytes),
                              times.full ? unit.text(*times.full - step.begin) : QStringLiteral("–"),
                              unit.text(times.posted - step.begin), unit.text(collective->done - step.begin),
                              times.hidden ? look::percentText(*times.hidden) : QStringLiteral("–")});
    if (buckets.size() > kMostBuckets)
        table.note = ui::tr("and %1 more").arg(look::countText(buckets.size() - kMostBuckets));
    return table;
}

}  // namespace

std::shared_ptr<const engine::analysis::Lateness> latenessOf(const std::shared_ptr<const RunSet>& set)
{
    thread_local std::weak_ptr<const RunSet> last;  // weak: keeps no run in memory
    thread_local std::shared_ptr<const engine::analysis::Lateness> lateness;
    if (last.lock() != set) {
        lateness = std::make_shared<const engine::analysis::Lateness>(engine::analysis::lateness(*set));
        last = set;
    }
    return lateness;
}

void addCollective(const engine::trace::Trace& trace, engine::OpId op, Description& d)
{
    const auto origin = engine::ranks::originOf(trace, op);
    if (!origin || origin->collective == nullptr || origin->arrival == nullptr)
        return;
    const RunSet& set = *engine::ranks::setOf(trace);
    const MatchedCollective& collective = *origin->collective;
    const auto time = [&](Nanoseconds t) { return detail::momentText(trace, t); };
    std::uint32_t first = origin->member;
    for (const Arrival& arrival : set.arrivals(collective))
        if (arrival.posted == collective.firstPosted)
            first = arrival.member;
    d.title = kindText(collective.what.kind) + QStringLiteral(" #%1").arg(collective.what.sequence);
    d.rows = {
        {ui::tr("Posted"), time(origin->arrival->posted)},
        {ui::tr("First arrival"), ui::tr("%1 · rank %2").arg(time(collective.firstPosted)).arg(rankOf(set, first))},
        {ui::tr("Last arrival"),
         ui::tr("%1 · rank %2").arg(time(collective.lastPosted)).arg(rankOf(set, collective.lastMember))},
        {ui::tr("Transfer"), look::durationText(collective.done - collective.lastPosted) + QStringLiteral(" · ") +
                                 look::bytesText(collective.what.bytes)}};
    const Nanoseconds wait = collective.waitOf(*origin->arrival);
    if (origin->member != collective.lastMember && wait > Nanoseconds{}) {
        d.whyTitle = ui::tr("Why now?");
        d.why = ui::tr("waits for rank %1 · %2").arg(rankOf(set, collective.lastMember)).arg(look::durationText(wait));
    } else {
        d.whyTitle = ui::tr("Why now?");
        d.why = ui::tr("this rank arrives last; the transfer starts");
    }
    if (!collective.isWhole)
        d.why += QStringLiteral(". ") + ui::tr("Some ranks did not make this call.");
}

QString lateText(const engine::trace::Trace& trace)
{
    const RunSet* set = engine::ranks::setOf(trace);
    if (set == nullptr)
        return {};
    QStringList sentences;
    for (const engine::Message& sentence : engine::analysis::sentencesOf(*set, *latenessOf(trace.rankPart().set)))
        sentences << look::messageText(sentence);
    return sentences.join(QLatin1Char(' '));
}

void addRanks(const engine::trace::Trace& trace, Nanoseconds now, Description& d)
{
    const RunSet* set = engine::ranks::setOf(trace);
    if (set == nullptr)
        return;
    const auto known = latenessOf(trace.rankPart().set);
    const engine::analysis::Lateness& lateness = *known;
    d.rows = {{ui::tr("Ranks"), look::countText(set->rankCount())},
              {ui::tr("Nodes"), look::countText(set->nodeCount())},
              {ui::tr("Makespan"), look::clockText(engine::analysis::runScope(trace).length())},
              {ui::tr("Steps"), look::countText(lateness.steps.size())},
              {ui::tr("Time lost waiting for late ranks"), look::durationText(lateness.lost)},
              {ui::tr("Hidden communication"), look::percentText(lateness.hiddenShare())}};
    if (lateness.total > Nanoseconds{}) {
        d.rows.push_back({ui::tr("Time of all steps"), look::durationText(lateness.total)});
        d.rows.push_back({ui::tr("No rank late"), boundText(lateness.withoutLateness(), lateness)});
        d.rows.push_back({ui::tr("Perfect overlap"), boundText(lateness.withPerfectOverlap(), lateness)});
    }
    d.table = tableOf(trace.rankPart().set, lateness, now);
    d.isWhyFirst = true;
    d.whyTitle = ui::tr("Who is late?");
    // The card above says which rank is late.
    d.why =
        lateness.named().empty()
            ? ui::tr("No rank is a straggler: last in at least half of the steps, at a cost of at least 5 % of them.")
            : QString();
}

}  // namespace ui::inspect::detail
