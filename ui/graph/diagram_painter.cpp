#include "ui/graph/detail/diagram_painter.h"

#include "ui/graph/detail/canvas_marks.h"
#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/graph/page.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ui::graph {

namespace detail {

void paintDiagram(QPainter& painter, const Diagram& diagram, const PaintState& state, const QRectF& visible)
{
    // At smaller scales, details are smaller than a pixel and smoothing is not visible.
    constexpr double kSmoothFrom = 0.25;
    painter.setRenderHint(QPainter::Antialiasing,
                          state.medium == Medium::Page || state.scale / state.theme->scale() >= kSmoothFrom);
    const NodeBrush brush(painter, state);
    const auto isFrame = [](const Node& node) { return node.shape == NodeShape::Frame; };
    const auto paintNodes = [&](const auto& isOfLayer) {
        for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
            const Node& node = diagram.nodes[i];
            if (!isOfLayer(node) || !node.rect.adjusted(-6, -6, 6, 6).intersects(visible))
                continue;
            paintNode(brush, node);
            if (static_cast<int>(i) == state.focused)
                paintFocus(brush, node);
        }
    };
    paintNodes(isFrame);
    for (const bool isCritical : {false, true})  // critical edges last, so that they are on top
        for (const graph::Edge& edge : diagram.edges)
            if (edge.isCritical == isCritical)
                paintEdge(painter, diagram, edge, state);
    paintNodes(std::not_fn(isFrame));
    for (const Node& node : diagram.nodes)
        if (isFrame(node) && node.rect.intersects(visible))
            paintFrameTitle(brush, node);
    paintClusters(painter, diagram, state, visible);
    paintMatches(painter, diagram, state);
}

}  // namespace detail

namespace {

/// The scale at which a diagram fits into `room`.
double scaleIn(QSizeF room, const Diagram& diagram)
{
    return std::min(room.width() / std::max(1.0, diagram.size.width()),
                    room.height() / std::max(1.0, diagram.size.height()));
}

}  // namespace

Diagram makeForSlide(DiagramLimits limits, const std::function<Diagram(const DiagramLimits&)>& make)
{
    constexpr QSizeF kRoom{1184, 530};  // space between the heading and the legend
    constexpr int kMany = 25;
    Diagram tall = make(limits);
    if (tall.isNet)
        return tall;
    limits.cellsPerRow = kMany;
    Diagram wide = make(limits);
    return scaleIn(kRoom, wide) > scaleIn(kRoom, tall) ? wide : tall;
}

void paintOnPage(QPainter& painter, const Diagram& diagram, const PageContent& content, const QRectF& body)
{
    const double scale = scaleIn(body.size(), diagram);
    const QTransform place(scale, 0, 0, scale, body.center().x() - diagram.size.width() * scale / 2, body.top());
    look::Paper inUnits = content.paper;
    inUnits.smallestFont = std::ceil(inUnits.smallestFont / scale);  // in units of the diagram
    const look::Theme theme(inUnits);
    detail::PaintState state;
    state.trace = &content.trace;
    state.theme = &theme;
    state.medium = detail::Medium::Page;
    state.now = content.now;
    state.scale = scale;
    painter.save();
    painter.setTransform(place, true);
    detail::paintDiagram(painter, diagram, state, QRectF(QPointF(), diagram.size));
    painter.restore();
    painter.save();
    detail::paintSteps(painter, diagram, place, look::Theme(content.paper));
    painter.restore();
}

}  // namespace ui::graph
