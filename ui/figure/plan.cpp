#include "ui/figure/detail/plan.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::Nanoseconds;
using engine::trace::LaneRole;
using engine::trace::Trace;

namespace {

constexpr double kInch = 96;
constexpr double kMillimetre = kInch / 25.4;

TypeSizes typeFor(double width)
{
    if (width < 500)
        return {15, 12, 12, 12};
    if (width < 1000)
        return {20, 14, 13, 12};
    return {28, 16, 14, 13};
}

/// Lines no wider than `width`; between words, and between any two signs where a script has no spaces.
QStringList wrap(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    lines.removeAll(QString());
    return lines;
}

/// Places the entries left to right, and below where they are too many. Returns the height.
double placeLegend(Plan& plan)
{
    const QFont font = Ink::font(plan.type.label, QFont::Medium);
    const double rowHeight = plan.type.label + 9;
    const double swatch = 30, gap = 28;
    double x = plan.margin, y = plan.type.label;
    for (Plan::LegendEntry& entry : plan.legend) {
        const double width = swatch + Ink::widthOf(entry.text, font);
        if (x > plan.margin && x + width > plan.size.width() - plan.margin) {
            x = plan.margin;
            y += rowHeight;
        }
        entry.at = QPointF(x, y);
        x += width + gap;
    }
    return plan.legend.empty() ? 0 : y + 6;
}

struct RowHeights {
    double program = 22, lane = 30, gap = 5;
};

double placeRows(std::vector<RowPlan>& rows, double top, const RowHeights& heights, double factor)
{
    double y = top;
    for (RowPlan& row : rows) {
        row.top = y;
        row.height = (row.isProgram() ? heights.program : heights.lane) * factor;
        y += row.height + heights.gap * std::min(factor, 1.6);
    }
    return rows.empty() ? y : y - heights.gap * std::min(factor, 1.6);
}

model::TimeRange magnifiedRange(const Trace& trace, const PanelPlan& plan, const FigureOptions& options)
{
    if (options.magnified)
        return *options.magnified;
    // From the start of the last block until eleven operations of the busiest lane have passed.
    Nanoseconds begin = plan.range.begin;
    for (const engine::trace::BlockRecord& block : trace.blocks())
        if (block.begin >= plan.range.begin && block.begin < plan.range.end)
            begin = block.begin;
    Nanoseconds end = plan.range.end;
    std::size_t most = 0;
    for (const RowPlan& row : plan.rows) {
        if (row.isProgram() || row.role == LaneRole::HostPages)
            continue;
        const auto& index = trace.index(row.lane);
        const std::size_t first = index.firstBeginningAt(begin);
        const std::size_t last = index.firstBeginningAt(plan.range.end);
        if (last > first && last - first > most) {
            most = last - first;
            end = index.spans()[std::min(first + 10, last - 1)].end();
        }
    }
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

constexpr double kMemoryHead = 26;  ///< above a memory row: its name, its capacity

/// Below the lanes. Returns where they end.
double placeMemoryRows(std::vector<MemoryRow>& rows, double top, double each)
{
    double y = top;
    for (MemoryRow& row : rows) {
        row.top = y + kMemoryHead;
        row.height = each;
        y = row.top + each;
    }
    return y;
}

/// Size, letters, and the texts above and below the picture.
Plan beginPlan(const Trace& trace, const FigureOptions& options)
{
    Plan plan;
    const bool isSlide = options.preset == Preset::Slide;
    const double width = isSlide                                ? 1280
                         : options.preset == Preset::Page178mm  ? 178 * kMillimetre
                         : options.preset == Preset::Column85mm ? 85 * kMillimetre
                                                                : std::clamp(options.size.width(), 240, 8192);
    plan.wanted = isSlide ? 720 : options.preset == Preset::Custom ? std::min(options.size.height(), 8192) : 0;
    plan.type = typeFor(width);
    plan.texts = textsFor(trace, options);
    plan.margin = width < 500 ? 10 : width < 1000 ? 18 : 48;
    plan.pad = width < 500 ? 6 : width < 1000 ? 12 : 26;
    plan.size.setWidth(width);
    plan.left = plan.margin;
    plan.right = width - plan.margin;

    const QFont bodyFont = Ink::font(plan.type.body);
    const double textWidth = width - 2 * plan.margin;
    plan.caption = wrap(plan.texts.caption, bodyFont, textWidth - (width > 500 ? 90 : 0));
    const QStringList note = wrap(plan.texts.note, bodyFont, textWidth - 60);
    // The note follows on the same line where there is room.
    const QString joined =
        plan.caption.isEmpty() ? QString() : plan.caption.last() + QLatin1Char(' ') + plan.texts.note;
    if (!joined.isEmpty() && Ink::widthOf(joined, bodyFont) < textWidth - 80)
        plan.caption.last() = joined;
    else
        plan.caption += note;

    plan.titleBaseline = plan.pad + plan.type.title;
    for (const QString& line : wrap(plan.texts.subtitle, Ink::font(plan.type.subtitle), textWidth - 130))
        plan.subtitleLines.push_back(line);
    plan.subtitleBaseline = plan.titleBaseline + plan.type.subtitle + (width < 1000 ? 5 : 12);
    plan.headEnd =
        plan.subtitleBaseline + (static_cast<double>(plan.subtitleLines.size()) - 1) * (plan.type.subtitle + 5);
    plan.scaleBarY = plan.headEnd - 4;
    return plan;
}

/// The labels take what they need.
void placeLabels(Plan& plan)
{
    const QFont font = Ink::font(plan.type.label, QFont::Medium);
    double labels = 0;
    for (const PanelPlan& panel : plan.panels)
        for (const RowPlan& row : panel.rows)
            labels = std::max(labels, Ink::widthOf(row.label, font));
    if (plan.panels.back().overlap)
        labels = std::max(labels, Ink::widthOf(plan.panels.back().overlap->label, font));
    const bool hasMemory = std::any_of(plan.panels.begin(), plan.panels.end(),
                                       [](const PanelPlan& panel) { return !panel.memory.empty(); });
    const double ticks = hasMemory ? plan.type.body * 5.5 : 0;
    plan.left = plan.margin + std::max({labels + 12, ticks, plan.size.width() >= 1000 ? 138.0 : 0.0});
}

PanelPlan panelOf(const Trace& trace, const model::RunContext& context, const model::TimeRange& scope, bool isShort,
                  bool hasMemory)
{
    PanelPlan panel;
    panel.trace = &trace;
    panel.context = &context;
    panel.scope = panel.range = scope;
    panel.rows = rowsOf(trace, scope, true, isShort);
    panel.overlap = overlapRowOf(panel.rows, trace);
    if (hasMemory)
        panel.memory = memoryRowsOf(trace);
    return panel;
}

void planPanels(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const bool isShort = plan.size.width() < 500;
    if (whatOf(options) == What::Compare) {
        plan.panels.push_back(panelOf(*options.before, options.beforeContext, scopeOf(*options.before, options),
                                      isShort, options.showMemory));
        plan.panels.push_back(panelOf(trace, options.context, scopeOf(trace, options), isShort, options.showMemory));
        // One axis for both: as long as the slower run.
        const Nanoseconds length = std::max(plan.panels[0].scope.length(), plan.panels[1].scope.length());
        const auto titles = comparisonTitles(trace, options);
        for (std::size_t i = 0; i < 2; ++i) {
            plan.panels[i].range.end = plan.panels[i].range.begin + length;
            plan.panels[i].letter = i == 0 ? QStringLiteral("a") : QStringLiteral("b");
            plan.panels[i].title = i == 0 ? titles.first : titles.second;
        }
    } else {
        plan.panels.push_back(panelOf(trace, options.context, rangeOf(trace, options), isShort, options.showMemory));
    }
    plan.range = plan.panels.back().range;
}

/// Timeline and comparison: panels one above the other, the axis, a part of the last one magnified.
Plan planTimeline(const Trace& trace, const FigureOptions& options)
{
    Plan plan = beginPlan(trace, options);
    const double width = plan.size.width();
    planPanels(trace, options, plan);
    if (!options.showOverlap)
        for (PanelPlan& panel : plan.panels)
            panel.overlap.reset();
    placeLabels(plan);
    if (options.showLegend)
        plan.legend = legendOf(plan, options);
    plan.legendHeight = placeLegend(plan);

    RowHeights heights;
    if (width < 1000)
        heights = {18, 22, 4};
    // In a column there is no room for a second timeline.
    PanelPlan& last = plan.panels.back();
    plan.hasMagnified = options.showMagnified && last.rows.size() > 1 && width >= 500 && !options.until;
    if (plan.hasMagnified) {
        plan.magnified = magnifiedRange(trace, last, options);
        plan.magnifiedRows = rowsOf(trace, plan.magnified, false, width < 500);
        // Half of the timeline or more needs no magnifying glass.
        plan.hasMagnified = !plan.magnifiedRows.empty() && plan.magnified.length() * 2 < plan.range.length();
    }
    const double axisHeight = 14 + plan.type.body + 6;
    const double magnifiedHead = plan.type.label + 24;
    const bool isCompared = plan.panels.size() > 1;
    const double panelHead = isCompared ? plan.type.label + (width < 1000 ? 16.0 : 24.0) : 0;
    RowHeights wider = heights;
    wider.gap = 16;  // arrows need room
    double magnifiedHeight = 0;
    if (plan.hasMagnified)
        magnifiedHeight = placeRows(plan.magnifiedRows, 0, wider, 1) + magnifiedHead + 16;

    const double memoryHeight = width < 1000 ? 48 : isCompared ? 44 : 60;
    const auto place = [&](double factor) {
        double y = plan.headEnd;
        for (PanelPlan& panel : plan.panels) {
            const bool hasBlocks = !panel.trace->blocks().empty();
            const double bookHeight = options.showBookResults && hasBlocks ? plan.type.body + 4 : 0;
            if (isCompared) {
                panel.titleBaseline = y + panelHead;
                y = panel.titleBaseline;
            }
            panel.bracketY = y + (width < 1000 ? 24 : 34);
            const double top = hasBlocks ? panel.bracketY + 18 + bookHeight : y + (width < 1000 ? 18 : 28);
            y = placeRows(panel.rows, top, heights, factor);
            if (panel.overlap) {
                panel.overlap->top = y + heights.gap * std::min(factor, 1.6);
                panel.overlap->height = heights.program * factor;
                y = panel.overlap->top + panel.overlap->height;
            }
            y = placeMemoryRows(panel.memory, y, memoryHeight * std::min(factor, 1.8));
        }
        return y;
    };
    double rowsHeight = 0;
    const double natural = place(1);
    for (const PanelPlan& panel : plan.panels)
        rowsHeight += panel.bottom() - (panel.rows.empty() ? panel.bottom() : panel.rows.front().top) +
                      memoryHeight * static_cast<double>(panel.memory.size());
    const double fixed = natural - rowsHeight;
    // A slide is filled: lanes grow, but not beyond what looks like a lane.
    const double most = plan.rows().size() + plan.magnifiedRows.size() <= 3 ? 3.6 : 2.6;
    const auto fitting = [&] {
        const double magnified = plan.hasMagnified ? magnifiedHeight - magnifiedHead : 0;
        const double head = plan.hasMagnified || !options.showMemory ? magnifiedHead : 0;
        return std::clamp(
            (plan.wanted - fixed - axisHeight - plan.below() - head) / std::max(1.0, rowsHeight + magnified), 0.4,
            most);
    };
    double factor = plan.wanted > 0 ? fitting() : 1;
    // Lanes that can be read are worth more than a magnified part of them.
    if (options.showMemory && factor < 0.75 && plan.hasMagnified) {
        plan.hasMagnified = false;
        plan.magnifiedRows.clear();
        factor = fitting();
    }
    double y = place(factor);
    if (isCompared)
        plan.scaleBarY = plan.panels.front().titleBaseline - 5;
    plan.axisY = y + 14;
    y += axisHeight;
    if (plan.hasMagnified) {
        plan.magnifiedTitle = y + magnifiedHead - 8;
        y = placeRows(plan.magnifiedRows, y + magnifiedHead + 4, wider, factor) + 12;
    }
    plan.finish(y);
    return plan;
}

}  // namespace

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::figure", text);
}

