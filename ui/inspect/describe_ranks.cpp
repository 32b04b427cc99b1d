#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/inspect/detail/time_unit.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/model/operation_labels.h"

#include <QLocale>
#include <algorithm>
#include <ranges>
#include <vector>

namespace ui::inspect::detail {

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

constexpr std::size_t kMostBuckets = 12;

/// States what the last rank to complete the collective has received.
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

/// Explains why no rank is named as late. Empty if a rank is named, because LateCard explains why the named rank is
/// late.
QString nobodyText(const engine::analysis::Lateness& lateness)
{
    if (lateness.isClockWrong)
        return ui::tr("The clocks of the ranks contradict each other, so it is unknown who is late.");
    return lateness.named().empty()
               ? ui::tr(
                     "No rank is a straggler: last in at least half of the steps, at a cost of at least 5 % of them.")
               : QString();
}

/// The buckets of DistributedDataParallel in the step at `now`.
Table tableOf(model::RankFigures& figures, Nanoseconds now)
{
    const auto& steps = figures.lateness()->steps;
    if (steps.empty() || !figures.lateness()->areStepsOfALoop)
        return {};
    const auto after = std::ranges::lower_bound(steps, now, {}, [](const auto& step) { return step.scope.end; });
    const engine::analysis::Scope& step = (after != steps.end() ? *after : steps.back()).scope;
    const std::vector<engine::analysis::Bucket>& buckets = figures.bucketsIn(step, kMostBuckets);
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

QString causeText(const engine::analysis::LateReason& reason)
{
    using engine::analysis::LateCause;
    const QString name = QString::fromStdString(reason.name);
    // In the trace of another profiler, the source line may be unknown.
    const auto at = [&](const QString& what) {
        return reason.line > 0 ? ui::tr("%1, line %2").arg(what, QString::number(reason.line)) : what;
    };
    const QString ratio = QLocale().toString(reason.ratio, 'f', 1);
    switch (reason.cause) {
        case LateCause::Input:
            return at(ui::tr("late input"));
        case LateCause::Issue:
            return at(ui::tr("issued later"));
        case LateCause::Call:
            return at(name);
        case LateCause::AllSlower:
            return ui::tr("all operations take %1 ×").arg(ratio);
        case LateCause::Slower:
            return name.isEmpty() ? ui::tr("all operations take %1 ×").arg(ratio)
                                  : at(ui::tr("%1 takes %2 ×").arg(name, ratio));
        case LateCause::MoreWork:
            return at(ui::tr("more %1").arg(name));
        case LateCause::SlowCopies:
            return at(ui::tr("slower copies"));
        case LateCause::NotLoaded:
            return ui::tr("operations not loaded");
        case LateCause::Unknown:
            break;
    }
    return ui::tr("no single cause");
}

QString signedText(Nanoseconds time)
{
    return time < Nanoseconds{} ? QStringLiteral("−") + look::durationText(-time) : look::durationText(time);
}

QString latenessText(const engine::analysis::Lateness& lateness, Nanoseconds late)
{
    return lateness.isKnown() ? signedText(late) : QStringLiteral("–");
}

namespace {

/// "–" if the clocks contradict each other, because it is then unknown which rank waits for which.
QString waitText(const engine::analysis::Lateness& lateness, Nanoseconds wait)
{
    return lateness.isClockWrong ? QStringLiteral("–") : look::durationText(wait);
}

QString clockText(const engine::ranks::ClockMap& clock)
{
    const QString text =
        clock.doubt() > Nanoseconds{} ? ui::tr("±%1: contradicts other clocks") : ui::tr("±%1 against node 0");
    return text.arg(look::durationText(clock.largestUncertainty()));
}

}  // namespace

std::vector<BarRow> boundRows(const engine::analysis::Lateness& lateness)
{
    const double step = engine::toSeconds(lateness.meanStep());
    if (step <= 0)
        return {};
    const auto rowOf = [&](const QString& name, Nanoseconds ofAll) {
        const Nanoseconds bound = ofAll / static_cast<std::int64_t>(lateness.steps.size());
        const double value = engine::toSeconds(bound);
        const double saved = 1 - value / step;
        return BarRow{name, value, step, look::durationText(bound),
                      saved < 0.005 ? QStringLiteral("0 %") : QStringLiteral("−") + look::percentText(saved)};
    };
    std::vector<BarRow> rows;
    if (!lateness.isClockWrong)
        rows.push_back(rowOf(ui::tr("No rank late"), lateness.withoutLateness()));
    rows.push_back(rowOf(ui::tr("Perfect overlap"), lateness.withPerfectOverlap()));
    return rows;
}

namespace {

std::vector<BarRow> rowsOf(const engine::analysis::RankWork& work, std::uint32_t member)
{
    using engine::analysis::WorkKind;
    using engine::trace::Kind;
    std::vector<BarRow> rows;
    const auto add = [&](WorkKind of, Kind kind, const QString& name) {
        const auto i = static_cast<std::size_t>(of);
        const Nanoseconds time = work.ranks[member][i], usual = work.usual(member)[i];
        if (time <= Nanoseconds{} && usual <= Nanoseconds{})
            return;
        rows.push_back(
            {name, engine::toSeconds(time), engine::toSeconds(usual), look::durationText(time),
             usual > Nanoseconds{} ? look::factorText(engine::toSeconds(time) / engine::toSeconds(usual)) : QString(),
             kind});
    };
    add(WorkKind::Compute, Kind::Compute, model::kindName(Kind::Compute));
    add(WorkKind::Backward, Kind::Backward, model::kindName(Kind::Backward));
    add(WorkKind::Elementwise, Kind::Elementwise, model::kindName(Kind::Elementwise));
    add(WorkKind::Copies, Kind::CopyIn, ui::tr("copies"));
    add(WorkKind::Transfers, Kind::Collective, ui::tr("transfers"));
    return rows;
}

}  // namespace

std::vector<BarRow> workRows(model::RankFigures& figures, std::uint32_t member)
{
    return rowsOf(figures.work(), member);
}

std::vector<BarRow> workRowsOfLateSteps(model::RankFigures& figures, std::uint32_t member)
{
    const auto steps = engine::analysis::delayedBy(*figures.lateness(), member);
    return rowsOf(engine::analysis::workOf(*figures.set(), steps), member);
}

QString ranksText(const RunSet& set, std::vector<std::uint32_t> members)
{
    std::ranges::sort(members);
    QStringList ranges;
    for (std::size_t i = 0; i < members.size();) {
        std::size_t last = i;
        const auto endOf = [&](std::size_t at) {
            const engine::ranks::Member& member = set.members()[members[at]];
            return static_cast<int>(member.info.rank + member.count);
        };
        // A rank whose trace is missing is not a member, so a range of ranks ends before it.
        while (last + 1 < members.size() && rankOf(set, members[last + 1]) == endOf(last))
            ++last;
        const int first = rankOf(set, members[i]);
        const int to = endOf(last) - 1;
        ranges << (first == to ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(to));
        i = last + 1;
    }
    constexpr qsizetype kMost = 6;
    if (ranges.size() > kMost)
        ranges = ranges.mid(0, kMost) << QStringLiteral("…");
    return ranges.join(QStringLiteral(", "));
}

namespace {

/// Returns the rank's first device with compute work, or else its first device with any work.
QString deviceOf(const engine::trace::Trace& trace)
{
    const engine::trace::LaneRecord* found = nullptr;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        if (lane.device.index >= trace.devices().size() || trace.spans(lane.id).empty())
            continue;
        if (found == nullptr || (lane.role == engine::trace::LaneRole::Compute && found->role != lane.role))
            found = &lane;
    }
    return found != nullptr ? QString::fromStdString(trace.devices()[found->device.index].name) : QString();
}

Description describeRank(model::TraceFeed& feed, std::uint32_t member, bool hasScope)
{
    model::RankFigures& figures = feed.rankFigures();
    const std::shared_ptr<const RunSet>& set = figures.set();
    const auto lateness = figures.lateness();
    const engine::analysis::RankLateness& rank = lateness->ranks[member];
    const engine::ranks::Member& of = set->members()[member];
    const auto stepCount = static_cast<int>(lateness->steps.size());
    Description d;
    d.isCode = false;
    d.kindText = ui::tr("rank");
    d.title = ui::tr("Rank %1").arg(of.info.rank);
    QStringList place{of.info.host.empty() ? ui::tr("Node %1").arg(of.info.node)
                                           : QString::fromStdString(of.info.host)};
    if (const QString device = deviceOf(*of.trace); !device.isEmpty())
        place << device;
    if (!lateness->isClockWrong)
        place << ui::tr("last in %1 of %n step(s)", nullptr, stepCount).arg(look::countText(rank.lastIn));
    if (hasScope)
        place << ui::tr("whole run");
    d.place = place.join(QStringLiteral(" · "));
    d.rows = {{ui::tr("Late"), latenessText(*lateness, rank.late)},
              {ui::tr("Waits per step"), waitText(*lateness, rank.waits)},
              {ui::tr("Costs per step"), waitText(*lateness, rank.cost)}};
    // Omit these rows in a live run: their cost is linear in all spans, too much for every tick.
    for (const BarRow& row : feed.trace()->isLive() ? std::vector<BarRow>() : workRows(figures, member))
        d.rows.push_back({row.name.left(1).toUpper() + row.name.mid(1),
                          row.ratio.isEmpty() ? row.text : row.text + QStringLiteral(" · ") + row.ratio});
    if (of.clock.largestUncertainty() > Nanoseconds{})
        d.rows.push_back({ui::tr("Clock"), clockText(of.clock)});
    const model::RankLoader::Rank* const requested = feed.ranks().find(member);
    if (requested != nullptr && !requested->reason.empty()) {
        d.whyTitle = ui::tr("Not loaded:");
        d.why = look::messageText(requested->reason);
    } else if (rank.lastIn > 0 && !lateness->isClockWrong) {
        d.whyTitle = ui::tr("Cause of its lateness:");
        d.why = causeText(figures.reasonOf(member));
    }
    return d;
}

}  // namespace

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
    // If clocks contradict each other, it is unknown who arrived first or last, and when the transfer began.
    const bool isClockWrong = set.clockConflict().has_value();
    const auto arrival = [&](Nanoseconds posted, std::uint32_t member) {
        return isClockWrong ? QStringLiteral("–") : ui::tr("%1 · rank %2").arg(time(posted)).arg(rankOf(set, member));
    };
    const QString bytes = look::bytesText(collective.what.bytes);
    d.rows = {{ui::tr("Posted"), time(origin->arrival->posted)},
              {ui::tr("First arrival"), arrival(collective.firstPosted, first)},
              {ui::tr("Last arrival"), arrival(collective.lastPosted, collective.lastMember)},
              {ui::tr("Transfer"), isClockWrong ? bytes
                                                : look::durationText(collective.done - collective.lastPosted) +
                                                      QStringLiteral(" · ") + bytes}};
    const Nanoseconds wait = collective.waitOf(*origin->arrival);
    d.whyTitle = ui::tr("Why now?");
    if (isClockWrong && !set.hasWaited(collective, *origin->arrival))
        d.why = ui::tr("clocks contradict each other");
    else if (origin->member != collective.lastMember && wait > Nanoseconds{})
        d.why = ui::tr("waits for rank %1 · %2").arg(rankOf(set, collective.lastMember)).arg(look::durationText(wait));
    else
        d.why = ui::tr("this rank arrives last; the transfer starts");
    if (!collective.isWhole)
        d.why += QStringLiteral(". ") + ui::tr("Some ranks did not make this call.");
}

