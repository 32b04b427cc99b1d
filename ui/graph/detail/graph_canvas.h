#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/detail/canvas_pointer.h"
#include "ui/graph/detail/diagram_painter.h"
#include "ui/graph/detail/motion.h"
#include "ui/graph/detail/plates.h"
#include "ui/graph/detail/viewport.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"

#include <QWidget>

namespace ui::graph {

/// Shows a diagram at the playhead's time. Ctrl + wheel zooms at the pointer, wheel and drag scroll, arrow keys move
/// the focus between nodes, a click selects, a double click expands a group or zooms in. In a net, Enter opens the
/// focused layer, and Backspace closes the innermost open layer around the focus. Screen readers get a list of its
/// nodes (canvas_accessible.h). Thread: GUI.
class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    /// The arguments must outlive the widget. Call showDiagram() after each change of `diagram`.
    GraphCanvas(look::Theme& theme, model::Selection& selection, model::Playhead& playhead, const Diagram& diagram);

    /// Shows the diagram, which belongs to `trace`. Keeps zoom and scroll position if the user has changed them.
    void showDiagram(engine::trace::TracePtr trace);
    /// Animates the boxes from their places in `before` to their places in the shown diagram.
    void moveFrom(Diagram before);
    /// Highlights search results and scrolls to the match `current`; -1: none is current. `matches` empty: no search is
    /// active.
    void showMatches(std::vector<Match> matches, int current);
    void fit();
    void zoomBy(double factor);
    /// Scrolls `point`, which is in the diagram's units, to the middle.
    void centreOn(QPointF point);
    [[nodiscard]] QSize sizeHint() const override;

    // -- for the map and for screen readers
    [[nodiscard]] const Diagram& diagram() const { return m_diagram; }
    [[nodiscard]] const detail::PaintState& state() const { return m_state; }
    [[nodiscard]] const detail::Viewport& viewport() const { return m_viewport; }
    void focusNode(int node);
    /// Selects a node, as a click does.
    void activateNode(int node);

signals:
    void findRequested();
    void menuRequested(const QPoint& global);
    /// Requests that a group be expanded or merged again, or that a layer of a net be opened or closed. Passes a copy
    /// of the node, since the diagram is replaced meanwhile.
    void toggled(const Node& node);
    /// Emitted when another node has the focus.
    void focusChanged();
    /// Emitted after each paint, except during a movement: the diagram, its state, or the visible part may have
    /// changed.
    void painted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void clickNode(int node, QPointF point);

    look::Theme& m_theme;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    const Diagram& m_diagram;
    engine::trace::TracePtr m_trace;
    std::vector<Match> m_matches;
    detail::PlateCache m_plates;
    detail::PaintState m_state;
    detail::Viewport m_viewport;
    detail::CanvasPointer m_pointer{m_diagram, m_viewport, m_selection.hover()};
    QString m_focusedId;  ///< Node::id of the focused box; empty: none, or the diagram is no net
    detail::Motion m_motion;
};

}  // namespace ui::graph
