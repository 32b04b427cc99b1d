#include "ui/graph/detail/picture_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

namespace {

constexpr double kArrow = 8;

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
        if (node.ops.size() == 1 && node.ops.front() == state.selected)
            return edge.style != EdgeStyle::Stream;
    }
    return false;
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
            dashes = {6, 3};
            break;
        case EdgeStyle::WriteAfterWrite:
            dashes = {1.5, 3};
            break;
        case EdgeStyle::Wait:
            colour = tokens.sync;
            width = 1.2;
            dashes = {3, 3};
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
    const bool hasHead = edge.hasHead || (edge.isCritical && edge.style == EdgeStyle::Wait);
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (!dashes.isEmpty()) {
        for (qreal& dash : dashes)
            dash /= width;  // QPen measures dashes in pen widths
        pen.setDashPattern(dashes);
    }
    const double size = edge.isCritical ? kArrow + 1 : kArrow;
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
