#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/detail/picture_painter.h"
#include "ui/graph/detail/plates.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::graph {

/// Draws a picture with zoom and scrolling: Ctrl + wheel zooms at the pointer, wheel and drag scroll, arrow keys move
/// the focus between nodes, a double click expands a group or zooms in. Screen readers see a list of its nodes
/// (canvas_accessible.h). Thread: GUI.
class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    explicit GraphCanvas(look::Theme& theme, QWidget* parent = nullptr);

    /// Keeps the zoom if the new picture has the same size.
    void setPicture(const Picture* picture, engine::trace::TracePtr trace);
    /// Step numbers of the critical path, one string per node; empty: none are drawn.
    void setSteps(std::vector<QString> steps);
    void setState(engine::Nanoseconds now, engine::OpId selected, engine::OpId hovered);
    /// Highlights search results; empty: no search is active.
    void setMatches(std::vector<Match> matches);
    /// Scrolls to this match and marks it as the current one; -1: none is current.
    void showMatch(int match);
    void fit();
    void zoomBy(double factor) { zoomAt(QPointF(width() / 2.0, height() / 2.0), factor); }
    [[nodiscard]] double zoom() const { return m_scale / m_theme.scale(); }
    [[nodiscard]] QSize sizeHint() const override;

    // -- for screen readers
    [[nodiscard]] const Picture* picture() const { return m_picture; }
    [[nodiscard]] int focusedNode() const { return m_focused; }
    void focusNode(int node);
    void activateNode(int node);
    [[nodiscard]] QString nodeName(int node) const;
    /// As "3 of 12; after x_gpu2; before y[1]".
    [[nodiscard]] QString nodeDescription(int node) const;
    [[nodiscard]] bool isSelected(int node) const;
    [[nodiscard]] QRect nodeRect(int node) const;  ///< in widget coordinates

signals:
    void picked(engine::OpId op);
    void pointed(engine::OpId op);
    void linePicked(int line);
    void findRequested();
    void menuRequested(const QPoint& global);
    /// Requests that a group be expanded or merged again.
    void groupToggled(engine::OpId op);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QPointF toPicture(QPointF position) const { return (position - m_offset) / m_scale; }
    [[nodiscard]] engine::OpId opAt(QPointF position) const;
    void zoomAt(QPointF position, double factor);
    void moveBy(QPointF distance);
    void clampOffset();
    void paintSteps(QPainter& painter) const;
    void paintBeyond(QPainter& painter) const;
    void focusTowards(QPointF direction);
    void bringIntoView(const QRectF& rect);
    void pick(int node, QPointF position);

    look::Theme& m_theme;
    std::vector<QString> m_steps;
    std::vector<Match> m_matches;
    int m_match = -1;
    const Picture* m_picture = nullptr;
    detail::KeptPlates m_plates;
    engine::trace::TracePtr m_trace;
    engine::Nanoseconds m_now{};
    engine::OpId m_selected, m_hovered;
    int m_focused = -1;
    double m_scale = 1;
    QPointF m_offset;
    bool m_isFitted = true;
    QPointF m_pressed, m_pressedOffset;
    bool m_isDragging = false;
};

}  // namespace ui::graph
