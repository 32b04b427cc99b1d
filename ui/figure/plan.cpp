#include "ui/figure/detail/plan.h"
#include "ui/drawing/time_ticks.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/look/format.h"
#include "ui/model/refused.h"
#include "ui/model/visible_range.h"

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

/// Breaks a text into lines no wider than `width`: between words, or between any two characters in scripts without
/// spaces.
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

/// Places the entries from left to right, in as many lines as needed. Returns the height.
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

double lineOf(int size)
{
    return size + 6;
}

constexpr double kBetweenTables = 40, kLeastColumn = 60;

struct RowHeights {
    double program = 22, lane = 30, gap = 5;
};

double placeRows(std::vector<RowPlan>& rows, double top, const RowHeights& heights, double factor)
{
    double y = top;
    for (RowPlan& row : rows) {
        // Rounded to whole units: the window's painters compute rows in pixels.
        row.top = std::round(y);
        row.height = std::round((row.isProgram() ? heights.program : heights.lane) * factor);
        y = row.top + row.height + heights.gap * std::min(factor, 1.6);
    }
    return rows.empty() ? y : y - heights.gap * std::min(factor, 1.6);
}

model::TimeRange magnifiedRange(const Trace& trace, const PanelPlan& plan, const FigureOptions& options)
{
    if (options.magnified)
        return *options.magnified;
    // Default: from the start of the last block until eleven operations of the busiest lane have passed.
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

constexpr double kMemoryHead =
    34;  ///< space above a memory row for its name and capacity; keeps clear of the zero label of the row above

/// Places memory rows below the lanes. Returns their bottom.
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

/// The slide that the font sizes are chosen for. If the content does not fit, the slide gets larger in the same aspect
/// ratio.
constexpr QSize kSlide(1280, 720);
constexpr int kSlideAcross = 16, kSlideDown = 9;

double widthOf(const FigureOptions& options, QSize slide)
{
    switch (options.preset) {
        case Preset::Page178mm:
            return 178 * kMillimetre;
        case Preset::Column85mm:
            return 85 * kMillimetre;
        case Preset::Custom:
            return std::clamp(options.size.width(), 240, 8192);
        case Preset::Slide:
            break;
    }
    return slide.width();
}

/// Sets size, font sizes, and the texts above and below the content.
Plan beginPlan(const Trace& trace, const FigureOptions& options, QSize slide)
{
    Plan plan;
    const double width = widthOf(options, slide);
    plan.wanted = options.preset == Preset::Slide    ? slide.height()
                  : options.preset == Preset::Custom ? std::min(options.size.height(), 8192)
                                                     : 0;
    plan.type = typeFor(width);
    plan.texts = textsFor(trace, options);
    plan.margin = width < 500 ? 10 : width < 1000 ? 18 : 48;
    plan.pad = width < 500 ? 6 : width < 1000 ? 12 : 26;
    plan.size.setWidth(width);
    plan.left = plan.margin;
    plan.right = std::floor(width - plan.margin);

    const QFont bodyFont = Ink::font(plan.type.body);
    const double textWidth = width - 2 * plan.margin;
    plan.caption = wrap(plan.texts.caption, bodyFont, textWidth - (width > 500 ? 90 : 0));
    const QStringList note = wrap(plan.texts.note, bodyFont, textWidth - 60);
    // Appends the note to the last line of the caption if there is room.
    const QString joined =
        plan.caption.isEmpty() ? QString() : plan.caption.last() + QLatin1Char(' ') + plan.texts.note;
    if (!joined.isEmpty() && Ink::widthOf(joined, bodyFont) < textWidth - 80)
        plan.caption.last() = joined;
    else
        plan.caption += note;

    plan.heading.titleBaseline = plan.pad + plan.type.title;
    plan.heading.titleLines = wrap(plan.texts.title, Ink::font(plan.type.title, QFont::Bold), textWidth);
    for (const QString& line : wrap(plan.texts.subtitle, Ink::font(plan.type.subtitle), textWidth - 130))
        plan.heading.subtitleLines.push_back(line);
    const double titleEnd =
        plan.heading.titleBaseline +
        std::max<double>(0, static_cast<double>(plan.heading.titleLines.size()) - 1) * lineOf(plan.type.title);
    plan.heading.subtitleBaseline = titleEnd + plan.type.subtitle + (width < 1000 ? 5 : 12);
    plan.heading.end = plan.heading.subtitleBaseline +
                       (static_cast<double>(plan.heading.subtitleLines.size()) - 1) * (plan.type.subtitle + 5);
    plan.scaleBarY = plan.heading.end - 4;
    return plan;
}

/// Makes the label column as wide as the widest label.
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
    plan.left = std::ceil(plan.margin + std::max({labels + 12, ticks, plan.size.width() >= 1000 ? 138.0 : 0.0}));
}

