#include "ui/figure/figure.h"

#include "ui/figure/detail/bodies.h"
#include "ui/figure/detail/frame_painter.h"
#include "ui/figure/detail/layers.h"
#include "ui/figure/detail/panel_painter.h"
#include "ui/figure/detail/timeline_painter.h"
#include "ui/look/format.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::figure {

using detail::FramePainter;
using detail::Ink;
using detail::PanelPainter;
using detail::PanelPlan;
using detail::Plan;
using detail::RowPlan;
using detail::TimelinePainter;
using engine::Nanoseconds;
using engine::trace::Trace;
using ui::tr;

namespace {

class FigurePainter {
public:
    FigurePainter(QPainter& painter, const Trace& trace, const FigureOptions& options)
        : m_plan(detail::makePlan(trace, options)),
          m_ink(painter, options.colours, m_plan.type),
          m_trace(trace),
          m_options(options),
          m_frame(m_ink, m_plan)
    {
    }

    void paint() const
    {
        m_ink.fill(QRectF(QPointF(0, 0), m_plan.size), Qt::white);
        m_frame.heading();
        switch (whatOf(m_options)) {
            case What::Graph:
                detail::paintGraph(m_ink, m_trace, m_options, m_plan);
                break;
            case What::Memory:
                m_frame.axis(m_plan.body.top() + 20);
                detail::paintMemory(m_ink, m_trace, m_options, m_plan);
                break;
            case What::Timeline:
            case What::Compare:
                timeline();
                break;
        }
        m_frame.legend();
        m_frame.foot();
    }

private:
    void timeline() const
    {
        if (m_options.showScaleBar)
            m_frame.scaleBar(m_plan.range, m_plan.scaleBarY);
        const auto& first = m_plan.panels.front();
        m_frame.axis(first.rows.empty() ? m_plan.axisY : first.rows.front().top - 6);
        for (const PanelPlan& panel : m_plan.panels) {
            detail::paintPanel(m_ink, m_plan, panel, m_options);
            detail::paintMemoryRows(m_ink, panel, m_options, m_plan);
        }
        if (m_plan.panels.size() > 1)
            saved();
        if (m_plan.hasMagnified)
            magnified();
        if (m_options.showNotes)
            detail::paintNotes(m_ink, m_plan.panels.back(), m_options.notes, m_plan.left, m_plan.right);
        if (m_options.until)
            moment();
    }

    /// What the faster run saved, beside it: a pale region with the factor, under a bracket.
    void saved() const
    {
        const Comparison times = compare(m_trace, m_options);
        if (times.saved().count() == 0)
            return;
        const bool isFaster = times.saved().count() > 0;
        const PanelPlan& panel = isFaster ? m_plan.panels.back() : m_plan.panels.front();
        const double width = m_plan.right - m_plan.left;
        const double from = m_plan.left + model::timeToPixel(panel.scope.end, panel.range, width) + 3;
        const double to = m_plan.right;
        if (to - from < 6 || panel.rows.empty())
            return;
        const QColor ink = isFaster ? m_ink.saved() : m_ink.fail();
        const double top = panel.rows.front().top, bottom = panel.bottom();
        QPainterPath region, bracket(QPointF(from, panel.bracketY + 9));
        region.addRoundedRect(QRectF(from + 1, top, to - from - 2, bottom - top), 4, 4);
        m_ink.fill(region, m_ink.of(isFaster ? QColor(0xEA, 0xF6, 0xF2) : QColor(0xFD, 0xF0, 0xE7)));
        m_ink.stroke(region, ink, 1, {4, 3});
        bracket.lineTo(from, panel.bracketY);
        bracket.lineTo(to, panel.bracketY);
        bracket.lineTo(to, panel.bracketY + 9);
        m_ink.stroke(bracket, ink, 1.8);
        const int size = m_plan.type.label;
        const QString difference = look::benchmarkText(std::abs(engine::toSeconds(times.saved())));
        const QString text = (isFaster ? tr("saved %1") : tr("%1 more")).arg(difference);
        const double textWidth = Ink::widthOf(text, Ink::font(size, QFont::Bold));
        const double at = std::min((from + to) / 2, m_plan.right - textWidth / 2);
        m_ink.fill(QRectF(at - textWidth / 2 - 8, panel.bracketY - 10, textWidth + 16, 20), Qt::white);
        m_ink.writeCentred({at, panel.bracketY + size * 0.36}, text, size, QFont::Bold, ink);
        const QString factor = look::factorText(times.factor());
        const int large = m_plan.size.width() < 1000 ? 18 : 30;
        if (to - from > Ink::widthOf(factor, Ink::font(large, QFont::Bold)) + 8 && bottom - top > large * 1.9) {
            const double middle = (top + bottom) / 2;
            m_ink.writeCentred({(from + to) / 2, middle + large * 0.15}, factor, large, QFont::Bold, ink);
            m_ink.writeCentred({(from + to) / 2, middle + large * 0.15 + size + 7}, tr("as fast"), size, QFont::Medium,
                               ink);
        }
    }

