#pragma once

#include "ui/graph/detail/picture_painter.h"

namespace ui::graph::detail {

/// Draws an edge of `picture` with its arrow head. The edges of the selected operation are emphasised.
void paintEdge(QPainter& painter, const Picture& picture, const graph::Edge& edge, const PaintState& state);

}  // namespace ui::graph::detail
