#include "ui/look/elided_line.h"

#include <QPainter>

namespace ui::look {

void ElidedLine::setShortForm(const QString& text)
{
    m_short = text;
    update();
}

QString ElidedLine::textIn(int width) const
{
    const auto fits = [&](const QString& text) { return fontMetrics().horizontalAdvance(text) <= width; };
    if (fits(text()))
        return text();
    if (m_short.isEmpty())
        return fontMetrics().elidedText(text(), Qt::ElideRight, width);
    return fits(m_short) ? m_short : QString();
}

void ElidedLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine,
                     textIn(contentsRect().width()));
}

}  // namespace ui::look
