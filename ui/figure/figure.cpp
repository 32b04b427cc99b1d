#include "ui/figure/figure.h"

#include "ui/drawing/arrow_painter.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/label_cache.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/note_geometry.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/figure/detail/bodies.h"
#include "ui/figure/detail/frame_painter.h"
#include "ui/figure/detail/layers.h"
#include "ui/figure/detail/listing_card.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/look/format.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace ui::figure {

using detail::FramePainter;
using detail::Ink;
using detail::MeasureTable;
using detail::PanelPlan;
using detail::Plan;
using detail::RowPlan;
using ui::tr;

namespace {

class FigurePainter {
public:
    FigurePainter(QPainter& painter, const Trace& trace, const FigureOptions& options)
        : m_options(detail::withDiagram(trace, options)),
          m_plan(detail::makePlan(trace, m_options)),
          m_ink(painter, options.colours, m_plan.type),
          m_trace(trace),
          m_frame(m_ink, m_plan)
    {
        if (figureKindOf(options) != FigureKind::Graph)
            for (const PanelPlan& panel : m_plan.panels)
                m_scenes.push_back(std::make_unique<detail::PanelScene>(m_plan, panel, m_options));
    }

    void paint() const
    {
        m_ink.fill(QRectF(QPointF(0, 0), m_plan.page.size), m_ink.ground());
        m_ink.painter().save();
        m_ink.painter().scale(m_plan.page.zoom, m_plan.page.zoom);
        m_frame.heading();
        switch (figureKindOf(m_options)) {
            case FigureKind::Graph:
                detail::paintGraph(m_ink, m_trace, m_options, m_plan);
                break;
            case FigureKind::Memory:
                m_frame.axis(m_plan.body.top() + 20);
                detail::paintMemory(m_ink, *m_scenes.back(), m_plan);
                break;
            case FigureKind::Timeline:
            case FigureKind::Compare:
                timeline();
                break;
        }
        m_frame.legend();
        m_frame.foot();
        m_ink.painter().restore();
    }

private:
    void timeline() const
    {
        detail::paintListing(m_ink, m_plan);
        if (m_options.showScaleBar && !m_plan.hasTotals())
            m_frame.scaleBar(m_plan.range, m_plan.scaleBarY);
        const auto& first = m_plan.panels.front();
        m_frame.axis(first.rows.empty() ? m_plan.axisY : first.gridTop());
        for (std::size_t i = 0; i < m_plan.panels.size(); ++i) {
            // Paints the memory rows first, because the lines of the panel are interrupted at the texts of these rows.
            detail::paintMemoryRows(m_ink, m_plan.panels[i], *m_scenes[i], m_plan);
            detail::paintPanel(m_ink, m_plan, m_plan.panels[i], *m_scenes[i], m_options);
        }
        if (m_plan.panels.size() > 1)
            saved();
        if (m_plan.measures.height > 0)
            measures();
        if (m_plan.magnified.isShown)
            magnified();
        if (m_options.showNotes && !m_options.notes.empty())
            notes();
        if (m_options.until)
            moment();
    }

    /// Paints the saved time beside the faster run: a pale region that states how many times as fast the run is.
    void saved() const
    {
        for (const PanelPlan& panel : m_plan.panels)
            if (panel.brackets.saved)
                savedIn(panel);
    }

    void savedIn(const PanelPlan& panel) const
    {
        const double from = panel.brackets.saved->from, to = panel.brackets.saved->to;
        const QColor ink = m_ink.text2();
        const double top = panel.rows.front().top, bottom = panel.bottom();
        QPainterPath region;
        region.addRoundedRect(QRectF(from + 1, top, to - from - 2, bottom - top), 4, 4);
        m_ink.fill(region, m_ink.soft());
        m_ink.stroke(region, ink, 1, {4, 3});
        const Comparison times = compare(m_trace, m_options);
        const QString factor = times.isDecided() ? look::factorText(times.factor()) : QStringLiteral("≈");
        const int large = m_plan.size.width() < 1000 ? 18 : 30, size = m_plan.type.label;
        if (to - from <= Ink::widthOf(factor, Ink::font(large, QFont::Bold)) + 8 || bottom - top <= large * 1.9)
            return;
        const double middle = (top + bottom) / 2;
        m_ink.writeCentred({(from + to) / 2, middle + large * 0.15}, factor, large, QFont::Bold, ink);
        for (const QString& text : {m_options.compared.factor, tr("as fast")})
            if (!text.isEmpty() && Ink::widthOf(text, Ink::font(size, QFont::Medium)) + 8 < to - from)
                return m_ink.writeCentred({(from + to) / 2, middle + large * 0.15 + size + 7}, text, size,
                                          QFont::Medium, ink);
    }

