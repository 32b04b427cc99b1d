#include "ui/graph/detail/picture_painter.h"

#include "ui/graph/detail/canvas_marks.h"
#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/graph/page.h"

#include <algorithm>
#include <cmath>

namespace ui::graph {

namespace detail {

void paintPicture(QPainter& painter, const Picture& picture, const PaintState& state, const QRectF& visible)
{
    constexpr double kSmoothFrom = 0.25;
    painter.setRenderHint(QPainter::Antialiasing,
                          state.medium == Medium::Page || state.scale / state.theme->scale() >= kSmoothFrom);
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

}  // namespace detail

namespace {

/// The scale at which a picture fits into `room`.
double scaleIn(QSizeF room, const Picture& picture)
{
    return std::min(room.width() / std::max(1.0, picture.size.width()),
                    room.height() / std::max(1.0, picture.size.height()));
}

}  // namespace

Picture makeForSlide(PictureLimits limits, const std::function<Picture(const PictureLimits&)>& make)
{
    constexpr QSizeF kRoom{1184, 530};  // between the heading and the legend
    constexpr int kMany = 25;
    Picture tall = make(limits);
    if (tall.isNet)
        return tall;
    limits.cellsPerRow = kMany;
    Picture wide = make(limits);
    return scaleIn(kRoom, wide) > scaleIn(kRoom, tall) ? wide : tall;
}

void paintOnPage(QPainter& painter, const Picture& picture, const PageContent& content, const QRectF& body)
{
    const double scale = scaleIn(body.size(), picture);
    const QTransform place(scale, 0, 0, scale, body.center().x() - picture.size.width() * scale / 2, body.top());
    look::Paper inUnits = content.paper;
    inUnits.smallestFont = std::ceil(inUnits.smallestFont / scale);  // of the picture
    const look::Theme theme(inUnits);
    detail::PaintState state;
    state.trace = &content.trace;
    state.theme = &theme;
    state.medium = detail::Medium::Page;
    state.now = content.now;
    state.scale = scale;
    painter.save();
    painter.setTransform(place, true);
    detail::paintPicture(painter, picture, state, QRectF(QPointF(), picture.size));
    painter.restore();
    painter.save();
    detail::paintSteps(painter, picture, place, look::Theme(content.paper));
    painter.restore();
}

}  // namespace ui::graph
