#include "ui/drawing/bracket.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/figure/detail/plan_parts.h"
#include "ui/look/format.h"
#include "ui/model/visible_range.h"

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

namespace {

constexpr double kBetweenTables = 40, kMinColumn = 60;
/// Height of all ranks together if each has one row, on a page that is as tall as its content.
constexpr int kFoldedHeight = 460;

PanelPlan panelOf(const Trace& trace, const model::RunContext& context, const model::TimeRange& scope,
                  const TypeSizes& type, bool isShort, const FigureOptions& options)
{
    PanelPlan panel;
    panel.trace = &trace;
    panel.context = &context;
    panel.scope = panel.range = scope;
    panel.until = scope.end;
    if (areRanksFolded(trace)) {
        panel.rows = foldedRowsOf(trace, 0, kFoldedHeight, type.scale());
        panel.foldedHeight = static_cast<int>(panel.rows.back().bottom());
    } else {
        panel.rows = rowsOf(trace, scope, {true, options.showLinks, isShort});
        panel.overlap = overlapRowOf(panel.rows, trace);
    }
    if (options.showMemory)
        panel.memory = memoryRowsOf(trace);
    return panel;
}

/// Adds the previous run to the page of a run. The axis then covers the longer run, unless the options set the range of
/// the axis.
void placeGhost(const Trace& trace, const FigureOptions& options, PanelPlan& panel)
{
    if (!options.before || options.before.get() == &trace || options.until ||
        options.before->run().program != trace.run().program)
        return;
    panel.ghost = drawing::makeGhost({options.before, options.beforeContext}, trace);
    const drawing::GhostRows rows = drawing::rowsOf(*panel.ghost);
    for (RowPlan& row : panel.rows)
        row.hasGhost = row.isProgram() ? rows.hasWaits : std::ranges::find(rows.lanes, row.lane) != rows.lanes.end();
    if (!options.range)
        panel.until = panel.range.end = std::max(panel.range.end, panel.ghost->end());
}

/// Places the bracket of the saved time, in the panel of the run that ends first.
void placeSaved(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const Comparison times = compare(trace, options);
    if (plan.panels.size() < 2 || !times.isDecided() || times.saved().count() == 0)
        return;
    const bool isFaster = times.saved().count() > 0;
    PanelPlan& panel = isFaster ? plan.panels.back() : plan.panels.front();
    constexpr double kNarrowest = 9;
    const double right = plan.right - plan.left;
    if (right - model::timeToPixel(panel.scope.end, panel.range, right) >= kNarrowest && !panel.rows.empty())
        panel.saved = {panel.scope.end, drawing::savedText(times.saved())};
}

}  // namespace

void placeLabels(Plan& plan)
{
    const QFont font = Ink::font(plan.type.label, QFont::Medium);
    double labels = 0;
    for (const PanelPlan& panel : plan.panels)
        for (const RowPlan& row : panel.rows)
            labels = std::max(labels, Ink::widthOf(row.label, font));
    if (plan.panels.back().overlap)
        labels = std::max(labels, Ink::widthOf(plan.panels.back().overlap->label, font));
    const bool hasMemory =
        std::ranges::any_of(plan.panels, [](const PanelPlan& panel) { return !panel.memory.empty(); });
    const double ticks = hasMemory ? plan.type.body * 5.5 : 0;
    const double least = plan.size.width() >= 1000 && !plan.card ? 138.0 : 0.0;
    plan.left = std::ceil(plan.panelLeft + std::max({labels + 12, ticks, least}));
}

Nanoseconds zeroOf(const Trace& trace, const FigureOptions& options, const model::TimeRange& range)
{
    return trace.error() && figureKindOf(options) != FigureKind::Compare ? model::originOf(trace) : range.begin;
}

