#include "ui/graph/detail/picture_painter.h"

#include "ui/look/dashes.h"
#include "ui/model/phase.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

using engine::trace::DependencyKind;

namespace {

constexpr double kArrow = 8;
constexpr double kSmallArrow = 6;  // between the layers of a net, which are close together

/// A straight line where the edge stays in its column, a curve where it changes columns.
QPainterPath pathOf(const std::vector<QPointF>& points, QPointF shortenedBy)
{
    QPainterPath path(points.front());
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF from = points[i - 1];
        const QPointF to = i + 1 == points.size() ? points[i] - shortenedBy : points[i];
        const double drop = to.y() - from.y();
        if (std::abs(to.x() - from.x()) < 1.5 || drop <= 2)
            path.lineTo(to);
        else
            path.cubicTo(from + QPointF(0, drop * 0.45), to - QPointF(0, drop * 0.45), to);
    }
    return path;
}

bool touchesSelection(const graph::Edge& edge, const Picture& picture, const PaintState& state)
{
    if (!state.selected.isValid())
        return false;
    for (const int end : {edge.from, edge.to}) {
        const Node& node = picture.nodes[static_cast<std::size_t>(end)];
        const bool isSelected = node.shape == NodeShape::Layer
                                    ? std::binary_search(node.ops.begin(), node.ops.end(), state.selected)
                                    : node.ops.size() == 1 && node.ops.front() == state.selected;
        if (isSelected)
            return edge.style != EdgeStyle::Stream;
    }
    return false;
}

bool hasStarted(const Node& node, const PaintState& state)
{
    return std::any_of(node.ops.begin(), node.ops.end(), [&](engine::OpId op) {
        return model::phaseAt(state.trace->op(op), state.now) >= model::Phase::Running;
    });
}

}  // namespace

void paintEdge(QPainter& painter, const Picture& picture, const graph::Edge& edge, const PaintState& state)
{
    if (edge.points.size() < 2)
        return;
    const look::Tokens& tokens = state.theme->tokens();
    QColor colour = tokens.text3;
    double width = 1.1;
    QVector<qreal> dashes;
    switch (edge.style) {
        case EdgeStyle::WriteAfterRead:
            dashes = look::dashesOf(DependencyKind::WriteAfterRead, 1);
            break;
        case EdgeStyle::WriteAfterWrite:
            dashes = look::dashesOf(DependencyKind::WriteAfterWrite, 1);
            break;
        case EdgeStyle::Wait:
            colour = tokens.sync;
            width = 1.2;
            dashes = {3, 3};
            break;
        case EdgeStyle::Data:
            colour = tokens.text2;
            width = 1.4;
            break;
        case EdgeStyle::Residual:
            colour = tokens.text2;
            width = 1.2;
            break;
        case EdgeStyle::Saved:
            colour = tokens.strong;
            width = 1;
            dashes = {4, 3};
            break;
        case EdgeStyle::Gradient:
            if (hasStarted(picture.nodes[static_cast<std::size_t>(edge.to)], state))
                colour = state.theme->kind(engine::trace::Kind::CopyPeer).edge;
            break;
        default:
            break;
    }
    if (touchesSelection(edge, picture, state)) {
        colour = tokens.ink;
        width = 1.8;
    }
    if (edge.isCritical) {
        colour = tokens.accent;
        width = 2.6;
        if (edge.style == EdgeStyle::Wait)
            dashes.clear();
    }
    constexpr double kThinnest = 0.7;  // on a page, in its units
    if (state.medium == Medium::Page)
        width = std::max(width, kThinnest / state.scale);
    const bool hasHead = edge.hasHead || (edge.isCritical && edge.style == EdgeStyle::Wait);
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (!dashes.isEmpty()) {
        for (qreal& dash : dashes)
            dash /= width;  // QPen measures dashes in pen widths
        pen.setDashPattern(dashes);
    }
    const double size = edge.isCritical ? kArrow + 1 : edge.style >= EdgeStyle::Data ? kSmallArrow : kArrow;
    const QPointF tip = edge.points.back();
    const QPointF before = edge.points[edge.points.size() - 2];
    const QPointF last = tip - before;
    const double length = std::hypot(last.x(), last.y());
    if (length <= 0)
        return;
    const QPointF way = last / length;
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(pathOf(edge.points, hasHead ? way * std::min(size * 0.7, length) : QPointF()));
    if (!hasHead)
        return;
    const QPointF across(-way.y(), way.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF({tip, tip - way * size + across * size * 0.5, tip - way * size - across * size * 0.5}));
}

}  // namespace ui::graph::detail
