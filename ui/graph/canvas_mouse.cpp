#include "ui/graph/detail/canvas_mouse.h"

#include "ui/graph/detail/diagram_look_up.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

namespace ui::graph::detail {

CanvasMouse::CanvasMouse(QWidget& canvas, const Diagram& diagram, Viewport& viewport, model::Selection& selection)
    : m_canvas(canvas), m_diagram(diagram), m_viewport(viewport), m_selection(selection)
{
    canvas.setMouseTracking(true);
    canvas.installEventFilter(this);
}

bool CanvasMouse::eventFilter(QObject*, QEvent* event)
{
    const auto mouse = [event]() -> const QMouseEvent& { return *static_cast<QMouseEvent*>(event); };
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            if (mouse().button() == Qt::LeftButton || mouse().button() == Qt::MiddleButton)
                m_viewport.startDrag(mouse().position());
            return true;
        case QEvent::MouseMove:
            move(mouse());
            return true;
        case QEvent::MouseButtonRelease:
            if (mouse().button() == Qt::LeftButton && !m_viewport.isDragging())
                emit clicked(m_viewport.toDiagram(mouse().position()));
            return true;
        case QEvent::MouseButtonDblClick:
            emit doubleClicked(mouse().position());
            return true;
        case QEvent::Wheel:
            wheel(*static_cast<QWheelEvent*>(event));
            event->accept();
            return true;
        case QEvent::Leave:
            m_selection.hoverOp({});
            return false;
        default:
            return false;
    }
}

void CanvasMouse::move(const QMouseEvent& event)
{
    if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        m_viewport.dragTo(event.position());
        return m_canvas.update();
    }
    const QPointF point = m_viewport.toDiagram(event.position());
    const Node* node = nodeIn(m_diagram, nodeAt(m_diagram, point));
    m_selection.hoverOp(node != nullptr ? opAt(*node, point) : engine::OpId{});
}

void CanvasMouse::wheel(const QWheelEvent& event)
{
    if (event.modifiers() & Qt::ControlModifier) {
        m_viewport.zoomAt(event.position(), std::pow(1.0015, event.angleDelta().y()));
    } else {
        QPointF distance(event.angleDelta());
        if (event.modifiers() & Qt::ShiftModifier)
            distance = QPointF(distance.y(), distance.x());
        m_viewport.moveBy(distance * 0.5);
    }
    m_canvas.update();
}

}  // namespace ui::graph::detail