    /// Paints the table of measures. Its columns are the name, the value of each run, and the difference.
    void measures() const
    {
        const MeasureTable& table = m_plan.measures;
        const int size = m_plan.type.body;
        const auto& all = m_options.compared.measures;
        for (int column = 0; column < table.across; ++column) {
            const double right = m_plan.size.width() - m_plan.margin -
                                 (table.across - 1 - column) * (m_plan.size.width() - 2 * m_plan.margin - table.width);
            const double left = right - table.width;
            double y = table.top + size;
            const QString heads[] = {QStringLiteral("A"), QStringLiteral("B"), tr("difference")};
            for (std::size_t i = 0; i < 3; ++i)
                m_ink.writeRight({left + table.columns[i], y}, heads[i], size, QFont::DemiBold, m_ink.text2());
            m_ink.line({left, y + 6}, {right, y + 6}, m_ink.grid(), 1);
            for (int row = 0; row < table.rows; ++row)
                if (const auto at = static_cast<std::size_t>(column * table.rows + row); at < all.size())
                    measure(all[at], left, y + (row + 1) * table.rowHeight);
        }
    }

    /// Paints one measure. `y`: baseline of the numbers. If the table is stacked, the name is above the numbers.
    void measure(const MeasuredText& one, double left, double y) const
    {
        const MeasureTable& table = m_plan.measures;
        const int size = m_plan.type.body;
        const QString name =
            QFontMetricsF(Ink::font(size))
                .elidedText(one.name, Qt::ElideRight, table.isStacked ? table.width : table.columns[0]);
        m_ink.write({left, table.isStacked ? y - size - 6 : y}, name, size, QFont::Normal, m_ink.text2());
        m_ink.writeRight({left + table.columns[0], y}, one.before, size, QFont::Medium, m_ink.text());
        m_ink.writeRight({left + table.columns[1], y}, one.after, size, QFont::Medium, m_ink.text());
        m_ink.writeRight({left + table.columns[2], y}, one.difference, size, QFont::DemiBold,
                         one.better != 0 ? m_ink.text() : m_ink.text2());
    }

    /// Paints the user's notes on the rows of the run.
    void notes() const
    {
        QPainter& painter = m_ink.painter();
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        for (const model::Note& note : m_options.notes)
            drawing::paintNote(painter, m_scenes.back()->scene(), note, Ink::font(m_plan.type.body, QFont::DemiBold));
        painter.restore();
    }

    /// Paints the line at the time that a replay has reached.
    void moment() const
    {
        const double x = m_plan.x(*m_options.until);
        if (x < m_plan.left || x > m_plan.right || m_plan.rows().empty())
            return;
        const double top = m_plan.rows().front().top - 8;
        std::vector<QRectF> texts;
        for (const auto& panel : m_scenes)
            std::ranges::copy(panel->texts(), std::back_inserter(texts));
        m_ink.painter().setPen(QPen(m_ink.accent(), 2));
        drawing::drawLineAround({m_ink.painter(), &texts}, x, top, m_plan.axisY);
        const QString text = look::momentText(*m_options.until, m_plan.zero);
        const int size = m_plan.type.body;
        const double half = Ink::widthOf(text, Ink::font(size, QFont::Bold)) / 2 + 5;
        const double at = std::clamp(x, m_plan.left + half, m_plan.right - half);
        QPainterPath flag;
        flag.addRoundedRect(QRectF(at - half, top - size - 5, 2 * half, size + 6), 3, 3);
        m_ink.fill(flag, m_ink.accent());
        m_ink.writeCentred({at, top - 3}, text, size, QFont::Bold, m_ink.onAccent());
    }

