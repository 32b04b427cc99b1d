#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/detail/picture_painter.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::graph {

/// Draws a picture, zoomed and moved: Ctrl + wheel zooms at the pointer, wheel and drag move, arrow keys walk the
/// nodes. Thread: GUI.
class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    explicit GraphCanvas(look::Theme& theme, QWidget* parent = nullptr);

    /// Keeps the zoom if the picture has the size that it had.
    void setPicture(const Picture* picture, engine::trace::TracePtr trace);
    /// Numbers of the critical path's steps, one text a node; empty: none are shown.
    void setSteps(std::vector<QString> steps);
    void setState(engine::Nanoseconds now, engine::OpId selected, engine::OpId hovered);
    void fit();
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void picked(engine::OpId op);
    void pointed(engine::OpId op);
    void linePicked(int line);

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
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QPointF toPicture(QPointF position) const { return (position - m_offset) / m_scale; }
    [[nodiscard]] engine::OpId opAt(QPointF position) const;
    void zoomAt(QPointF position, double factor);
    void moveBy(QPointF distance);
    void clampOffset();
    void paintSteps(QPainter& painter) const;
    void focusNode(int node);
    void focusTowards(QPointF direction);
    void pick(int node, QPointF position);

    look::Theme& m_theme;
    std::vector<QString> m_steps;
    const Picture* m_picture = nullptr;
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
