#pragma once

#include "ui/graph/detail/diagram_painter.h"
#include "ui/graph/detail/viewport.h"
#include "ui/graph/diagram.h"

#include <QVariantAnimation>

class QWidget;

namespace ui::graph::detail {

/// The diagram while a layer opens or closes. Boxes that are in both diagrams move. Boxes that are only in `to` appear
/// at the end; boxes that are only in `from` are not shown. `progress` is 0 at `from` and 1 at `to`. Cost: a copy of
/// `to`.
[[nodiscard]] Diagram between(const Diagram& from, const Diagram& to, double progress);

/// Moves boxes, zoom and scroll position from those of one diagram to those of another. Thread: GUI.
class Motion : public QVariantAnimation {
    Q_OBJECT

public:
    Motion();

    void startFrom(Diagram before, const Viewport& viewport);
    /// Paints the current state of the movement to `diagram`, as `viewport` shows it.
    void paint(QPainter& painter, const Diagram& diagram, const Viewport& viewport, PaintState state,
               const QWidget& canvas) const;

private:
    Diagram m_before;
    Viewport m_viewportBefore;
};

}  // namespace ui::graph::detail