    void magnified() const
    {
        const double top = m_plan.magnified.rows.front().top - 4;
        const double bottom = m_plan.magnified.rows.back().top + m_plan.magnified.rows.back().height + 4;
        frameInMain();
        const bool isCompared = m_plan.panels.size() > 1;
        if (isCompared)
            m_ink.write({m_plan.panelLeft, m_plan.magnified.title}, QStringLiteral("C"), m_plan.type.label + 2,
                        QFont::Bold, m_ink.text());
        m_ink.write({m_plan.panelLeft + (isCompared ? 28 : 0), m_plan.magnified.title}, magnifiedText(),
                    m_plan.type.label, QFont::DemiBold, m_ink.text());
        m_frame.scaleBar(m_plan.magnified.range, m_plan.magnified.title - 5);
        const drawing::Scene scene = m_scenes.back()->magnified(m_plan);
        const drawing::Surface painter(m_ink.painter(), &m_scenes.back()->texts());
        painter->save();
        drawing::IdleLabels idle;
        for (const drawing::Row& row : scene.layout.rows) {
            drawing::paintHeader(painter, scene, row);
            std::ranges::move(detail::paintLaneParts(painter, scene, row), std::back_inserter(idle));
        }
        drawing::paintLastArrivals(painter, scene);
        painter->restore();
        drawing::paintCrossings(painter, scene);
        drawing::paintIdleLabels(painter, scene, idle);
        QPainterPath frame;
        frame.addRoundedRect(QRectF(m_plan.left, top, m_plan.right - m_plan.left, bottom - top), 4, 4);
        m_ink.stroke(frame, m_ink.text(), 1.4);
    }

    /// Paints a frame around the magnified range in the timeline above.
    void frameInMain() const
    {
        const double left = std::max(m_plan.left, m_plan.x(m_plan.magnified.range.begin)) - 2;
        const double right = std::min(m_plan.right, m_plan.x(m_plan.magnified.range.end)) + 2;
        double top = m_plan.rows().front().top, bottom = 0;
        for (const RowPlan& row : m_plan.rows())
            if (!row.isProgram()) {
                top = std::max(top, m_plan.rows().front().top + m_plan.rows().front().height + 2);
                bottom = std::max(bottom, row.top + row.height + 3);
            }
        QPainterPath frame;
        frame.addRoundedRect(QRectF(left, top, std::max(4.0, right - left), bottom - top), 3, 3);
        m_ink.stroke(frame, m_ink.ground(), 4);
        m_ink.stroke(frame, m_ink.text(), 1.8);
    }

    [[nodiscard]] QString magnifiedText() const
    {
        const QString length = look::durationText(m_plan.magnified.range.length());
        for (const engine::trace::BlockRecord& block : m_trace.blocks())
            if (block.begin == m_plan.magnified.range.begin)
                return tr("the first %1 of “%2”, magnified").arg(length, QString::fromStdString(block.label));
        return tr("%1 from %2 on, magnified").arg(length, look::momentText(m_plan.magnified.range.begin, m_plan.zero));
    }

    FigureOptions m_options;
    Plan m_plan;
    Ink m_ink;
    const Trace& m_trace;
    FramePainter m_frame;
    std::vector<std::unique_ptr<detail::PanelScene>> m_scenes;  ///< scenes of the panels; empty for a graph
};

}  // namespace