model::TimeRange rangeOf(const Trace& trace, const FigureOptions& options)
{
    if (options.range && options.range->length().count() > 0)
        return *options.range;
    const Nanoseconds extent = std::max(trace.extent(), Nanoseconds{1});
    if (trace.blocks().empty())
        return {Nanoseconds{0}, extent};
    Nanoseconds begin = trace.blocks().front().begin, end = begin;
    for (const engine::trace::BlockRecord& block : trace.blocks()) {
        begin = std::min(begin, block.begin);
        end = std::max(end, block.end);
    }
    // Work that outlives the clocks is what a reader has to see; a tail many times as long would hide the blocks.
    if (extent - end <= end - begin)
        end = std::max(end, extent);
    else if (trace.blocks().size() == 1)
        end = extent;
    if (options.showNotes)
        for (const model::Note& note : options.notes)
            for (const Nanoseconds time : {timeOf(trace, note.from), timeOf(trace, note.to)}) {
                begin = std::min(begin, std::max(time, Nanoseconds{}));
                end = std::max(end, std::min(time, extent));
            }
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

Nanoseconds niceStep(Nanoseconds length, double parts)
{
    const double raw = std::max(1.0, static_cast<double>(length.count()) / std::max(parts, 1.0));
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0})
        if (factor * power >= raw * 0.999)
            return Nanoseconds{std::max<std::int64_t>(1, std::llround(factor * power))};
    return Nanoseconds{std::llround(power * 10)};
}

