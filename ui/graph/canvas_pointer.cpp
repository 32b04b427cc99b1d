#include "ui/graph/detail/canvas_pointer.h"

#include "ui/graph/detail/diagram_look_up.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

namespace ui::graph::detail {

bool CanvasPointer::handle(QEvent* event)
{
    const auto mouse = [event]() -> const QMouseEvent& { return *static_cast<const QMouseEvent*>(event); };
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            if (mouse().button() == Qt::LeftButton || mouse().button() == Qt::MiddleButton)
                m_viewport.startDrag(mouse().position());
            return true;
        case QEvent::MouseMove:
            move(mouse());
            return true;
        case QEvent::MouseButtonRelease:
            if (mouse().button() == Qt::LeftButton && !m_viewport.isDragging()) {
                const QPointF point = m_viewport.toDiagram(mouse().position());
                emit clicked(nodeAt(m_diagram, point), point);
            }
            return true;
        case QEvent::MouseButtonDblClick:
            doubleClick(mouse());
            return true;
        case QEvent::Wheel:
            turnWheel(*static_cast<QWheelEvent*>(event));
            return true;
        case QEvent::Leave:
            m_hover.setOp({});
            return true;
        default:
            return false;
    }
}

void CanvasPointer::move(const QMouseEvent& event)
{
    if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        m_viewport.dragTo(event.position());
        return emit moved();
    }
    const QPointF point = m_viewport.toDiagram(event.position());
    const Node* node = nodeIn(m_diagram, nodeAt(m_diagram, point));
    m_hover.setOp(node != nullptr ? opAt(*node, point) : engine::OpId{});
}

void CanvasPointer::doubleClick(const QMouseEvent& event)
{
    const Node* node = nodeIn(m_diagram, nodeAt(m_diagram, m_viewport.toDiagram(event.position())));
    if (node == nullptr)
        return emit fitWanted();
    if (m_diagram.isNet || node->shape == NodeShape::Fold)
        return emit toggled(Node(*node));
    m_viewport.zoomInAt(event.position());
    emit moved();
}

void CanvasPointer::turnWheel(QWheelEvent& event)
{
    if (event.modifiers() & Qt::ControlModifier) {
        m_viewport.zoomAt(event.position(), std::pow(1.0015, event.angleDelta().y()));
    } else {
        QPointF distance(event.angleDelta());
        if (event.modifiers() & Qt::ShiftModifier)
            distance = QPointF(distance.y(), distance.x());
        m_viewport.moveBy(distance * 0.5);
    }
    emit moved();
    event.accept();
}

}  // namespace ui::graph::detail
