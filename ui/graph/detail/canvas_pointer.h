#pragma once

#include "ui/graph/detail/viewport.h"
#include "ui/graph/diagram.h"
#include "ui/model/hover.h"

#include <QObject>

class QMouseEvent;
class QWheelEvent;

namespace ui::graph::detail {

/// Handles the mouse on a diagram: drags and the wheel scroll or zoom the viewport; clicks are reported with the node
/// under them. Thread: GUI.
class CanvasPointer : public QObject {
    Q_OBJECT

public:
    /// The arguments must outlive this object.
    CanvasPointer(const Diagram& diagram, Viewport& viewport, model::Hover& hover)
        : m_diagram(diagram), m_viewport(viewport), m_hover(hover)
    {
    }

    /// Handles a mouse event. Returns false if the event is of another type.
    [[nodiscard]] bool handle(QEvent* event);

signals:
    /// Emitted when the viewport has changed.
    void moved();
    /// Emitted on a click. `node`: the clicked node; -1: the click was beside the nodes. `point`: in the diagram's
    /// units.
    void clicked(int node, QPointF point);
    void toggled(const Node& node);
    /// Emitted on a double click outside the nodes.
    void fitWanted();

private:
    void move(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(QWheelEvent& event);

    const Diagram& m_diagram;
    Viewport& m_viewport;
    model::Hover& m_hover;
};

}  // namespace ui::graph::detail
