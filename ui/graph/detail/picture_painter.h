#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/look/theme.h"

#include <QPainter>

namespace ui::graph::detail {

/// What decides how a picture looks beside the picture itself.
struct PaintState {
    const engine::trace::Trace* trace = nullptr;
    const look::Theme* theme = nullptr;
    engine::Nanoseconds now{};
    engine::OpId selected;
    engine::OpId hovered;
    int focused = -1;  ///< node with the keyboard's focus
    double scale = 1;  ///< device-independent pixels per unit of the picture
    qreal devicePixelRatio = 1;
};

/// Draws a picture in its own units. Below 0.45 of the normal size there is no text, below 0.25 no antialiasing.
void paintPicture(QPainter& painter, const Picture& picture, const PaintState& state, const QRectF& visible);

/// The cell of a matrix node under `point` (in the picture's units); none beside the cells.
[[nodiscard]] engine::OpId cellAt(const Node& node, QPointF point);
[[nodiscard]] QRectF cellRect(const Node& node, std::size_t cell);

/// The node under `point`; -1: none.
[[nodiscard]] int nodeAt(const Picture& picture, QPointF point);

/// "y[17], running, reads x_gpu2": what a screen reader says of a node.
[[nodiscard]] QString spokenName(const Picture& picture, int node, const engine::trace::Trace& trace,
                                 engine::Nanoseconds now);

}  // namespace ui::graph::detail