void planPanels(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const bool isShort = plan.size.width() < 500;
    if (figureKindOf(options) == FigureKind::Compare) {
        plan.panels.push_back(
            panelOf(*options.before, options.beforeContext, scopeOfBefore(options), plan.type, isShort, options));
        plan.panels.push_back(panelOf(trace, options.context, scopeOf(trace, options), plan.type, isShort, options));
        // Both runs share one axis, as long as the slower run.
        const Nanoseconds length = std::max(plan.panels[0].scope.length(), plan.panels[1].scope.length());
        const auto titles = comparisonTitles(trace, options);
        for (std::size_t i = 0; i < 2; ++i) {
            plan.panels[i].range.end = plan.panels[i].range.begin + length;
            // If only parts of the runs are compared, nothing after these parts is shown.
            plan.panels[i].until =
                (i == 0 ? options.beforeScope : options.scope) ? plan.panels[i].scope.end : plan.panels[i].range.end;
            plan.panels[i].letter = i == 0 ? QStringLiteral("A") : QStringLiteral("B");
            plan.panels[i].title = i == 0 ? titles.first : titles.second;
            plan.panels[i].busy = i == 0 ? options.compared.busyBefore : options.compared.busyAfter;
            if (plan.card)
                plan.panels[i].total = look::clockText(plan.panels[i].scope.length());
        }
    } else {
        plan.panels.push_back(panelOf(trace, options.context, rangeOf(trace, options), plan.type, isShort, options));
        placeGhost(trace, options, plan.panels.back());
    }
    plan.range = plan.panels.back().range;
    plan.zero = zeroOf(trace, options, plan.range);
    for (PanelPlan& panel : plan.panels)
        if (options.until)
            panel.until =
                std::clamp(panel.range.begin + (*options.until - plan.range.begin), panel.range.begin, panel.until);
}

double aboveBrackets(const Plan& plan, const drawing::TieredBrackets& brackets)
{
    const int tiers = brackets.tiers;
    return brackets.levels * drawing::kBracketLevel +
           (tiers == 0 ? 0
                       : (tiers - 1) * static_cast<double>(plan.type.body + 5) + (plan.size.width() < 1000 ? 12 : 4));
}

void placeBrackets(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    placeSaved(trace, options, plan);
    for (PanelPlan& panel : plan.panels)
        panel.brackets = drawing::placeInTiers(PaperScene(plan, panel, options).scene);
    if (plan.panels.size() > 1 || !options.before || !options.range)
        return;
    const Nanoseconds begin = scopeOfBefore(options).begin;
    constexpr bool isShort = true;
    const model::TimeRange range{begin, begin + plan.range.length()};
    const PanelPlan before = panelOf(*options.before, options.beforeContext, range, plan.type, isShort, options);
    const drawing::TieredBrackets other = drawing::placeInTiers(PaperScene(plan, before, options).scene);
    drawing::TieredBrackets& brackets = plan.panels.back().brackets;
    brackets.tiers = std::max(brackets.tiers, other.tiers);
    brackets.levels = std::max(brackets.levels, other.levels);
}

MeasureTable planMeasures(const Plan& plan, const FigureOptions& options)
{
    MeasureTable table;
    const auto& all = options.compared.measures;
    const auto count = static_cast<int>(all.size());
    if (count == 0 || plan.panels.size() < 2)
        return table;
    table.across = plan.size.width() >= 1000 && count > 3 ? 2 : 1;
    table.rows = (count + table.across - 1) / table.across;
    table.width = (plan.size.width() - 2 * plan.margin - kBetweenTables * (table.across - 1)) / table.across;
    const QFont font = Ink::font(plan.type.body, QFont::DemiBold);
    double widths[] = {kMinColumn, kMinColumn, Ink::widthOf(tr("difference"), font)}, names = 0;
    for (const MeasuredText& one : all) {
        const QString texts[] = {one.before, one.after, one.difference};
        for (std::size_t i = 0; i < 3; ++i)
            widths[i] = std::max(widths[i], Ink::widthOf(texts[i], font));
        names = std::max(names, Ink::widthOf(one.name, font));
    }
    constexpr double kApart = 18;
    table.columns[2] = table.width;
    table.columns[1] = table.columns[2] - widths[2] - kApart;
    table.columns[0] = table.columns[1] - widths[1] - kApart;
    table.isStacked = names + kApart > table.columns[0] - widths[0];
    table.rowHeight = (plan.type.body + 7) * (table.isStacked ? 2 : 1);
    table.height = 18 + plan.type.body + 7 + table.rowHeight * table.rows;
    return table;
}

}  // namespace ui::figure::detail
