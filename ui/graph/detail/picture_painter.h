#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/graph/search.h"
#include "ui/look/theme.h"

#include <QPainter>

namespace ui::graph::detail {

class KeptPlates;

/// What decides how a picture looks beside the picture itself.
struct PaintState {
    const engine::trace::Trace* trace = nullptr;
    const look::Theme* theme = nullptr;
    engine::Nanoseconds now{};
    engine::OpId selected;
    engine::OpId hovered;
    int focused = -1;                             ///< node with the keyboard's focus
    const std::vector<Match>* matches = nullptr;  ///< of a search, by node and operation; null: none is under way
    int match = -1;                               ///< the one that the reader has stepped to
    double scale = 1;                             ///< device-independent pixels per unit of the picture
    qreal devicePixelRatio = 1;
    KeptPlates* plates = nullptr;  ///< of the pictures painted before this one; null: they are placed anew
};

/// Draws a picture in its own units. Far away (below 0.45 of the normal size) clusters tell their counts and times;
/// from there on nodes have their names; near (from 1.6 on) shapes, times and what they waited for as well. Below 0.25
/// there is no antialiasing.
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