PanelPlan panelOf(const Trace& trace, const model::RunContext& context, const model::TimeRange& scope, bool isShort,
                  bool hasMemory)
{
    PanelPlan panel;
    panel.trace = &trace;
    panel.context = &context;
    panel.scope = panel.range = scope;
    panel.until = scope.end;
    panel.rows = rowsOf(trace, scope, true, isShort);
    panel.overlap = overlapRowOf(panel.rows, trace);
    if (hasMemory)
        panel.memory = memoryRowsOf(trace);
    return panel;
}

/// The zero of the axis: the start of the figure; for a failed run the window's origin, since texts name the time of
/// the failure.
Nanoseconds zeroOf(const Trace& trace, const FigureOptions& options, const model::TimeRange& range)
{
    return trace.error() && whatOf(options) != What::Compare ? model::originOf(trace) : range.begin;
}

void planPanels(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const bool isShort = plan.size.width() < 500;
    if (whatOf(options) == What::Compare) {
        plan.panels.push_back(
            panelOf(*options.before, options.beforeContext, scopeOfBefore(options), isShort, options.showMemory));
        plan.panels.push_back(panelOf(trace, options.context, scopeOf(trace, options), isShort, options.showMemory));
        // Both runs share one axis, as long as the slower run.
        const Nanoseconds length = std::max(plan.panels[0].scope.length(), plan.panels[1].scope.length());
        const auto titles = comparisonTitles(trace, options);
        for (std::size_t i = 0; i < 2; ++i) {
            plan.panels[i].range.end = plan.panels[i].range.begin + length;
            // If parts of the runs are compared, nothing after the part is shown.
            plan.panels[i].until =
                (i == 0 ? options.beforeScope : options.scope) ? plan.panels[i].scope.end : plan.panels[i].range.end;
            plan.panels[i].letter = i == 0 ? QStringLiteral("A") : QStringLiteral("B");
            plan.panels[i].title = i == 0 ? titles.first : titles.second;
            plan.panels[i].busy = i == 0 ? options.compared.busyBefore : options.compared.busyAfter;
        }
    } else {
        plan.panels.push_back(panelOf(trace, options.context, rangeOf(trace, options), isShort, options.showMemory));
    }
    plan.range = plan.panels.back().range;
    plan.zero = zeroOf(trace, options, plan.range);
    for (PanelPlan& panel : plan.panels)
        if (options.until)
            panel.until =
                std::clamp(panel.range.begin + (*options.until - plan.range.begin), panel.range.begin, panel.until);
}

/// Places the bracket of the saved time, in the panel of the run that ends first.
void placeSaved(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const Comparison times = compare(trace, options);
    if (plan.panels.size() < 2 || times.saved().count() == 0)
        return;
    const bool isFaster = times.saved().count() > 0;
    PanelPlan& panel = isFaster ? plan.panels.back() : plan.panels.front();
    constexpr double kNarrowest = 9;
    const double right = plan.right - plan.left;
    const QString difference = look::benchmarkText(std::abs(engine::toSeconds(times.saved())));
    if (right - model::timeToPixel(panel.scope.end, panel.range, right) >= kNarrowest && !panel.rows.empty())
        panel.saved = {panel.scope.end, (isFaster ? tr("saved %1") : tr("%1 more")).arg(difference), !isFaster};
}

/// The height that `tiers` tiers of text need above the brackets.
double aboveBrackets(const Plan& plan, int tiers)
{
    return tiers == 0 ? 0 : (tiers - 1) * static_cast<double>(plan.type.body + 5) + (plan.size.width() < 1000 ? 12 : 4);
}

