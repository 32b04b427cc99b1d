#include "ui/figure/detail/listing_card.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/figure/detail/plan_parts.h"
#include "ui/model/refused.h"

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

namespace {

struct RowHeights {
    double program = 22, lane = 30, gap = 5, ghost = 24;

    /// The height of the program's row or of the concurrency band. It is less than the height of a lane if labels of
    /// size `label` still fit.
    [[nodiscard]] double low(double factor, int label) const
    {
        return std::max(std::floor(program * factor), std::min(std::floor(lane * factor), double(label)));
    }
};

double placeRows(std::vector<RowPlan>& rows, double top, const RowHeights& heights, double factor, int label)
{
    double y = top;
    for (RowPlan& row : rows) {
        // Round to whole units, because the window's painters compute rows in pixels. Round down, because larger rows
        // might not fit into a slide.
        row.top = std::floor(y);
        row.height = row.isProgram() ? heights.low(factor, label) : std::floor(heights.lane * factor * row.share);
        row.ghost = row.hasGhost ? heights.ghost : 0;
        y = row.bottom() + heights.gap * std::min(factor, 1.6);
    }
    return rows.empty() ? y : y - heights.gap * std::min(factor, 1.6);
}

constexpr double kMemoryHead =
    34;  ///< space above a memory row for its name and capacity, and for the zero label of the row above

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

class TimelinePlanner {
public:
    TimelinePlanner(const Trace& trace, const FigureOptions& options, Plan plan)
        : m_options(options), m_plan(std::move(plan)), m_isNarrow(m_plan.size.width() < 1000)
    {
        planListing(trace, options, m_plan);
        planPanels(trace, options, m_plan);
        if (!options.showOverlap)
            for (PanelPlan& panel : m_plan.panels)
                panel.overlap.reset();
        placeLabels(m_plan);
        placeBrackets(trace, options, m_plan);
        if (!m_plan.card)
            m_plan.measures = planMeasures(m_plan, options);
        if (options.showLegend)
            m_plan.legend.entries = legendOf(m_plan, options);
        m_plan.legend.height = placeLegend(m_plan);
        m_isCompared = m_plan.panels.size() > 1;
        if (m_isNarrow)
            m_heights = {18, 22, 4, 20};
        m_wider = m_heights;
        m_wider.gap = 16;  // room for arrows between the rows
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
            y = placeRows(m_plan.magnified.rows, y + m_magnifiedHead + kAboveMagnified, m_wider, factor,
                          m_plan.type.label) +
                kBelowMagnified;
        }
        if (m_plan.card) {
            y = std::max(y, m_plan.card->rect.bottom());
            m_plan.card->rect.setBottom(y);
            y += kBelowCard;
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
        m_plan.magnified.isShown = m_options.showMagnified && !m_plan.card && last.rows.size() > 1 &&
                                   last.rows.back().isLane() && width >= 500 && !m_options.until.has_value() &&
                                   (m_options.magnified || !model::rangeAroundFailure(trace));
        if (!m_plan.magnified.isShown)
            return;
        m_plan.magnified.range = magnifiedRange(trace, last, m_options);
        m_plan.magnified.rows = rowsOf(trace, m_plan.magnified.range, {.isShort = width < 500});
        // Leaves out a magnified part that is at least half of the timeline, because it would show little more.
        m_plan.magnified.isShown =
            !m_plan.magnified.rows.empty() && m_plan.magnified.range.length() * 2 < m_plan.range.length();
        if (m_plan.magnified.isShown)
            m_magnifiedHeight = placeRows(m_plan.magnified.rows, 0, m_wider, 1, m_plan.type.label);
    }

