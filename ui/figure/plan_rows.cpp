#include "ui/figure/detail/plan.h"

#include "engine/analysis/concurrency.h"
#include "engine/analysis/lateness.h"
#include "ui/drawing/key_entries.h"
#include "ui/drawing/ranks/rank_bands.h"
#include "ui/drawing/ranks/rank_layout.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <set>

namespace ui::figure::detail {

using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

namespace {

bool isUsed(const Trace& trace, engine::LaneId lane, const model::TimeRange& range)
{
    const auto& index = trace.index(lane);
    const std::size_t first = index.firstEndingAfter(range.begin);
    return first < index.spans().size() && index.spans()[first].begin < range.end;
}

std::size_t gpuCount(const Trace& trace)
{
    return static_cast<std::size_t>(std::ranges::count_if(trace.devices(), [](const auto& d) { return isGpu(d); }));
}

QString laneLabel(const Trace& trace, const LaneRecord& lane, bool isOnlyGpu, bool isShort)
{
    const engine::trace::DeviceRecord* device = lane.device.isValid() && lane.device.index < trace.devices().size()
                                                    ? &trace.devices()[lane.device.index]
                                                    : nullptr;
    const QString name = !device                       ? QString()
                         : isGpu(*device) && isOnlyGpu ? QStringLiteral("GPU")
                                                       : QString::fromStdString(device->name);
    const bool isCopy = lane.role == LaneRole::CopyIn || lane.role == LaneRole::CopyOut;
    const bool isBrief = isShort || (isCopy && isOnlyGpu);
    return model::laneName(trace, lane, isBrief ? model::LaneForm::ShortFigure : model::LaneForm::Figure, name);
}

/// Describes the content of a panel for the legend. `concurrency`: the concurrency in the panel's band; null: the panel
/// has no band.
drawing::KeySubject subjectOf(const PanelPlan& panel, int columns, const engine::analysis::Concurrency* concurrency)
{
    drawing::KeySubject subject{*panel.trace, panel.range, columns};
    if (panel.trace->lanes().empty() && panel.trace->rankPart().set)
        subject.kinds = drawing::kindsIn(*panel.trace->rankPart().set, panel.range);
    for (const RowPlan& row : panel.rows)
        if (row.isLane())
            subject.lanes.push_back(row.lane);
        else if (row.folded)
            std::ranges::copy(row.folded->folded, std::back_inserter(subject.lanes));
    subject.concurrency = concurrency;
    subject.hasGhost = panel.ghost.has_value();
    subject.isMistimed = std::ranges::any_of(panel.brackets.blocks, [](const auto& block) { return block.isMistimed; });
    return subject;
}

Plan::LegendEntry entryOf(const drawing::KeyEntry& entry)
{
    using Subject = Plan::LegendEntry::Subject;
    using drawing::KeyItem;
    const auto what = [&] {
        switch (entry.item) {
            case KeyItem::Ghost:
                return Subject::Ghost;
            case KeyItem::Mistimed:
                return Subject::Mistimed;
            case KeyItem::Merged:
                return Subject::Merged;
            case KeyItem::Wait:
            case KeyItem::RankWait:
                return Subject::Wait;
            case KeyItem::Kind:
                break;
        }
        return Subject::Kind;
    };
    return {what(), entry.kind, entry.text, {}};
}

bool transfers(const Trace& trace, engine::LaneId link, const model::TimeRange& range)
{
    const engine::trace::LinkRates& rates = trace.rates(link);
    return transferred(rates, range.end) > transferred(rates, range.begin);
}

/// The rows of a run whose ranks are too many for lanes: bands of ranks, and between the bands a row for each late
/// rank.
std::vector<RowPlan> bandsOf(const engine::ranks::RunSet& set)
{
    constexpr double kAllBands = 8, kLeastBand = 0.8, kLateRank = 1.4;
    const engine::analysis::Lateness lateness = engine::analysis::lateness(set);
    std::vector<RowPlan> rows;
    for (const std::vector<std::uint32_t>& part : drawing::partsOf(set, {}, lateness.named())) {
        const int count = drawing::rankCount(set, part);
        RowPlan row{tr("%Ln ranks", nullptr, count), {}, {}, LaneRole::Compute};
        row.ranks = part;
        row.share = std::max(kLeastBand, kAllBands * count / set.rankCount());
        if (lateness.isNamed(part.front())) {
            row.label = tr("Rank %1").arg(set.members()[part.front()].info.rank);
            row.share = kLateRank;
            row.isLateRank = true;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

bool areRanksFolded(const Trace& trace)
{
    const auto& set = trace.rankPart().set;
    return set && !trace.lanes().empty() && set->members().size() > drawing::kMaxUnfoldedRanks;
}

std::vector<RowPlan> foldedRowsOf(const Trace& trace, int top, int height, double scale)
{
    const engine::ranks::RunSet& set = *trace.rankPart().set;
    drawing::LayoutOptions options;
    options.scale = scale;
    options.height = height;
    const engine::analysis::Lateness lateness = engine::analysis::lateness(set);
    options.lateRanks = lateness.named();
    std::vector<drawing::Row> placed;
    static_cast<void>(drawing::addRankRows(placed, top, trace, set, options, height));
    std::vector<RowPlan> rows;
    for (drawing::Row& row : placed) {
        if (const auto member = static_cast<std::uint32_t>(row.member);
            row.kind == drawing::RowKind::Rank && lateness.isNamed(member))
            row.title += QStringLiteral(" · ") + tr("%1 late").arg(look::durationText(lateness.ranks[member].late));
        RowPlan plan{row.title, {}, {}, LaneRole::Compute};
        plan.top = row.top;
        plan.height = row.height;
        plan.folded = std::move(row);
        rows.push_back(std::move(plan));
    }
    return rows;
}

std::vector<RowPlan> rowsOf(const Trace& trace, const model::TimeRange& range, const RowOptions& options)
{
    if (const auto& set = trace.rankPart().set; set && trace.lanes().empty())
        return bandsOf(*set);
    std::vector<RowPlan> rows;
    if (options.hasProgram && !trace.rankPart().set)
        rows.push_back({tr("Frontend"), {}, {}, LaneRole::Frontend});
    // Sorted by device, then by role.
    std::vector<const LaneRecord*> lanes;
    for (const LaneRecord& lane : trace.lanes())
        if (lane.role == LaneRole::Link ? options.hasLinks && transfers(trace, lane.id, range)
                                        : lane.role != LaneRole::Frontend && isUsed(trace, lane.id, range))
            lanes.push_back(&lane);
    std::set<std::uint32_t> gpus;
    for (const LaneRecord* lane : lanes)
        if (lane->device.index < trace.devices().size() && isGpu(trace.devices()[lane->device.index]))
            gpus.insert(lane->device.index);
    std::ranges::stable_sort(lanes, [](const LaneRecord* a, const LaneRecord* b) {
        return std::tuple(a->device.index, a->role, a->index) < std::tuple(b->device.index, b->role, b->index);
    });
    const bool isOnlyGpu = gpus.size() <= 1 && gpuCount(trace) >= 1;
    for (const LaneRecord* lane : lanes)
        rows.push_back({laneLabel(trace, *lane, isOnlyGpu, options.isShort), lane->id, lane->device, lane->role});
    return rows;
}

std::optional<RowPlan> overlapRowOf(const std::vector<RowPlan>& rows, const Trace& trace)
{
    const auto works = [&](const RowPlan& row) {
        return row.isLane() && engine::analysis::isWorkLane(trace.lanes()[row.lane.index]);
    };
    if (std::ranges::count_if(rows, works) < 2)
        return std::nullopt;
    return RowPlan{tr("Concurrency"), {}, {}, LaneRole::Frontend};
}

std::vector<Plan::LegendEntry> legendOf(const Plan& plan, const FigureOptions& options)
{
    using Entry = Plan::LegendEntry::Subject;
    std::vector<drawing::KeySubject> subjects;
    std::list<engine::analysis::Concurrency> bands;
    bool isIssuing = false, isSaved = false, doesOneWork = false, doManyWork = false;
    for (const PanelPlan& panel : plan.panels) {
        if (panel.overlap) {
            const auto& concurrency = bands.emplace_back(*panel.trace);
            const engine::Nanoseconds many = concurrency.many().busy(panel.range.begin, panel.range.end);
            doManyWork = doManyWork || many.count() > 0;
            doesOneWork = doesOneWork || concurrency.any().busy(panel.range.begin, panel.range.end) > many;
        }
        subjects.push_back(
            subjectOf(panel, static_cast<int>(plan.right - plan.left), panel.overlap ? &bands.back() : nullptr));
        isIssuing = isIssuing || (panel.trace->opCount() > 0 && !panel.trace->rankPart().set);
        isSaved = isSaved || panel.brackets.saved.has_value();
    }
    std::vector<Plan::LegendEntry> legend;
    bool isWaiting = false, hasHostWork = false;
    for (const drawing::KeyEntry& entry : drawing::keyEntries(subjects, model::KindForm::Figure)) {
        legend.push_back(entryOf(entry));
        isWaiting = isWaiting || entry.item == drawing::KeyItem::Wait;
        hasHostWork = hasHostWork || (entry.item == drawing::KeyItem::Kind && entry.kind == Kind::Host);
    }
    if (isIssuing && !hasHostWork)
        legend.push_back({Entry::Issue, Kind::Host, tr("the program issues"), {}});
    if (isWaiting && options.showSyncMarks)
        legend.push_back({Entry::Mark, Kind::Host, tr("wait returns"), {}});
    if (isSaved)
        legend.push_back({Entry::Saved, Kind::Host, tr("the other run goes on"), {}});
    if (doesOneWork)
        legend.push_back({Entry::OneWorks, Kind::Host, tr("one works"), {}});
    if (doManyWork)
        legend.push_back({Entry::ManyWork, Kind::Host, tr("two or more work"), {}});
    std::ranges::stable_sort(legend, {}, &Plan::LegendEntry::what);
    for (const PanelPlan& panel : plan.panels)
        if (!panel.memory.empty())
            for (const Plan::LegendEntry& entry : memoryLegend(*panel.trace))
                if (std::ranges::none_of(legend, [&](const auto& one) { return one.text == entry.text; }))
                    legend.push_back(entry);
    return legend;
}

}  // namespace ui::figure::detail
