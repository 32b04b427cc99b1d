#include "ui/figure/detail/panel_painter.h"
#include "ui/look/format.h"
#include "ui/model/visible_range.h"

#include <algorithm>

namespace ui::figure::detail {

void PanelPainter::brackets() const
{
    for (const BlockText& text : m_panel.blocks)
        lineUp(text);
    for (const bool isAbove : {false, true})
        for (const BlockText& text : m_panel.blocks)
            if (text.isAbove == isAbove)
                bracket(text, m_trace.blocks()[text.block].isFailed ? m_ink.fail() : m_ink.text());
}

void PanelPainter::bracket(const BlockText& text, const QColor& ink) const
{
    const double y = m_panel.bracketY;
    QPainterPath path(QPointF(text.from, y + 9));
    path.lineTo(text.from, y);
    path.lineTo(text.to, y);
    if (!text.isOpen)
        path.lineTo(text.to, y + 9);
    m_ink.stroke(path, ink, 1.8);
    if (text.isAbove)
        return aboveBracket(text, ink);
    const int size = m_ink.sizes().label;
    m_ink.fill(QRectF(text.left - 8, y - 10, text.width + 16, 20), Qt::white);
    const double baseline = y + size * 0.36;
    m_ink.write({text.left, baseline}, text.name, size, QFont::Medium, m_ink.text2());
    m_ink.write({text.left + text.nameWidth, baseline}, text.time, size, QFont::Bold, ink);
    if (!text.book.isEmpty())
        m_ink.writeCentred({(text.from + text.to) / 2, y + 10 + m_ink.sizes().body}, text.book, m_ink.sizes().body,
                           QFont::Normal, m_ink.text3());
}

double PanelPainter::baselineOf(const BlockText& text) const
{
    return m_panel.bracketY - 14 - (text.tier - 1) * (m_ink.sizes().body + 5);
}

/// Painted before all texts, which interrupt the line.
void PanelPainter::lineUp(const BlockText& text) const
{
    const double middle = (text.from + text.to) / 2;
    if (text.tier > 0)
        m_ink.line({middle, m_panel.bracketY - 1}, {middle, baselineOf(text) + 4}, m_ink.text3(), 0.8);
}

/// Writes the text of a narrow bracket above it, at the end of the line.
void PanelPainter::aboveBracket(const BlockText& text, const QColor& ink) const
{
    if (text.tier == 0)
        return;
    const int size = m_ink.sizes().body;
    const double baseline = baselineOf(text);
    m_ink.fill(QRectF(text.left - 3, baseline - size, text.width + 6, size + 3), Qt::white);
    m_ink.write({text.left, baseline}, text.name, size, QFont::Medium, m_ink.text2());
    m_ink.write({text.left + text.nameWidth, baseline}, text.time, size, QFont::Bold, ink);
}

void PanelPainter::failure(double top, double bottom) const
{
    const auto& error = m_trace.error();
    if (!error || error->line <= 0 || error->time < m_panel.range.begin || error->time > m_panel.until)
        return;
    m_ink.line({x(error->time), top}, {x(error->time), bottom}, m_ink.fail(), 1.5, {5, 3});
}

void PanelPainter::failureWithTime(double top, double bottom) const
{
    const auto& error = m_trace.error();
    if (!error || error->line <= 0 || error->time < m_panel.range.begin || error->time > m_panel.until)
        return;
    failure(top, bottom);
    const int size = m_ink.sizes().body;
    const QString text = tr("stopped at %1").arg(look::clockText(error->time - model::originOf(m_trace)));
    const double half = Ink::widthOf(text, Ink::font(size, QFont::Bold)) / 2;
    m_ink.writeCentred({std::clamp(x(error->time), m_left + half, m_right - half), top - 4}, text, size, QFont::Bold,
                       m_ink.fail());
}

}  // namespace ui::figure::detail
