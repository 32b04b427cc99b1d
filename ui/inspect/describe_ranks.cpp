#include "engine/analysis/lateness.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"

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

void addRanks(const engine::trace::Trace& trace, Description& d)
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
    d.isWhyFirst = true;
    d.whyTitle = ui::tr("Who is late?");
    d.why = ui::tr("No rank is last in half of the steps and costs 5 % of them.");
    QStringList sentences;
    for (const engine::analysis::Straggler& straggler : lateness.stragglers)
        sentences << look::messageText(engine::analysis::sentenceOf(*set, lateness, straggler));
    if (lateness.rare)
        sentences << look::messageText(engine::analysis::sentenceOf(*set, lateness, *lateness.rare));
    if (!sentences.isEmpty())
        d.why = sentences.join(QLatin1Char(' '));
}

}  // namespace ui::inspect::detail
