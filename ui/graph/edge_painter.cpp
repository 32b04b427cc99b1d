#include "ui/graph/detail/diagram_painter.h"

#include "ui/look/dashes.h"
#include "ui/model/phase.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

using engine::trace::DependencyKind;

namespace {

constexpr double kArrow = 8;
constexpr double kSmallArrow = 6;  // arrow heads of edges between layers of a net, which are close together

/// Returns the path of an edge: straight lines within a column, curves between columns.
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

bool touchesSelection(const graph::Edge& edge, const Diagram& diagram, const PaintState& state)
{
    if (!state.selected.isValid())
        return false;
    for (const int end : {edge.from, edge.to}) {
        const Node& node = diagram.nodes[static_cast<std::size_t>(end)];
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

struct EdgeLine {
    QColor colour;
    double width;
    QVector<qreal> dashes = {};  ///< lengths of dashes and gaps, in units of the diagram; empty: a solid line
};

EdgeLine lineOf(const Diagram& diagram, const graph::Edge& edge, const PaintState& state)
{
    const look::Tokens& tokens = state.theme->tokens();
    switch (edge.style) {
        case EdgeStyle::WriteAfterRead:
            return {tokens.text3, 1.1, look::dashesOf(DependencyKind::WriteAfterRead, 1)};
        case EdgeStyle::WriteAfterWrite:
            return {tokens.text3, 1.1, look::dashesOf(DependencyKind::WriteAfterWrite, 1)};
        case EdgeStyle::Wait:
            return {tokens.sync, 1.2, {3, 3}};
        case EdgeStyle::Data:
            return {tokens.text2, 1.4};
        case EdgeStyle::Residual:
            return {tokens.text2, 1.2};
        case EdgeStyle::Saved:
            return {tokens.strong, 1, {4, 3}};
        case EdgeStyle::Gradient:
            if (hasStarted(diagram.nodes[static_cast<std::size_t>(edge.to)], state))
                return {state.theme->kind(engine::trace::Kind::CopyPeer).edge, 1.1};
            break;
        default:
            break;
    }
    return {tokens.text3, 1.1};
}

/// Returns lineOf(), but a stronger line for an edge of the selection or of the critical path. On a page, lines have at
/// least the width kThinnest.
EdgeLine emphasizedLineOf(const Diagram& diagram, const graph::Edge& edge, const PaintState& state)
{
    constexpr double kThinnest = 0.7;  // minimum width of a line on a page, in units of the page
    EdgeLine line = lineOf(diagram, edge, state);
    if (touchesSelection(edge, diagram, state)) {
        line.colour = state.theme->tokens().ink;
        line.width = 1.8;
    }
    if (edge.isCritical) {
        line.colour = state.theme->tokens().accent;
        line.width = 2.6;
        if (edge.style == EdgeStyle::Wait)
            line.dashes.clear();
    }
    if (state.medium == Medium::Page)
        line.width = std::max(line.width, kThinnest / state.scale);
    return line;
}

QPen penOf(EdgeLine line)
{
    QPen pen(line.colour, line.width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (!line.dashes.isEmpty()) {
        for (qreal& dash : line.dashes)
            dash /= line.width;  // QPen measures dashes in pen widths
        pen.setDashPattern(line.dashes);
    }
    return pen;
}

}  // namespace

void paintEdge(QPainter& painter, const Diagram& diagram, const graph::Edge& edge, const PaintState& state)
{
    if (edge.points.size() < 2)
        return;
    const EdgeLine line = emphasizedLineOf(diagram, edge, state);
    const bool hasHead = edge.hasHead || (edge.isCritical && edge.style == EdgeStyle::Wait);
    const double size = edge.isCritical ? kArrow + 1 : edge.style >= EdgeStyle::Data ? kSmallArrow : kArrow;
    const QPointF tip = edge.points.back();
    const QPointF before = edge.points[edge.points.size() - 2];
    const QPointF last = tip - before;
    const double length = std::hypot(last.x(), last.y());
    if (length <= 0)
        return;
    const QPointF way = last / length;
    painter.setPen(penOf(line));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(pathOf(edge.points, hasHead ? way * std::min(size * 0.7, length) : QPointF()));
    if (!hasHead)
        return;
    const QPointF across(-way.y(), way.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(line.colour);
    painter.drawPolygon(
        QPolygonF({tip, tip - way * size + across * size * 0.5, tip - way * size - across * size * 0.5}));
}

}  // namespace ui::graph::detail
