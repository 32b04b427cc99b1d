#include "ui/graph/detail/net_map.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/model/phase.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace ui::graph {

NetMap::NetMap(look::Theme& theme, GraphCanvas& canvas, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_canvas(canvas)
{
    setObjectName(QStringLiteral("netMap"));
    connect(&canvas, &GraphCanvas::painted, this, qOverload<>(&QWidget::update));
}

QTransform NetMap::place() const
{
    constexpr double kInset = 4;
    const QSizeF size = m_canvas.diagram().size;
    const double scale = std::min((width() - 2 * kInset) / std::max(1.0, size.width()),
                                  (height() - 2 * kInset) / std::max(1.0, size.height()));
    return {scale, 0, 0, scale, (width() - size.width() * scale) / 2, kInset};
}

void NetMap::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    const detail::PaintState& state = m_canvas.state();
    const Diagram& diagram = m_canvas.diagram();
    QPainter painter(this);
    painter.setPen(QPen(tokens.line, 1));
    painter.setBrush(tokens.panel);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    if (diagram.nodes.empty() || state.trace == nullptr)
        return;
    const QTransform at = place();
    for (const Node& node : diagram.nodes) {
        if (detail::isText(node) || node.shape == NodeShape::Frame)
            continue;
        const bool isDone =
            !node.ops.empty() && model::phaseAt(state.trace->op(node.ops.back()), state.now) == model::Phase::Done;
        QRectF box = at.mapRect(node.rect);
        box.setSize(box.size().expandedTo(QSizeF(1, 1)));
        painter.fillRect(box, isDone ? m_theme.kind(node.kind).fill : tokens.line);
    }
    const QRectF visible = m_canvas.viewport().visible().intersected(QRectF(QPointF(), diagram.size));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.accent, 1.6));
    painter.drawRect(at.mapRect(visible));
}

void NetMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_canvas.centreOn(place().inverted().map(event->position()));
}

void NetMap::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0)
        m_canvas.centreOn(place().inverted().map(event->position()));
}

}  // namespace ui::graph
