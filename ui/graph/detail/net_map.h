#pragma once

#include "ui/graph/detail/picture_painter.h"
#include "ui/graph/detail/viewport.h"

namespace ui::graph::detail {

/// The map in the corner of the canvas: the whole picture without text, and the visible part of it. Shown only while a
/// part of the picture is outside the canvas. All rectangles are in the canvas's units.
class NetMap {
public:
    NetMap(const Picture& picture, const Viewport& viewport, const look::Theme& theme);

    /// Empty: the whole picture is visible.
    [[nodiscard]] const QRectF& rect() const { return m_rect; }
    /// The point of the picture that a point of the map shows.
    [[nodiscard]] QPointF toPicture(QPointF position) const;
    void paint(QPainter& painter, const PaintState& state) const;

private:
    const Picture& m_picture;
    const Viewport& m_viewport;
    QRectF m_rect;
    double m_scale = 1;  ///< of the map: canvas units per unit of the picture
};

}  // namespace ui::graph::detail
