#include "ui/figure/figure.h"

#include "ui/figure/detail/plan.h"
#include "ui/figure/detail/timeline_painter.h"
#include "ui/look/format.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::figure {

using detail::Ink;
using detail::Plan;
using detail::RowPlan;
using detail::TimelinePainter;
using detail::tr;
using engine::Nanoseconds;
using engine::trace::Trace;
using engine::trace::WaitTarget;

namespace {

constexpr int kMostMarks = 60;

class FigurePainter {
public:
    FigurePainter(QPainter& painter, const Trace& trace, const FigureOptions& options)
        : m_plan(detail::makePlan(trace, options)),
          m_ink(painter, options.colours, m_plan.type),
          m_trace(trace),
          m_options(options),
          m_lanes(m_ink, trace, options, m_plan.left, m_plan.right, m_plan.range)
    {
    }

    void paint() const
    {
        m_ink.fill(QRectF(QPointF(0, 0), m_plan.size), Qt::white);
        heading();
        axis();
        m_lanes.labels(m_plan.rows);
        for (const RowPlan& row : m_plan.rows)
            row.isProgram() ? m_lanes.program(row) : m_lanes.lane(row);
        brackets();
        if (m_options.showSyncMarks)
            syncMarks();
        if (m_plan.hasMagnified)
            magnified();
        legend();
        foot();
    }

private:
    void heading() const
    {
        const auto& type = m_plan.type;
        const double room = m_plan.size.width() - 2 * m_plan.margin;
        const QString title =
            QFontMetricsF(Ink::font(type.title, QFont::Bold)).elidedText(m_plan.texts.title, Qt::ElideRight, room);
        m_ink.write({m_plan.margin, m_plan.titleBaseline}, title, type.title, QFont::Bold, m_ink.text());
        double y = m_plan.subtitleBaseline;
        for (const QString& line : m_plan.subtitleLines) {
            m_ink.write({m_plan.margin, y}, line, type.subtitle, QFont::Normal, m_ink.text2());
            y += type.subtitle + 5;
        }
        if (m_options.showScaleBar)
            scaleBar(m_plan.range, m_plan.scaleBarY);
    }

    void scaleBar(const model::TimeRange& range, double y) const
    {
        const double width = m_plan.right - m_plan.left;
        const Nanoseconds step = detail::niceStep(range.length(), std::max(4.0, width / 80));
        const double length = model::timeToPixel(range.begin + step, range, width);
        const double right = m_plan.right, left = right - length;
        QPainterPath bar;
        bar.moveTo(left, y - 4);
        bar.lineTo(left, y + 4);
        bar.moveTo(right, y - 4);
        bar.lineTo(right, y + 4);
        bar.moveTo(left, y);
        bar.lineTo(right, y);
        m_ink.stroke(bar, m_ink.text(), 1.6);
        m_ink.writeRight({left - 8, y + m_plan.type.body * 0.36}, detail::stepText(step), m_plan.type.body,
                         QFont::DemiBold, m_ink.text());
    }

