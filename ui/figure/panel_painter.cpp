#include "ui/figure/detail/panel_painter.h"

#include "ui/look/format.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::trace::WaitTarget;

namespace {

constexpr int kMostMarks = 60;

}  // namespace

void PanelPainter::brackets() const
{
    for (const engine::trace::BlockRecord& block : m_trace.blocks()) {
        if (block.end <= m_panel.range.begin || block.begin >= m_panel.range.end)
            continue;
        const double from = std::max(m_left, x(block.begin)) + 1;
        const double to = std::min(m_right, x(block.end)) - 1;
        if (to > from)
            bracket(block, from, to);
    }
}

void PanelPainter::bracket(const engine::trace::BlockRecord& block, double from, double to) const
{
    const QColor ink = block.isFailed ? m_ink.fail() : m_ink.text();
    QPainterPath path(QPointF(from, m_panel.bracketY + 9));
    path.lineTo(from, m_panel.bracketY);
    path.lineTo(to, m_panel.bracketY);
    path.lineTo(to, m_panel.bracketY + 9);
    m_ink.stroke(path, ink, 1.8);
    const int size = m_ink.sizes().label;
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
    m_ink.fill(QRectF(left - 8, m_panel.bracketY - 10, nameWidth + timeWidth + 16, 20), Qt::white);
    const double baseline = m_panel.bracketY + size * 0.36;
    if (nameWidth > 0)
        m_ink.write({left, baseline}, name, size, QFont::Medium, m_ink.text2());
    m_ink.write({left + nameWidth, baseline}, time, size, QFont::Bold, ink);
    bookNumber(block, (from + to) / 2);
}

/// A block too narrow for its time has it above, if nothing else is there.
void PanelPainter::aboveBracket(const QString& time, double middle, const QColor& ink) const
{
    const double half = Ink::widthOf(time, Ink::font(m_ink.sizes().body, QFont::DemiBold)) / 2;
    const double at = std::clamp(middle, m_left + half, m_right - half);
    if (at - half < m_lastAbove + 6)
        return;
    m_lastAbove = at + half;
    m_ink.writeCentred({at, m_panel.bracketY - 8}, time, m_ink.sizes().body, QFont::DemiBold, ink);
}

void PanelPainter::bookNumber(const engine::trace::BlockRecord& block, double middle) const
{
    const auto book = m_panel.context->bookResults.constFind(QString::fromStdString(block.label));
    if (!m_options.showBookResults || book == m_panel.context->bookResults.constEnd())
        return;
    m_ink.writeCentred({middle, m_panel.bracketY + 10 + m_ink.sizes().body},
                       tr("book %1").arg(QLocale().toString(*book, 'f', 4)), m_ink.sizes().body, QFont::Normal,
                       m_ink.text3());
}

bool PanelPainter::isWaitedFor(const engine::trace::WaitRecord& wait, const RowPlan& row) const
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
void PanelPainter::syncMarks() const
{
    if (m_panel.rows.empty())
        return;
    QPainterPath lines, dots;
    double last = -100;
    int count = 0;
    for (std::size_t i = 0; i < m_trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = m_trace.waits()[i];
        if (wait.end <= m_panel.range.begin || wait.end > m_panel.range.end || count >= kMostMarks)
            continue;
        // A loop that waits each time around is marked where it ends.
        if (i + 1 < m_trace.waits().size() && wait.line > 0 && m_trace.waits()[i + 1].line == wait.line)
            continue;
        const double at = std::round(x(wait.end) * 10) / 10;
        if (at - last < 4)
            continue;
        last = at;
        ++count;
        const double top = m_panel.rows.front().top - 6;
        double bottom = m_panel.rows.front().top + m_panel.rows.front().height;
        for (const RowPlan& row : m_panel.rows)
            if (!row.isProgram() && isWaitedFor(wait, row))
                bottom = row.top + row.height;
        lines.moveTo(at, top);
        lines.lineTo(at, bottom);
        for (const RowPlan& row : m_panel.rows)
            if (!row.isProgram() && isWaitedFor(wait, row))
                dots.addEllipse(QPointF(at, row.top + row.height / 2), 2.6, 2.6);
        dots.addEllipse(QPointF(at, top), 3.8, 3.8);
    }
    m_ink.stroke(lines, m_ink.wait(), 1.7, {5, 3});
    m_ink.fill(dots, m_ink.wait());
}

}  // namespace ui::figure::detail