QString stepText(Nanoseconds time)
{
    const auto ns = static_cast<double>(time.count());
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit& unit : {Unit{1e9, "s"}, Unit{1e6, "ms"}, Unit{1e3, "µs"}, Unit{1, "ns"}})
        if (std::abs(ns) >= unit.size * 0.9999 || unit.size == 1)
            return QLocale().toString(ns / unit.size, 'g', 6) + QLatin1Char(' ') + QString::fromUtf8(unit.name);
    return {};
}

double Plan::below() const
{
    const double captionHeight = static_cast<double>(caption.size()) * (type.body + 6);
    return (legendHeight > 0 ? legendHeight + 14 : 0) + 16 + captionHeight + pad - 4;
}

void Plan::finish(double bottom)
{
    const double captionHeight = static_cast<double>(caption.size()) * (type.body + 6);
    // What is filled to the last hundredth is no taller than it was asked to be.
    const double needed = bottom + below();
    size.setHeight(needed < wanted + 0.01 ? wanted : needed);
    // Legend and caption stand at the foot.
    captionBaseline = size.height() - (pad - 4) - captionHeight + type.body;
    ruleY = captionBaseline - type.body - 8;
    legendTop = ruleY - 12 - legendHeight;
}

Plan makePlan(const Trace& trace, const FigureOptions& options)
{
    switch (whatOf(options)) {
        case What::Timeline:
        case What::Compare:
            return planTimeline(trace, options);
        case What::Graph:
        case What::Memory:
            break;
    }
    Plan plan = beginPlan(trace, options);
    plan.panels.emplace_back();
    plan.panels.back().trace = &trace;
    plan.panels.back().context = &options.context;
    plan.panels.back().range = plan.panels.back().scope = plan.range = rangeOf(trace, options);
    if (options.showLegend)
        plan.legend = whatOf(options) == What::Graph ? graphLegend(trace, options) : memoryLegend(trace);
    plan.legendHeight = placeLegend(plan);
    if (whatOf(options) == What::Graph)
        placeGraph(trace, options, plan);
    else
        placeMemory(trace, plan);
    return plan;
}

}  // namespace ui::figure::detail