    /// Places all panels; their lanes have `factor` times the usual height. Returns the bottom of the last panel.
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
        const double left = m_plan.panelLeft + kAfterLetter;
        const bool isFirst = &panel == &m_plan.panels.front();
        const bool hasBeside = m_plan.hasTotals() || (isFirst && m_options.showScaleBar && !m_isNarrow);
        const double right = m_plan.right - (hasBeside ? kScaleBarRoom : 0);
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
        panel.bracketY = std::round(y + (m_isNarrow ? 24 : 34) + aboveBrackets(m_plan, panel.brackets));
        const double flags = m_options.showSyncMarks ? flagHeight(m_plan.type) : 6;
        const bool hasBrackets = hasBlocks || panel.brackets.saved;
        const double top = hasBrackets ? panel.bracketY + 12 + flags + bookHeight : y + flags + (m_isNarrow ? 8 : 16);
        if (panel.foldedHeight > 0) {
            panel.rows = foldedRowsOf(*panel.trace, static_cast<int>(std::round(top)),
                                      static_cast<int>(panel.foldedHeight * factor), m_plan.type.scale());
            y = panel.rows.back().bottom();
        } else {
            y = placeRows(panel.rows, top, m_heights, factor, m_plan.type.label);
        }
        if (panel.overlap) {
            panel.overlap->top = std::round(y + m_heights.gap * std::min(factor, 1.6));
            panel.overlap->height = m_heights.low(factor, m_plan.type.label);
            y = panel.overlap->top + panel.overlap->height;
        }
        return placeMemoryRows(panel.memory, y, m_memoryHeight * std::min(factor, 1.8));
    }

    /// Height of the panels' rows and memory rows, which placePanels() scales by `factor`; the rest is fixed.
    [[nodiscard]] double heightOfRows() const
    {
        double height = 0;
        for (const PanelPlan& panel : m_plan.panels)
            height += panel.bottom() - (panel.rows.empty() ? panel.bottom() : panel.rows.front().top) +
                      m_memoryHeight * static_cast<double>(panel.memory.size());
        return height;
    }

    /// The factor by which the heights of lanes are multiplied so that they fill the slide, within limits.
    [[nodiscard]] double fittingFactor(double rowsHeight, double fixed) const
    {
        const double most = m_plan.rows().size() + m_plan.magnified.rows.size() <= 3 ? 3.6 : 2.6;
        const double magnified = m_plan.magnified.isShown ? m_magnifiedHeight : 0;
        const double head = m_plan.magnified.isShown               ? m_magnifiedHead + kAboveMagnified + kBelowMagnified
                            : m_plan.card                          ? kBelowCard
                            : m_options.showMemory || m_isCompared ? 0
                                                                   : m_magnifiedHead;
        return std::clamp((m_plan.page.wanted - fixed - m_axisHeight - m_plan.below() - head - m_plan.measures.height) /
                              std::max(1.0, rowsHeight + magnified),
                          // With a table of measures, lanes keep their full height, so that labels fit; a larger slide
                          // is planned instead.
                          m_plan.measures.height > 0 ? 1.0
                          : m_options.showMemory     ? 0.7
                                                     : 0.4,
                          most);
    }

    double chooseFactor()
    {
        const double natural = placePanels(1);
        const double rowsHeight = heightOfRows(), fixed = natural - rowsHeight;
        const double factor = m_plan.page.wanted > 0 ? fittingFactor(rowsHeight, fixed) : 1;
        // Readable lanes are more important than the magnified part.
        if ((!m_options.showMemory && m_plan.measures.height <= 0) || factor >= 0.75 || !m_plan.magnified.isShown)
            return factor;
        m_plan.magnified.isShown = false;
        m_plan.magnified.rows.clear();
        return fittingFactor(rowsHeight, fixed);
    }

    static constexpr double kAboveMagnified = 4, kBelowMagnified = 12;
    static constexpr double kBelowCard = 10;

    const FigureOptions& m_options;
    Plan m_plan;
    bool m_isNarrow;
    bool m_isCompared = false;
    RowHeights m_heights, m_wider;
    double m_axisHeight = 0;
    double m_magnifiedHead = 0;
    double m_magnifiedHeight = 0;  ///< height of the magnified part's rows
    double m_memoryHeight = 0;
};

}  // namespace

Plan planTimeline(const Trace& trace, const FigureOptions& options, Plan plan)
{
    return TimelinePlanner(trace, options, std::move(plan)).plan();
}

}  // namespace ui::figure::detail
