#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"

#include <QLocale>
#include <algorithm>
#include <chrono>

namespace ui::inspect::detail {

using engine::Nanoseconds;
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

/// The collectives of the step at `now` that move data: those of DistributedDataParallel are its buckets.
Table tableOf(const RunSet& set, const engine::analysis::Lateness& lateness, Nanoseconds now)
{
    constexpr std::size_t kMost = 12;
    const auto& steps = lateness.steps;
    if (steps.empty() || !lateness.areStepsOfALoop)
        return {};
    const auto after = std::ranges::find_if(steps, [&](const auto& step) { return step.scope.end >= now; });
    const auto& step = after != steps.end() ? *after : steps.back();
    const TimeUnit unit(step.scope.length());
    Table table;
    table.title = ui::tr("Buckets at the playhead, %1 from the step's start").arg(unit.name);
    table.tip = ui::tr(
        "full: the median rank has computed the gradients; posted: it hands them over; done: the last "
        "rank has the sum; hidden: part of the transfer in which the ranks compute or copy");
    table.rows.push_back({{}, ui::tr("size"), ui::tr("full"), ui::tr("posted"), ui::tr("done"), ui::tr("hidden")});
    for (const engine::ranks::MatchedCollective& collective : set.collectives()) {
        const bool isInStep = collective.lastPosted >= step.scope.begin && collective.lastPosted < step.scope.end;
        if (!isInStep || collective.what.kind != CollectiveKind::AllReduce || table.rows.size() > kMost)
            continue;
        const engine::analysis::CollectiveTimes times = engine::analysis::timesOf(set, collective);
        table.rows.push_back({QString::number(table.rows.size() - 1), look::bytesText(collective.what.bytes),
                              times.full ? unit.text(*times.full - step.scope.begin) : QStringLiteral("–"),
                              unit.text(times.posted - step.scope.begin), unit.text(collective.done - step.scope.begin),
                              times.hidden ? look::percentText(*times.hidden) : QStringLiteral("–")});
    }
    return table.rows.size() > 1 ? table : Table{};
}

}  // namespace

std::shared_ptr<const engine::analysis::Lateness> latenessOf(const std::shared_ptr<const RunSet>& set)
{
    thread_local std::shared_ptr<const RunSet> last;
    thread_local std::shared_ptr<const engine::analysis::Lateness> lateness;
    if (last != set) {
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
    const engine::ranks::MatchedCollective& collective = *origin->collective;
    const auto time = [&](Nanoseconds t) { return detail::momentText(trace, t); };
    std::uint32_t first = origin->member;
    for (const engine::ranks::Arrival& arrival : set.arrivals(collective))
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
    d.table = tableOf(*set, lateness, now);
    d.isWhyFirst = true;
    d.whyTitle = ui::tr("Who is late?");
    // The card above says which rank is late.
    d.why =
        lateness.named().empty() ? ui::tr("No rank is last in half of the steps and costs 5 % of them.") : QString();
}

}  // namespace ui::inspect::detail
