#include "ui/look/warning_sign.h"

#include <QPainter>

namespace ui::look {

void paintWarningSign(QPainter& painter, const QRectF& rect, const Tokens& tokens)
{
    const double unit = std::min(rect.width(), rect.height()) / 16;
    const QPointF corner = rect.center() - QPointF(8 * unit, 8 * unit);
    const auto at = [&](double x, double y) { return corner + QPointF(x * unit, y * unit); };
    const QPointF triangle[] = {at(8, 1.6), at(15, 14), at(1, 14)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.warn, 1.2 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(tokens.warnLine);
    painter.drawPolygon(triangle, 3);
    painter.setPen(
        QPen(tokens.onInk == QColor(Qt::white) ? tokens.ink : tokens.onInk, 1.7 * unit, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at(8, 6), at(8, 9.6));
    painter.drawLine(at(8, 11.9), at(8, 12.0));
    painter.restore();
}

}  // namespace ui::look
