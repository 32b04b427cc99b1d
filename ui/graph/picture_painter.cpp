#include "ui/graph/detail/picture_painter.h"

#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/zoom_painter.h"

namespace ui::graph::detail {

void paintPicture(QPainter& painter, const Picture& picture, const PaintState& state, const QRectF& visible)
{
    constexpr double kSmoothFrom = 0.25;
    painter.setRenderHint(QPainter::Antialiasing, state.scale / state.theme->scale() >= kSmoothFrom);
    const NodeBrush brush(painter, state);
    const auto paintNodes = [&](bool areFrames) {
        for (std::size_t i = 0; i < picture.nodes.size(); ++i)
            if ((picture.nodes[i].shape == NodeShape::Frame) == areFrames &&
                picture.nodes[i].rect.adjusted(-6, -6, 6, 6).intersects(visible))
                paintNode(brush, picture.nodes[i], static_cast<int>(i) == state.focused);
    };
    paintNodes(true);
    for (const bool isCritical : {false, true})  // critical edges last, so that they are on top
        for (const graph::Edge& edge : picture.edges)
            if (edge.isCritical == isCritical)
                paintEdge(painter, picture, edge, state);
    paintNodes(false);
    for (const Node& node : picture.nodes)
        if (node.shape == NodeShape::Frame && node.rect.intersects(visible))
            paintFrameTitle(brush, node);
    paintClusters(painter, picture, state, visible);
    paintMatches(painter, picture, state);
}

}  // namespace ui::graph::detail
