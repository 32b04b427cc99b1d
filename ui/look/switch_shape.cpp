#include "ui/look/switch_shape.h"

#include <QPainter>

namespace ui::look {

void paintSwitch(QPainter& painter, const QRectF& track, const SwitchState& state, const Tokens& tokens)
{
    const auto [isOn, isHovered] = state;
    const double s = track.height() / 12;
    if (isOn) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isHovered ? tokens.sync.lighter(112) : tokens.sync);
        painter.drawRoundedRect(track, 6 * s, 6 * s);
    } else {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(isHovered ? tokens.text3 : tokens.strong, 1.5 * s));
        painter.drawRoundedRect(track.adjusted(0.75 * s, 0.75 * s, -0.75 * s, -0.75 * s), 5.25 * s, 5.25 * s);
    }
    const double knob = 8 * s;
    const double x = isOn ? track.right() - 2 * s - knob : track.left() + 2 * s;
    painter.setPen(Qt::NoPen);
    painter.setBrush(isOn ? tokens.panel : tokens.text3);
    painter.drawEllipse(QRectF(x, track.top() + 2 * s, knob, knob));
}

}  // namespace ui::look
