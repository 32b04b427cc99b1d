#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

namespace ui::graph::detail {

/// The zoom and the scroll position of a diagram in a widget. In each direction, a diagram that is smaller than the
/// widget stays within it, and a larger one covers it. Until the user zooms or scrolls, the whole diagram is fitted.
class Viewport {
public:
    // The smallest scale at which all text can be read; a larger diagram scrolls.
    static constexpr double kReadable = 0.9;

    /// Sets the size of the diagram, in its own units.
    void setContent(QSizeF content);
    /// Sets the size of the widget. `normal` is the scale that counts as 100 %.
    void setRoom(QSizeF room, double normal);
    /// Sets the smallest scale that fit() uses to show the diagram's whole height. A diagram that needs a smaller scale
    /// is scrolled.
    void setLeast(double scale) { m_least = scale; }
    /// Shows as much of the diagram as is possible with readable text.
    void fit();
    /// Zooms; the point at `position` (in widget coordinates) keeps its place.
    void zoomAt(QPointF position, double factor);
    void zoomBy(double factor) { zoomAt(QPointF(m_room.width() / 2, m_room.height() / 2), factor); }
    /// Zooms in far enough for a node's full text.
    void zoomInAt(QPointF position);
    void moveBy(QPointF distance);
    /// Scrolls `point`, which is in the diagram's units, to the middle.
    void centreOn(QPointF point);
    /// In each direction in which a part of `rect` (in the diagram's units) is not visible, scrolls to its middle.
    void scrollTo(const QRectF& rect);

    void startDrag(QPointF position);
    void dragTo(QPointF position);
    /// Whether the pointer has moved since startDrag() by more than a click allows.
    [[nodiscard]] bool isDragging() const { return m_isDragging; }

    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] QPointF offset() const { return m_offset; }
    [[nodiscard]] QPointF toDiagram(QPointF position) const { return (position - m_offset) / m_scale; }
    [[nodiscard]] QRectF toWidget(const QRectF& rect) const { return transform().mapRect(rect); }
    /// Maps the diagram to the widget.
    [[nodiscard]] QTransform transform() const { return {m_scale, 0, 0, m_scale, m_offset.x(), m_offset.y()}; }
    /// The visible rectangle, in the diagram's units.
    [[nodiscard]] QRectF visible() const;
    /// The diagram's rectangle in the widget; parts outside the widget are not visible.
    [[nodiscard]] QRectF content() const { return toWidget(QRectF(QPointF(), m_content)); }
    [[nodiscard]] QSizeF room() const { return m_room; }

private:
    void clampOffset();

    QSizeF m_content, m_room;
    double m_normal = 1;
    double m_least = kReadable;
    double m_scale = 1;
    QPointF m_offset;
    bool m_isFitted = true;
    QPointF m_pressed, m_pressedOffset;
    bool m_isDragging = false;
};

}  // namespace ui::graph::detail