/// Places all brackets. For the pages of a flip, reserves tiers for the brackets of the other run too.
void placeBrackets(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    placeSaved(trace, options, plan);
    for (PanelPlan& panel : plan.panels)
        panel.brackets = drawing::placeInTiers(PaperScene(plan, panel, options).scene);
    if (plan.panels.size() > 1 || !options.before || !options.range)
        return;
    const Nanoseconds begin = scopeOfBefore(options).begin;
    const PanelPlan before =
        panelOf(*options.before, options.beforeContext, {begin, begin + plan.range.length()}, true, false);
    int& tiers = plan.panels.back().brackets.tiers;
    tiers = std::max(tiers, drawing::placeInTiers(PaperScene(plan, before, options).scene).tiers);
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
    double widths[] = {kLeastColumn, kLeastColumn, Ink::widthOf(tr("difference"), font)}, names = 0;
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

/// Plans Timeline and Compare: panels one above the other, the axis, and a magnified part of the last panel.
class TimelinePlanner {
public:
    TimelinePlanner(const Trace& trace, const FigureOptions& options, QSize slide)
        : m_options(options), m_plan(beginPlan(trace, options, slide)), m_isNarrow(m_plan.size.width() < 1000)
    {
        planPanels(trace, options, m_plan);
        if (!options.showOverlap)
            for (PanelPlan& panel : m_plan.panels)
                panel.overlap.reset();
        placeLabels(m_plan);
        placeBrackets(trace, options, m_plan);
        m_plan.measures = planMeasures(m_plan, options);
        if (options.showLegend)
            m_plan.legend = legendOf(m_plan, options);
        m_plan.legendHeight = placeLegend(m_plan);
        m_isCompared = m_plan.panels.size() > 1;
        if (m_isNarrow)
            m_heights = {18, 22, 4};
        m_wider = m_heights;
        m_wider.gap = 16;  // arrows need room
        m_axisHeight = 14 + m_plan.type.body + 6;
        m_magnifiedHead = m_plan.type.label + 24;
        m_memoryHeight = m_isNarrow ? 48 : m_isCompared ? 44 : 60;
        chooseMagnified(trace);
    }

    [[nodiscard]] Plan plan()
    {
        const double factor = chooseFactor();
        double y = placePanels(factor);
        if (m_isCompared)
            m_plan.scaleBarY = m_plan.panels.front().titleBaseline - 5 - (m_isNarrow ? lineOf(m_plan.type.label) : 0);
        m_plan.axisY = y + 14;
        y += m_axisHeight;
        if (m_plan.magnified.isShown) {
            m_plan.magnified.title = y + m_magnifiedHead - 8;
            y = placeRows(m_plan.magnified.rows, y + m_magnifiedHead + kAboveMagnified, m_wider, factor) +
                kBelowMagnified;
        }
        m_plan.measures.top = y + 18;
        y += m_plan.measures.height;
        m_plan.finish(y);
        return std::move(m_plan);
    }

private:
    void chooseMagnified(const Trace& trace)
    {
        // A narrow figure has no room for a magnified part.
        PanelPlan& last = m_plan.panels.back();
        const double width = m_plan.size.width();
        m_plan.magnified.isShown = m_options.showMagnified && last.rows.size() > 1 && width >= 500 &&
                                   !m_options.until.has_value() &&
                                   (m_options.magnified || !model::rangeAroundFailure(trace));
        if (!m_plan.magnified.isShown)
            return;
        m_plan.magnified.range = magnifiedRange(trace, last, m_options);
        m_plan.magnified.rows = rowsOf(trace, m_plan.magnified.range, false, width < 500);
        // Half of the timeline or more is not worth magnifying.
        m_plan.magnified.isShown =
            !m_plan.magnified.rows.empty() && m_plan.magnified.range.length() * 2 < m_plan.range.length();
        if (m_plan.magnified.isShown)
            m_magnifiedHeight = placeRows(m_plan.magnified.rows, 0, m_wider, 1);
    }

    /// Places all panels with lanes of `factor` times their height. Returns their bottom.
    double placePanels(double factor)
    {
        double y = m_plan.heading.end;
        for (PanelPlan& panel : m_plan.panels)
            y = placePanel(panel, y, factor);
        return y;
    }

    /// Places title and busy text on one line if they fit, beside the scale bar in the first panel. Returns the last
    /// baseline.
    double placeTitle(PanelPlan& panel) const
    {
        const double left = m_plan.margin + kAfterLetter;
        const bool isFirst = &panel == &m_plan.panels.front();
        const double right = m_plan.right - (isFirst && m_options.showScaleBar && !m_isNarrow ? kScaleBar : 0);
        const QFont font = Ink::font(m_plan.type.label + 2, QFont::DemiBold);
        panel.titleLines = wrap(panel.title, font, right - left);
        double y = panel.titleBaseline + std::max<double>(0, static_cast<double>(panel.titleLines.size()) - 1) *
                                             lineOf(m_plan.type.label + 2);
        if (panel.busy.isEmpty())
            return y;
        const double end = left + (panel.titleLines.isEmpty() ? 0 : Ink::widthOf(panel.titleLines.last(), font)) + 18;
        const double width = Ink::widthOf(panel.busy, Ink::font(m_plan.type.body));
        if (end + width <= right) {
            panel.busyAt = {end, y};
            return y;
        }
        y += lineOf(m_plan.type.body);
        panel.busyAt = {left, y};
        return y;
    }

    double placePanel(PanelPlan& panel, double y, double factor) const
    {
        const bool hasBlocks = !panel.trace->blocks().empty();
        const double bookHeight = m_options.showBookResults && hasBlocks ? m_plan.type.body + 4 : 0;
        if (m_isCompared) {
            const bool hasBarAbove = m_isNarrow && m_options.showScaleBar && &panel == &m_plan.panels.front();
            panel.titleBaseline =
                y + m_plan.type.label + (m_isNarrow ? 16.0 : 24.0) + (hasBarAbove ? lineOf(m_plan.type.body) : 0);
            y = placeTitle(panel);
        }
        panel.bracketY = std::round(y + (m_isNarrow ? 24 : 34) + aboveBrackets(m_plan, panel.brackets.tiers));
        const double flags = m_options.showSyncMarks ? flagHeight(m_plan.type) : 6;
        const double top = hasBlocks ? panel.bracketY + 12 + flags + bookHeight : y + flags + (m_isNarrow ? 8 : 16);
        y = placeRows(panel.rows, top, m_heights, factor);
        if (panel.overlap) {
            panel.overlap->top = std::round(y + m_heights.gap * std::min(factor, 1.6));
            panel.overlap->height = std::round(m_heights.program * factor);
            y = panel.overlap->top + panel.overlap->height;
        }
        return placeMemoryRows(panel.memory, y, m_memoryHeight * std::min(factor, 1.8));
    }

    /// The part of the panels' height that scales with the factor.
    [[nodiscard]] double heightOfRows() const
    {
        double height = 0;
        for (const PanelPlan& panel : m_plan.panels)
            height += panel.bottom() - (panel.rows.empty() ? panel.bottom() : panel.rows.front().top) +
                      m_memoryHeight * static_cast<double>(panel.memory.size());
        return height;
    }

    /// The factor with which lanes fill the slide, within limits.
    [[nodiscard]] double fittingFactor(double rowsHeight, double fixed) const
    {
        const double most = m_plan.rows().size() + m_plan.magnified.rows.size() <= 3 ? 3.6 : 2.6;
        const double magnified = m_plan.magnified.isShown ? m_magnifiedHeight : 0;
        const double head = m_plan.magnified.isShown ? m_magnifiedHead + kAboveMagnified + kBelowMagnified
                            : m_options.showMemory   ? 0
                                                     : m_magnifiedHead;
        return std::clamp((m_plan.wanted - fixed - m_axisHeight - m_plan.below() - head - m_plan.measures.height) /
                              std::max(1.0, rowsHeight + magnified),
                          // With a table, a larger slide is better than lanes too low for labels.
                          m_plan.measures.height > 0 ? 1.0
                          : m_options.showMemory     ? 0.7
                                                     : 0.4,
                          most);
    }

    double chooseFactor()
    {
        const double natural = placePanels(1);
        const double rowsHeight = heightOfRows(), fixed = natural - rowsHeight;
        const double factor = m_plan.wanted > 0 ? fittingFactor(rowsHeight, fixed) : 1;
        // Readable lanes are more important than the magnified part.
        if ((!m_options.showMemory && m_plan.measures.height <= 0) || factor >= 0.75 || !m_plan.magnified.isShown)
            return factor;
        m_plan.magnified.isShown = false;
        m_plan.magnified.rows.clear();
        return fittingFactor(rowsHeight, fixed);
    }

    static constexpr double kAboveMagnified = 4, kBelowMagnified = 12;
    static constexpr double kScaleBar = 190;  ///< width, including its text

    const FigureOptions& m_options;
    Plan m_plan;
    bool m_isNarrow;
    bool m_isCompared = false;
    RowHeights m_heights, m_wider;
    double m_axisHeight = 0;
    double m_magnifiedHead = 0;
    double m_magnifiedHeight = 0;  ///< height of its rows
    double m_memoryHeight = 0;
};

Plan planBody(const Trace& trace, const FigureOptions& options, QSize slide)
{
    const What what = whatOf(options);
    if (what == What::Timeline || what == What::Compare)
        return TimelinePlanner(trace, options, slide).plan();
    Plan plan = beginPlan(trace, options, slide);
    plan.panels.emplace_back();
    plan.panels.back().trace = &trace;
    plan.panels.back().context = &options.context;
    plan.panels.back().range = plan.panels.back().scope = plan.range = rangeOf(trace, options);
    plan.zero = zeroOf(trace, options, plan.range);
    plan.panels.back().until = std::min(options.until.value_or(plan.range.end), plan.range.end);
    if (options.showLegend)
        plan.legend = what == What::Graph ? graphLegend(trace, options) : memoryLegend(trace);
    plan.legendHeight = placeLegend(plan);
    if (what == What::Graph)
        placeGraph(trace, options, plan);
    else
        placeMemory(trace, plan);
    return plan;
}

/// The range of all timed blocks and of the work that ends after them.
model::TimeRange rangeOfBlocks(const Trace& trace, Nanoseconds extent)
{
    Nanoseconds begin = trace.blocks().front().begin, end = begin;
    for (const engine::trace::BlockRecord& block : trace.blocks()) {
        begin = std::min(begin, block.begin);
        end = std::max(end, block.end);
    }
    // Work after the blocks is important, but a tail much longer than the blocks would make them invisible.
    if (extent - end <= end - begin)
        end = std::max(end, extent);
    else if (trace.blocks().size() == 1)
        end = extent;
    return {begin, end};
}

}  // namespace