namespace detail {

namespace {

void frameOf(const Ink& ink, const Plan& plan, const PanelPlan& panel)
{
    if (panel.letter.isEmpty())
        return;
    const int size = plan.type.label + 2;
    double y = panel.titleBaseline;
    constexpr double kPlate = 20;
    QPainterPath plate;
    plate.addRoundedRect(QRectF(plan.panelLeft, y - size * 0.36 - kPlate / 2, kPlate, kPlate), 4, 4);
    ink.fill(plate, ink.text());
    ink.writeCentred({plan.panelLeft + kPlate / 2, y}, panel.letter, size, QFont::Bold, ink.ground());
    if (!panel.total.isEmpty())
        ink.writeRight({plan.right, y}, panel.total, size, QFont::Bold, ink.text());
    for (const QString& line : panel.titleLines) {
        ink.write({plan.panelLeft + kAfterLetter, y}, line, size, QFont::DemiBold, ink.text());
        y += size + 6;
    }
    if (!panel.busy.isEmpty())
        ink.write(panel.busyAt, panel.busy, plan.type.body, QFont::Normal, ink.text2());
}

void paintFailure(const drawing::Surface& painter, const Plan& plan, const PanelPlan& panel,
                  const drawing::Scene& scene)
{
    if (const drawing::Row* program = scene.layout.rowOf(drawing::RowKind::Frontend))
        drawing::paintRefused(painter, scene, *program);
    drawing::paintFailureLine(
        painter, scene, panel.rows.empty() ? plan.axisY : panel.rows.front().top - 6,
        panel.memory.empty() ? panel.bottom() : panel.memory.back().top + panel.memory.back().height);
}

}  // namespace

drawing::IdleLabels paintLaneParts(const drawing::Surface& painter, const drawing::Scene& scene,
                                   const drawing::Row& row, const PanelParts& parts)
{
    if (row.kind == drawing::RowKind::Link) {
        if (parts.hasMarks)
            drawing::paintLink(painter, scene, row);
        return {};
    }
    if (row.kind == drawing::RowKind::Communication && scene.trace->rankPart().set) {
        if (parts.hasSpans)
            drawing::paintCommunication(painter, scene, row);
        else if (parts.hasMarks)
            drawing::paintCollectives(painter, scene, row);
        return {};
    }
    if (parts.hasSpans)
        return drawing::paintLane(painter, scene, row);
    return parts.hasMarks ? drawing::paintLaneLabels(painter, scene, row) : drawing::IdleLabels{};
}

void paintPanel(const Ink& ink, const Plan& plan, const PanelPlan& panel, PanelScene& onPaper,
                const FigureOptions& options, const PanelParts& parts)
{
    const drawing::Scene& scene = onPaper.scene();
    const drawing::Surface painter(ink.painter(), &onPaper.texts());
    painter->save();
    if (parts.hasFrame) {
        frameOf(ink, plan, panel);
        for (const drawing::Row& row : scene.layout.rows)
            drawing::paintHeader(painter, scene, row);
    }
    painter->save();
    if (panel.until < panel.range.end)
        painter->setClipRect(QRectF(0, 0, scene.xOf(panel.until), plan.size.height()));
    drawing::IdleLabels idle;
    for (const drawing::Row& row : scene.layout.rows) {
        if (row.kind == drawing::RowKind::Frontend && parts.hasMarks)
            drawing::paintFrontend(painter, scene, row);
        else if (row.kind == drawing::RowKind::Overlap && parts.hasMarks)
            drawing::paintOverlapBand(painter, scene, row);
        else if (row.kind == drawing::RowKind::Band && parts.hasSpans)
            drawing::paintBand(painter, scene, row);
        else if (row.kind == drawing::RowKind::Node && parts.hasFrame)
            drawing::paintNode(painter, scene, row);
        else if (row.kind == drawing::RowKind::Rank && parts.hasSpans)
            drawing::paintFoldedRank(painter, scene, row);
        else if (row.lane.isValid())
            for (drawing::IdleLabel& label : paintLaneParts(painter, scene, row, parts))
                idle.push_back(std::move(label));
        if (row.kind == drawing::RowKind::Rank && row.startsGroup && parts.hasFrame)
            ink.line({plan.panelLeft, row.top - 0.5}, {plan.right, row.top - 0.5}, ink.grid(), 1);
        if (parts.hasMarks)
            drawing::paintGhost(painter, scene, row);
    }
    if (parts.hasMarks)
        drawing::paintLastArrivals(painter, scene);
    painter->restore();
    if (parts.hasMarks) {
        painter->setRenderHint(QPainter::Antialiasing);
        if (const drawing::Row* brackets = scene.layout.rowOf(drawing::RowKind::Benchmarks))
            drawing::paintBenchmarks(painter, scene, *brackets);
        if (scene.failedAt() && *scene.failedAt() <= panel.until)
            paintFailure(painter, plan, panel, scene);
        if (options.showSyncMarks)
            drawing::paintSyncMarks(painter, scene);
        drawing::paintIdleLabels(painter, scene, idle);
    }
    painter->restore();
}

}  // namespace detail

FigureKind figureKindOf(const FigureOptions& options)
{
    return options.what == FigureKind::Compare && !options.before ? FigureKind::Timeline : options.what;
}

QSizeF figureSize(const Trace& trace, const FigureOptions& options)
{
    return detail::makePlan(trace, options).page.size;
}

bool omitsMeasures(const Trace& trace, const FigureOptions& options)
{
    return figureKindOf(options) == FigureKind::Compare && !options.compared.measures.empty() &&
           detail::makePlan(trace, options).measures.height <= 0;
}

void paintFigure(QPainter& painter, const Trace& trace, const FigureOptions& options)
{
    FigurePainter(painter, trace, options).paint();
}

}  // namespace ui::figure
