#include "ui/graph/detail/net_map.h"

#include "ui/graph/detail/picture_look_up.h"
#include "ui/model/phase.h"

#include <algorithm>

namespace ui::graph::detail {

namespace {

constexpr double kWidest = 276;  // maximum width of the map, at 100 %
constexpr double kTallest = 196;
constexpr double kShare = 0.34;  // maximum fraction of the canvas
constexpr double kOff = 8;       // distance from the corner
constexpr double kRoomy = 420;   // minimum width of a canvas with a map: it would cover a third of a narrower one

}  // namespace

NetMap::NetMap(const Picture& picture, const Viewport& viewport, const look::Theme& theme)
    : m_picture(picture), m_viewport(viewport)
{
    const QRectF content = viewport.content(), room(QPointF(), viewport.room());
    if (picture.size.isEmpty() || room.width() < kRoomy * theme.scale() ||
        room.adjusted(-1, -1, 1, 1).contains(content))
        return;
    const double width = std::min(kWidest * theme.scale(), room.width() * kShare);
    const double height = std::min(kTallest * theme.scale(), room.height() * kShare);
    m_scale = std::min(width / picture.size.width(), height / picture.size.height());
    const QSizeF size = picture.size * m_scale;
    m_rect = QRectF(QPointF(room.right() - size.width() - kOff, room.bottom() - size.height() - kOff), size);
}

QPointF NetMap::toPicture(QPointF position) const
{
    return (position - m_rect.topLeft()) / m_scale;
}

void NetMap::paint(QPainter& painter, const PaintState& state) const
{
    if (m_rect.isEmpty())
        return;
    const look::Tokens& tokens = state.theme->tokens();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(tokens.strong, 1));
    painter.setBrush(tokens.panel);
    painter.drawRect(m_rect.adjusted(-4, -4, 4, 4));
    painter.setPen(Qt::NoPen);
    for (const Node& node : m_picture.nodes) {
        if (isText(node) || node.shape == NodeShape::Frame)
            continue;
        const bool isDone =
            !node.ops.empty() && model::phaseAt(state.trace->op(node.ops.back()), state.now) == model::Phase::Done;
        painter.fillRect(
            QRectF(m_rect.topLeft() + node.rect.topLeft() * m_scale,
                   QSizeF(std::max(1.0, node.rect.width() * m_scale), std::max(1.0, node.rect.height() * m_scale))),
            isDone ? state.theme->kind(node.kind).fill : tokens.line);
    }
    const QRectF visible = m_viewport.visible().intersected(QRectF(QPointF(), m_picture.size));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.accent, 1.6));
    painter.drawRect(QRectF(m_rect.topLeft() + visible.topLeft() * m_scale, visible.size() * m_scale));
}

}  // namespace ui::graph::detail