    /// How far the run has come.
    void moment() const
    {
        const double x = m_plan.x(*m_options.until);
        if (x < m_plan.left || x > m_plan.right || m_plan.rows().empty())
            return;
        const double top = m_plan.rows().front().top - 8;
        m_ink.line({x, top}, {x, m_plan.axisY}, m_ink.note(), 2);
        const QString text = look::clockText(*m_options.until - m_plan.range.begin);
        const int size = m_plan.type.body;
        const double half = Ink::widthOf(text, Ink::font(size, QFont::Bold)) / 2 + 5;
        const double at = std::clamp(x, m_plan.left + half, m_plan.right - half);
        QPainterPath flag;
        flag.addRoundedRect(QRectF(at - half, top - size - 5, 2 * half, size + 6), 3, 3);
        m_ink.fill(flag, m_ink.note());
        m_ink.writeCentred({at, top - 3}, text, size, QFont::Bold, Qt::white);
    }

    void magnified() const
    {
        const double top = m_plan.magnifiedRows.front().top - 4;
        const double bottom = m_plan.magnifiedRows.back().top + m_plan.magnifiedRows.back().height + 4;
        frameInMain();
        const bool isCompared = m_plan.panels.size() > 1;
        if (isCompared)
            m_ink.write({m_plan.margin, m_plan.magnifiedTitle}, QStringLiteral("c"), m_plan.type.label + 2, QFont::Bold,
                        m_ink.text());
        m_ink.write({m_plan.margin + (isCompared ? 28 : 0), m_plan.magnifiedTitle}, magnifiedText(), m_plan.type.label,
                    QFont::DemiBold, m_ink.text());
        m_frame.scaleBar(m_plan.magnified, m_plan.magnifiedTitle - 5);
        const TimelinePainter lanes(m_ink, m_trace, m_options, m_plan.left, m_plan.right, m_plan.magnified);
        lanes.labels(m_plan.magnifiedRows);
        for (const RowPlan& row : m_plan.magnifiedRows)
            lanes.lane(row);
        arrows(lanes);
        QPainterPath frame;
        frame.addRoundedRect(QRectF(m_plan.left, top, m_plan.right - m_plan.left, bottom - top), 4, 4);
        m_ink.stroke(frame, m_ink.text(), 1.4);
    }

    /// The magnified range, framed in the timeline above.
    void frameInMain() const
    {
        const double left = std::max(m_plan.left, m_plan.x(m_plan.magnified.begin)) - 2;
        const double right = std::min(m_plan.right, m_plan.x(m_plan.magnified.end)) + 2;
        double top = m_plan.rows().front().top, bottom = 0;
        for (const RowPlan& row : m_plan.rows())
            if (!row.isProgram()) {
                top = std::max(top, m_plan.rows().front().top + m_plan.rows().front().height + 2);
                bottom = std::max(bottom, row.top + row.height + 3);
            }
        QPainterPath frame;
        frame.addRoundedRect(QRectF(left, top, std::max(4.0, right - left), bottom - top), 3, 3);
        m_ink.stroke(frame, Qt::white, 4);
        m_ink.stroke(frame, m_ink.text(), 1.8);
    }

    [[nodiscard]] const RowPlan* magnifiedRow(engine::LaneId lane) const
    {
        for (const RowPlan& row : m_plan.magnifiedRows)
            if (row.lane == lane)
                return &row;
        return nullptr;
    }

