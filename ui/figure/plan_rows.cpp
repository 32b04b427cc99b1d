#include "ui/figure/detail/plan.h"

#include "engine/analysis/concurrency.h"
#include "engine/analysis/lateness.h"
#include "ui/drawing/key_painter.h"
#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/rank_bands.h"
#include "ui/drawing/rank_layout.h"
#include "ui/drawing/rank_painter.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"

#include <algorithm>
#include <set>

namespace ui::figure::detail {

using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;
using engine::trace::Trace;

namespace {

bool isUsed(const Trace& trace, engine::LaneId lane, const model::TimeRange& range)
{
    const auto& index = trace.index(lane);
    const std::size_t first = index.firstEndingAfter(range.begin);
    return first < index.spans().size() && index.spans()[first].begin < range.end;
}

std::size_t gpuCount(const Trace& trace)
{
    return static_cast<std::size_t>(std::count_if(trace.devices().begin(), trace.devices().end(), [](const auto& d) {
        return d.kind == engine::trace::DeviceKind::Gpu;
    }));
}

QString laneLabel(const Trace& trace, const LaneRecord& lane, bool isOnlyGpu, bool isShort)
{
    const engine::trace::DeviceRecord* device = lane.device.isValid() && lane.device.index < trace.devices().size()
                                                    ? &trace.devices()[lane.device.index]
                                                    : nullptr;
    const QString name = !device ? QString()
                         : device->kind == engine::trace::DeviceKind::Gpu && isOnlyGpu
                             ? QStringLiteral("GPU")
                             : QString::fromStdString(device->name);
    const bool isCopy = lane.role == LaneRole::CopyIn || lane.role == LaneRole::CopyOut;
    const bool isBrief = isShort || (isCopy && isOnlyGpu);
    return model::laneName(trace, lane, isBrief ? model::LaneForm::ShortFigure : model::LaneForm::Figure, name);
}

/// Kinds of operations that the rows of a panel show.
std::set<Kind> kindsOf(const PanelPlan& panel)
{
    std::set<Kind> kinds;
    if (panel.trace->lanes().empty() && panel.trace->rankPart().set)
        kinds = drawing::kindsIn(*panel.trace->rankPart().set, panel.range);
    for (const RowPlan& row : panel.rows) {
        if (!row.isLane())
            continue;
        engine::trace::Coverage coverage;
        panel.trace->index(row.lane).cover({panel.range.begin, panel.range.end, 1000}, coverage);
        for (const auto& slice : coverage.slices)
            kinds.insert(panel.trace->spans(row.lane)[slice.span].kind);
        for (const auto& column : coverage.columns)
            kinds.insert(column.kind);
    }
    return kinds;
}

/// Whether lanes or the concurrency band of a panel show merged spans.
bool showsMergedSpans(const Plan& plan, const PanelPlan& panel)
{
    const auto merges = [&](const engine::trace::LaneIndex& index) {
        return drawing::hasMergedSpans(index, panel.range, static_cast<int>(plan.right - plan.left));
    };
    if (std::any_of(panel.rows.begin(), panel.rows.end(),
                    [&](const RowPlan& row) { return row.isLane() && merges(panel.trace->index(row.lane)); }))
        return true;
    if (!panel.overlap)
        return false;
    const engine::analysis::Concurrency concurrency(*panel.trace);
    return merges(concurrency.any()) || merges(concurrency.many());
}

bool hasWaits(const PanelPlan& panel)
{
    const auto& waits = panel.trace->waits();
    return std::any_of(waits.begin(), waits.end(),
                       [&](const auto& wait) { return wait.end > panel.range.begin && wait.begin < panel.range.end; });
}

bool transfers(const Trace& trace, engine::LaneId link, const model::TimeRange& range)
{
    const engine::trace::LinkRates& rates = trace.rates(link);
    return transferred(rates, range.end) > transferred(rates, range.begin);
}

/// The rows of more ranks than have lanes: bands, between which each late rank has a row.
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
        if (lane->device.index < trace.devices().size() &&
            trace.devices()[lane->device.index].kind == engine::trace::DeviceKind::Gpu)
            gpus.insert(lane->device.index);
    std::stable_sort(lanes.begin(), lanes.end(), [](const LaneRecord* a, const LaneRecord* b) {
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
    if (std::count_if(rows.begin(), rows.end(), works) < 2)
        return std::nullopt;
    return RowPlan{tr("Concurrency"), {}, {}, LaneRole::Frontend};
}

std::vector<Plan::LegendEntry> legendOf(const Plan& plan, const FigureOptions& options)
{
    using Entry = Plan::LegendEntry::What;
    std::vector<Plan::LegendEntry> legend;
    std::set<Kind> kinds;
    bool isWaiting = false, isWaitingForRanks = false, isIssuing = false, hasGhost = false, isMerged = false;
    bool doesOneWork = false, doManyWork = false;
    for (const PanelPlan& panel : plan.panels) {
        kinds.merge(kindsOf(panel));
        isWaiting = isWaiting || hasWaits(panel);
        if (panel.overlap) {
            const engine::analysis::Concurrency concurrency(*panel.trace);
            const engine::Nanoseconds many = concurrency.many().busy(panel.range.begin, panel.range.end);
            doManyWork = doManyWork || many.count() > 0;
            doesOneWork = doesOneWork || concurrency.any().busy(panel.range.begin, panel.range.end) > many;
        }
        hasGhost = hasGhost || panel.ghost;
        isMerged = isMerged || showsMergedSpans(plan, panel);
        isIssuing = isIssuing || (panel.trace->opCount() > 0 && !panel.trace->rankPart().set);
        isWaitingForRanks = isWaitingForRanks || drawing::haveRanksWaits(*panel.trace, panel.range);
    }
    for (const Kind kind : kinds)
        legend.push_back({Entry::Kind, kind, model::kindName(kind, model::KindForm::Figure), {}});
    if (isIssuing && !kinds.count(Kind::Host))
        legend.push_back({Entry::Issue, Kind::Host, tr("the program issues"), {}});
    if (isWaiting) {
        legend.push_back({Entry::Wait, Kind::Host, tr("the program waits"), {}});
        if (options.showSyncMarks)
            legend.push_back({Entry::Mark, Kind::Host, tr("wait returns"), {}});
    }
    if (isWaitingForRanks)
        legend.push_back({Entry::Wait, Kind::Host, tr("waits for another rank"), {}});
    if (isMerged)
        legend.push_back({Entry::Merged, Kind::Host, drawing::mergedText(), {}});
    const auto isAny = [&](const auto& holds) { return std::any_of(plan.panels.begin(), plan.panels.end(), holds); };
    if (isAny([](const PanelPlan& panel) {
            const auto& blocks = panel.brackets.blocks;
            return std::any_of(blocks.begin(), blocks.end(), [](const auto& block) { return block.isMistimed; });
        }))
        legend.push_back({Entry::Mistimed, Kind::Host, tr("mistimed"), {}});
    if (isAny([](const PanelPlan& panel) { return panel.brackets.saved.has_value(); }))
        legend.push_back({Entry::Saved, Kind::Host, tr("the other run goes on"), {}});
    if (hasGhost)
        legend.push_back({Entry::Ghost, Kind::Host, tr("the run before"), {}});
    if (doesOneWork)
        legend.push_back({Entry::OneWorks, Kind::Host, tr("one works"), {}});
    if (doManyWork)
        legend.push_back({Entry::ManyWork, Kind::Host, tr("two or more work"), {}});
    for (const PanelPlan& panel : plan.panels)
        if (!panel.memory.empty())
            for (const Plan::LegendEntry& entry : memoryLegend(*panel.trace))
                if (std::none_of(legend.begin(), legend.end(), [&](const auto& one) { return one.text == entry.text; }))
                    legend.push_back(entry);
    return legend;
}

}  // namespace ui::figure::detail