    void axis() const
    {
        const double width = m_plan.right - m_plan.left;
        const Nanoseconds step = detail::niceStep(m_plan.range.length(), width / (m_plan.type.body * 11.0));
        const double top = m_plan.rows.empty() ? m_plan.axisY : m_plan.rows.front().top - 6;
        QPainterPath grid, ticks;
        std::vector<std::pair<double, QString>> words;
        // The unit stands once, at the zero.
        const QString unit = detail::stepText(step).section(QLatin1Char(' '), -1);
        double per = unit == QLatin1String("s")    ? 1e9
                     : unit == QLatin1String("ms") ? 1e6
                     : unit == QLatin1String("ns") ? 1
                                                   : 1e3;
        QString shown = unit;
        if (unit == QLatin1String("ms") && m_plan.range.length() >= Nanoseconds{1'000'000'000}) {
            per = 1e9;
            shown = QStringLiteral("s");
        }
        for (Nanoseconds t{0}; t <= m_plan.range.length(); t += step) {
            const double x = m_plan.x(m_plan.range.begin + t);
            grid.moveTo(x, top);
            grid.lineTo(x, m_plan.axisY);
            ticks.moveTo(x, m_plan.axisY);
            ticks.lineTo(x, m_plan.axisY + 6);
            const QString number = QLocale().toString(static_cast<double>(t.count()) / per, 'g', 6);
            words.emplace_back(x, t.count() == 0 ? number + QLatin1Char(' ') + shown : number);
        }
        m_ink.stroke(grid, m_ink.grid(), 1);
        ticks.moveTo(m_plan.left, m_plan.axisY);
        ticks.lineTo(m_plan.right, m_plan.axisY);
        m_ink.stroke(ticks, m_ink.text2(), 1);
        const double baseline = m_plan.axisY + 8 + m_plan.type.body;
        for (const auto& [x, word] : words) {
            const double half = Ink::widthOf(word, Ink::font(m_plan.type.body)) / 2;
            const double at = std::clamp(x, half, m_plan.size.width() - half - 1);
            m_ink.writeCentred({at, baseline}, word, m_plan.type.body, QFont::Normal, m_ink.text2());
        }
    }

    void brackets() const
    {
        for (const engine::trace::BlockRecord& block : m_trace.blocks()) {
            if (block.end <= m_plan.range.begin || block.begin >= m_plan.range.end)
                continue;
            const double from = std::max(m_plan.left, m_plan.x(block.begin)) + 1;
            const double to = std::min(m_plan.right, m_plan.x(block.end)) - 1;
            if (to > from)
                bracket(block, from, to);
        }
    }

    void bracket(const engine::trace::BlockRecord& block, double from, double to) const
    {
        const QColor ink = block.isFailed ? m_ink.fail() : m_ink.text();
        QPainterPath path(QPointF(from, m_plan.bracketY + 9));
        path.lineTo(from, m_plan.bracketY);
        path.lineTo(to, m_plan.bracketY);
        path.lineTo(to, m_plan.bracketY + 9);
        m_ink.stroke(path, ink, 1.8);
        const int size = m_plan.type.label;
        const QString time =
            block.isFailed ? tr("stopped at %1").arg(look::clockText(block.end)) : look::benchmarkText(block.seconds);
        QString name = QString::fromStdString(block.label);
        const QFont nameFont = Ink::font(size, QFont::Medium), timeFont = Ink::font(size, QFont::Bold);
        const double timeWidth = Ink::widthOf(time, timeFont);
        const double room = to - from - 34;
        const double gap = 10;
        double nameWidth = Ink::widthOf(name, nameFont) + gap;
        if (nameWidth + timeWidth > room) {
            name = QFontMetricsF(nameFont).elidedText(name, Qt::ElideRight, room - timeWidth - gap);
            nameWidth = name.size() < 4 ? 0 : Ink::widthOf(name, nameFont) + gap;
        }
        if (timeWidth > to - from - 8)
            return aboveBracket(time, (from + to) / 2, ink);
        const double left = (from + to) / 2 - (nameWidth + timeWidth) / 2;
        m_ink.fill(QRectF(left - 8, m_plan.bracketY - 10, nameWidth + timeWidth + 16, 20), Qt::white);
        const double baseline = m_plan.bracketY + size * 0.36;
        if (nameWidth > 0)
            m_ink.write({left, baseline}, name, size, QFont::Medium, m_ink.text2());
        m_ink.write({left + nameWidth, baseline}, time, size, QFont::Bold, ink);
        bookNumber(block, (from + to) / 2);
    }

    /// A block too narrow for its time has it above, if nothing else is there.
    void aboveBracket(const QString& time, double middle, const QColor& ink) const
    {
        const double half = Ink::widthOf(time, Ink::font(m_plan.type.body, QFont::DemiBold)) / 2;
        if (middle - half < m_lastAbove + 6)
            return;
        m_lastAbove = middle + half;
        const double at = std::clamp(middle, m_plan.left + half, m_plan.right - half);
        m_ink.writeCentred({at, m_plan.bracketY - 8}, time, m_plan.type.body, QFont::DemiBold, ink);
    }

    void bookNumber(const engine::trace::BlockRecord& block, double middle) const
    {
        const auto book = m_options.context.bookResults.constFind(QString::fromStdString(block.label));
        if (!m_options.showBookResults || book == m_options.context.bookResults.constEnd())
            return;
        m_ink.writeCentred({middle, m_plan.bracketY + 10 + m_plan.type.body},
                           tr("book %1").arg(QLocale().toString(*book, 'f', 4)), m_plan.type.body, QFont::Normal,
                           m_ink.text3());
    }

    [[nodiscard]] bool isWaitedFor(const engine::trace::WaitRecord& wait, const RowPlan& row) const
    {
        switch (wait.target) {
            case WaitTarget::All:
                return true;
            case WaitTarget::Device:
            case WaitTarget::Stream:
                return row.device == wait.device;
            default:
                return wait.releasedBy.isValid() && m_trace.op(wait.releasedBy).lane == row.lane;
        }
    }

    /// Where a wait ends: through the lanes that it waited for, and no others.
    void syncMarks() const
    {
        if (m_plan.rows.empty())
            return;
        QPainterPath lines, dots;
        double last = -100;
        int count = 0;
        for (std::size_t i = 0; i < m_trace.waits().size(); ++i) {
            const engine::trace::WaitRecord& wait = m_trace.waits()[i];
            if (wait.end <= m_plan.range.begin || wait.end > m_plan.range.end || count >= kMostMarks)
                continue;
            // A loop that waits each time around is marked where it ends.
            if (i + 1 < m_trace.waits().size() && wait.line > 0 && m_trace.waits()[i + 1].line == wait.line)
                continue;
            const double x = std::round(m_plan.x(wait.end) * 10) / 10;
            if (x - last < 4)
                continue;
            last = x;
            ++count;
            const double top = m_plan.rows.front().top - 6;
            double bottom = m_plan.rows.front().top + m_plan.rows.front().height;
            for (const RowPlan& row : m_plan.rows)
                if (!row.isProgram() && isWaitedFor(wait, row))
                    bottom = row.top + row.height;
            lines.moveTo(x, top);
            lines.lineTo(x, bottom);
            for (const RowPlan& row : m_plan.rows)
                if (!row.isProgram() && isWaitedFor(wait, row))
                    dots.addEllipse(QPointF(x, row.top + row.height / 2), 2.6, 2.6);
            dots.addEllipse(QPointF(x, top), 3.8, 3.8);
        }
        m_ink.stroke(lines, m_ink.wait(), 1.7, {5, 3});
        m_ink.fill(dots, m_ink.wait());
    }

    void magnified() const
    {
        const double top = m_plan.magnifiedRows.front().top - 4;
        const double bottom = m_plan.magnifiedRows.back().top + m_plan.magnifiedRows.back().height + 4;
        frameInMain();
        m_ink.write({m_plan.margin, m_plan.magnifiedTitle}, magnifiedText(), m_plan.type.label, QFont::DemiBold,
                    m_ink.text());
        scaleBar(m_plan.magnified, m_plan.magnifiedTitle - 5);
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
        double top = m_plan.rows.front().top, bottom = 0;
        for (const RowPlan& row : m_plan.rows)
            if (!row.isProgram()) {
                top = std::max(top, m_plan.rows.front().top + m_plan.rows.front().height + 2);
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

    void legend() const
    {
        using What = Plan::LegendEntry::What;
        for (const Plan::LegendEntry& entry : m_plan.legend) {
            const QPointF at(entry.at.x(), entry.at.y() + m_plan.legendTop);
            const QRectF swatch(at.x(), at.y() - 12, 22, 14);
            if (entry.what == What::Mark) {
                m_ink.line({at.x() + 11, at.y() - 12}, {at.x() + 11, at.y() + 4}, m_ink.wait(), 1.7, {5, 3});
                QPainterPath dot;
                dot.addEllipse(QPointF(at.x() + 11, at.y() - 12), 3.5, 3.5);
                m_ink.fill(dot, m_ink.wait());
            } else if (entry.what == What::Wait) {
                QPainterPath hatch, outline;
                detail::addPattern(hatch, look::Pattern::ThinRising, swatch);
                outline.addRect(swatch);
                m_ink.stroke(hatch, m_ink.waitLine(), 1.2);
                m_ink.stroke(outline, m_ink.waitLine(), 1);
            } else {
                const look::KindColours colours = m_ink.kind(entry.kind);
                QPainterPath hatch, outline;
                m_ink.fill(swatch, colours.fill);
                detail::addPattern(hatch, colours.pattern, swatch);
                outline.addRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
                if (!hatch.isEmpty()) {
                    m_ink.stroke(hatch, colours.edge, 1.1);
                    m_ink.stroke(outline, colours.edge, 1);
                }
            }
            m_ink.write({at.x() + 30, at.y()}, entry.text, m_plan.type.label, QFont::Medium, m_ink.text2());
        }
    }

    void foot() const
    {
        m_ink.line({m_plan.margin, m_plan.ruleY}, {m_plan.size.width() - m_plan.margin, m_plan.ruleY}, m_ink.grid(), 1);
        double y = m_plan.captionBaseline;
        for (const QString& line : m_plan.caption) {
            m_ink.write({m_plan.margin, y}, line, m_plan.type.body, QFont::Normal, m_ink.text2());
            y += m_plan.type.body + 6;
        }
        m_ink.writeRight({m_plan.size.width() - m_plan.margin, y - m_plan.type.body - 6}, QStringLiteral("Overlap"),
                         m_plan.type.body, QFont::DemiBold, m_ink.text3());
    }

    Plan m_plan;
    Ink m_ink;
    const Trace& m_trace;
    const FigureOptions& m_options;
    TimelinePainter m_lanes;
    mutable double m_lastAbove = -1000;
};

}  // namespace

QSizeF figureSize(const Trace& trace, const FigureOptions& options)
{
    return detail::makePlan(trace, options).size;
}

void paintFigure(QPainter& painter, const Trace& trace, const FigureOptions& options)
{
    FigurePainter(painter, trace, options).paint();
}

}  // namespace ui::figure
