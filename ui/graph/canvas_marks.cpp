#include "ui/graph/detail/canvas_marks.h"

#include "ui/look/contrast.h"

#include <algorithm>

namespace ui::graph::detail {

void paintSteps(QPainter& painter, const Diagram& diagram, const QTransform& place, const look::Theme& theme)
{
    const look::Tokens& tokens = theme.tokens();
    painter.setFont(theme.mono(9, QFont::Bold));
    const QFontMetricsF metrics(painter.font());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Node& node : diagram.nodes) {
        if (node.steps.isEmpty())
            continue;
        const QPointF corner = place.map(node.rect.topLeft());
        const double height = theme.px(14);
        const double width = std::max(height, metrics.horizontalAdvance(node.steps) + theme.px(6));
        const QRectF badge(std::max(1.0, corner.x() - height / 2), corner.y() - height / 2, width, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.accent);
        painter.drawRoundedRect(badge, height / 2, height / 2);
        painter.setPen(tokens.onAccent);
        painter.drawText(badge, Qt::AlignCenter, node.steps);
    }
}

void paintContinuation(QPainter& painter, const Viewport& viewport, const look::Theme& theme)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF content = viewport.content(), room(QPointF(), viewport.room());
    const double deep = theme.px(18), arrow = theme.px(4);
    const QColor ground = theme.tokens().panel;
    QColor clear = ground;
    clear.setAlpha(0);
    const auto fade = [&](const QRectF& edge, QPointF inner, QPointF outer) {
        QLinearGradient gradient(inner, outer);
        gradient.setColorAt(0, clear);
        gradient.setColorAt(1, ground);
        painter.fillRect(edge, gradient);
        const QPointF way = (outer - inner) / deep, aside(-way.y(), way.x());
        const QPointF tip = outer - way * arrow / 2;
        painter.setPen(QPen(theme.tokens().text2, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{tip - way * arrow + aside * arrow, tip, tip - way * arrow - aside * arrow});
    };
    const double middle = room.center().x(), centre = room.center().y();
    if (content.left() < -1)
        fade(QRectF(0, 0, deep, room.height()), {deep, centre}, {0, centre});
    if (content.right() > room.right() + 1)
        fade(QRectF(room.right() - deep, 0, deep, room.height()), {room.right() - deep, centre},
             {room.right(), centre});
    if (content.top() < -1)
        fade(QRectF(0, 0, room.width(), deep), {middle, deep}, {middle, 0});
    if (content.bottom() > room.bottom() + 1)
        fade(QRectF(0, room.bottom() - deep, room.width(), deep), {middle, room.bottom() - deep},
             {middle, room.bottom()});
}

}  // namespace ui::graph::detail