QString lateText(model::RankFigures& figures)
{
    return figures.set() ? look::messageText(engine::analysis::sentencesOf(*figures.set(), *figures.lateness()))
                         : QString();
}

void addRanks(const engine::trace::Trace& trace, model::RankFigures& figures, Nanoseconds now, Description& d)
{
    const std::shared_ptr<const RunSet>& set = figures.set();
    const engine::analysis::Lateness& lateness = *figures.lateness();
    d.rows = {{ui::tr("Ranks"), look::countText(set->rankCount())},
              {ui::tr("Nodes"), look::countText(set->nodeCount())},
              {ui::tr("Makespan"), look::clockText(engine::analysis::runScope(trace).length())},
              {ui::tr("Steps"), look::countText(lateness.steps.size())},
              {ui::tr("Time lost waiting for late ranks"), waitText(lateness, lateness.lost)},
              {ui::tr("Hidden communication"), look::percentText(lateness.hiddenShare())}};
    if (!lateness.steps.empty())
        d.rows.push_back({ui::tr("Mean step"), look::durationText(lateness.meanStep())});
    // If a rank is named as late, LateCard shows the bounds.
    if (lateness.total > Nanoseconds{} && lateness.named().empty())
        for (const BarRow& bound : boundRows(lateness))
            d.rows.push_back({bound.name, bound.ratio + QLatin1Char(' ') + bound.text});
    d.table = tableOf(figures, now);
    d.isWhyFirst = true;
    d.whyTitle = ui::tr("Who is late?");
    d.why = nobodyText(lateness);
}

}  // namespace ui::inspect::detail

