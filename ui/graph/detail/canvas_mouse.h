#pragma once

#include "ui/graph/detail/viewport.h"
#include "ui/graph/diagram.h"
#include "ui/model/selection.h"

#include <QWidget>

class QMouseEvent;
class QWheelEvent;

namespace ui::graph::detail {

/// Scrolls and zooms a diagram with the mouse, and emphasises the operation under it. Thread: GUI.
class CanvasMouse : public QObject {
    Q_OBJECT

public:
    /// The arguments must outlive it.
    CanvasMouse(QWidget& canvas, const Diagram& diagram, Viewport& viewport, model::Selection& selection);

signals:
    void clicked(QPointF point);  ///< in the diagram's units
    void doubleClicked(QPointF position);

protected:
    bool eventFilter(QObject* canvas, QEvent* event) override;

private:
    void move(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);

    QWidget& m_canvas;
    const Diagram& m_diagram;
    Viewport& m_viewport;
    model::Selection& m_selection;
};

}  // namespace ui::graph::detail