    /// What must be computed before it can be used: from lane to lane within the magnified part.
    void arrows(const TimelinePainter& lanes) const
    {
        int count = 0;
        for (const RowPlan& row : m_plan.magnifiedRows) {
            const auto& index = m_trace.index(row.lane);
            for (std::size_t i = index.firstBeginningAt(m_plan.magnified.begin);
                 i < index.spans().size() && index.spans()[i].begin < m_plan.magnified.end && count < 12; ++i) {
                if (!index.spans()[i].op.isValid())
                    continue;
                for (const engine::trace::Edge& edge : m_trace.edgesInto(index.spans()[i].op)) {
                    const engine::trace::Op& from = m_trace.op(edge.from);
                    const RowPlan* source = magnifiedRow(from.lane);
                    if (!source || source == &row || from.finished < m_plan.magnified.begin ||
                        from.finished > m_plan.magnified.end)
                        continue;
                    arrow({lanes.x(from.finished) - 3, source->top + (source->top < row.top ? source->height : 0)},
                          {lanes.x(index.spans()[i].begin) + 4, row.top + (source->top < row.top ? 0 : row.height)},
                          count++);
                }
            }
        }
    }

    /// Down, along between the lanes, down; arrows one after another at heights of their own.
    void arrow(QPointF from, QPointF to, int number) const
    {
        const double way = to.y() > from.y() ? 1 : -1;
        const double room = std::abs(to.y() - from.y());
        const double middle = from.y() + way * room * (0.3 + 0.14 * (number % 3));
        const double turn = std::min({4.0, std::abs(to.x() - from.x()) / 2, room * 0.28});
        const double along = to.x() > from.x() ? 1 : -1;
        const QPointF end = to - QPointF(0, 6 * way);
        QPainterPath path(from);
        path.lineTo(from.x(), middle - turn * way);
        path.quadTo(from.x(), middle, from.x() + turn * along, middle);
        path.lineTo(to.x() - turn * along, middle);
        path.quadTo(to.x(), middle, to.x(), std::min(middle + turn, end.y()));
        path.lineTo(end);
        m_ink.stroke(path, Qt::white, 4);
        m_ink.stroke(path, m_ink.text(), 1.5);
        QPainterPath head(to);
        head.lineTo(to + QPointF(-3.6, -7 * way));
        head.lineTo(to + QPointF(3.6, -7 * way));
        head.closeSubpath();
        m_ink.fill(head, m_ink.text());
    }

    [[nodiscard]] QString magnifiedText() const
    {
        const QString length = look::durationText(m_plan.magnified.length());
        for (const engine::trace::BlockRecord& block : m_trace.blocks())
            if (block.begin == m_plan.magnified.begin)
                return tr("the first %1 of “%2”, magnified").arg(length, QString::fromStdString(block.label));
        return tr("%1 from %2 on, magnified").arg(length, look::clockText(m_plan.magnified.begin - m_plan.range.begin));
    }

    Plan m_plan;
    Ink m_ink;
    const Trace& m_trace;
    const FigureOptions& m_options;
    FramePainter m_frame;
};

}  // namespace

namespace detail {

void paintPanel(const Ink& ink, const Plan& plan, const PanelPlan& panel, const FigureOptions& options,
                const PanelParts& parts)
{
    const TimelinePainter lanes(ink, *panel.trace, options, plan.left, plan.right, panel.range);
    if (parts.hasFrame) {
        if (!panel.letter.isEmpty()) {
            ink.write({plan.margin, panel.titleBaseline}, panel.letter, plan.type.label + 2, QFont::Bold, ink.text());
            ink.write({plan.margin + 28, panel.titleBaseline}, panel.title, plan.type.label + 2, QFont::DemiBold,
                      ink.text());
        }
        lanes.labels(panel.rows);
        if (panel.overlap)
            lanes.labels({*panel.overlap});
    }
    QPainter& painter = ink.painter();
    if (options.until) {
        painter.save();
        painter.setClipRect(QRectF(0, 0, plan.x(*options.until), plan.size.height()));
    }
    for (const RowPlan& row : panel.rows) {
        if (row.isProgram() && parts.hasMarks)
            lanes.program(row);
        else if (!row.isProgram())
            lanes.lane(row, parts.hasSpans, parts.hasMarks);
    }
    const PanelPainter marks(ink, panel, options, plan.left, plan.right);
    if (parts.hasMarks) {
        marks.overlap();
        marks.brackets();
        if (options.showSyncMarks)
            marks.syncMarks();
    }
    if (options.until)
        painter.restore();
}

}  // namespace detail

What whatOf(const FigureOptions& options)
{
    return options.what == What::Compare && !options.before ? What::Timeline : options.what;
}

QSizeF figureSize(const Trace& trace, const FigureOptions& options)
{
    return detail::makePlan(trace, options).size;
}

void paintFigure(QPainter& painter, const Trace& trace, const FigureOptions& options)
{
    FigurePainter(painter, trace, options).paint();
}

}  // namespace ui::figure