model::TimeRange rangeOf(const Trace& trace, const FigureOptions& options)
{
    if (options.range && options.range->length().count() > 0)
        return *options.range;
    // As in the window's opening view: in the whole run, a refused allocation would be too small.
    const auto failure = whatOf(options) != What::Compare ? model::rangeAroundFailure(trace) : std::nullopt;
    const Nanoseconds extent = std::max(trace.extent(), Nanoseconds{1});
    if (!failure && trace.blocks().empty())
        return {Nanoseconds{0}, extent};
    const model::TimeRange timed = failure ? *failure : rangeOfBlocks(trace, extent);
    Nanoseconds begin = timed.begin, end = timed.end;
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
    const double step = drawing::niceTimeStep(static_cast<double>(length.count()) / std::max(parts, 1.0));
    return Nanoseconds{std::llround(step)};
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
    // If the content fills the requested height up to rounding, keeps that height.
    const double needed = bottom + below();
    size.setHeight(needed < wanted + 0.01 ? wanted : needed);
    // Legend and caption are at the bottom.
    captionBaseline = size.height() - (pad - 4) - captionHeight + type.body;
    ruleY = captionBaseline - type.body - 8;
    legendTop = ruleY - 12 - legendHeight;
}

Plan makePlan(const Trace& trace, const FigureOptions& options)
{
    QSize slide = kSlide;
    Plan plan = planBody(trace, options, slide);
    // A larger slide may have fewer lines of text or a taller legend, so it is planned again.
    constexpr int kTries = 4;
    for (int i = 0; i < kTries && options.preset == Preset::Slide && plan.size.height() > slide.height(); ++i) {
        const int unit = static_cast<int>(std::ceil(plan.size.height() / kSlideDown - 1e-6));
        slide = QSize(kSlideAcross * unit, kSlideDown * unit);
        plan = planBody(trace, options, slide);
    }
    return plan;
}

}  // namespace ui::figure::detail