namespace ui::inspect {

Description describeRanks(model::TraceFeed& feed, const std::vector<std::uint32_t>& members, bool hasScope)
{
    const engine::ranks::RunSetPtr& set = feed.rankFigures().set();
    const auto isOfSet = [&](std::uint32_t member) { return member < set->members().size(); };
    if (!set || members.empty() || !std::ranges::all_of(members, isOfSet))
        return {};
    if (members.size() == 1)
        return detail::describeRank(feed, members.front(), hasScope);
    const auto lateness = feed.rankFigures().lateness();
    std::vector<engine::Nanoseconds> late;
    engine::Nanoseconds waits{};
    std::uint32_t lastIn = 0;
    for (const std::uint32_t member : members) {
        late.push_back(lateness->ranks[member].late);
        waits += lateness->ranks[member].waits;
        lastIn += lateness->ranks[member].lastIn;
    }
    const auto [least, most] = std::ranges::minmax(late);
    Description d;
    d.isCode = false;
    d.kindText = ui::tr("ranks");
    d.title = ui::tr("%n rank(s)", nullptr, static_cast<int>(members.size()));
    d.place = ui::tr("ranks %1").arg(detail::ranksText(*set, members));
    if (hasScope)
        d.place += QStringLiteral(" · ") + ui::tr("whole run");
    d.rows = {{ui::tr("Late"), lateness->isKnown()
                                   ? QStringLiteral("%1 – %2").arg(detail::signedText(least), detail::signedText(most))
                                   : QStringLiteral("–")},
              {ui::tr("Waits, mean per step"),
               detail::waitText(*lateness, waits / static_cast<std::int64_t>(members.size()))},
              {ui::tr("Last in"),
               lateness->isClockWrong
                   ? QStringLiteral("–")
                   : ui::tr("%1 of %2").arg(look::countText(lastIn), look::countText(lateness->steps.size()))}};
    return d;
}

}  // namespace ui::inspect
