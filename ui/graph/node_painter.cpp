#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/zoom_painter.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui::graph::detail {

using engine::OpId;
using engine::trace::Op;
using model::Phase;

namespace {

void paintInput(const NodeBrush& draw, const Node& node)
{
    draw.box(node.rect, 6, draw.tokens.panel, draw.isHovered(node) ? draw.tokens.ink : draw.tokens.strong, 1);
    if (const QStringList near = nearTexts(node, draw.state); !near.isEmpty())
        paintNearTexts(draw.painter, node, near, draw.state, draw.tokens.text, {});
    else
        draw.labels(node, 4, draw.sans(11.5, QFont::DemiBold), draw.tokens.text, draw.tokens.text3);
    if (draw.isSelected(node))
        draw.ring(node.rect, 6, draw.tokens.ink);
}

/// Draws name and operator. A `patch` behind them keeps the fill pattern away from the text.
void paintOpTexts(const NodeBrush& draw, const Node& node, const QFont& font, const QColor& ink, const QColor& patch)
{
    const QRectF& r = node.rect;
    if (draw.hasText && patch.isValid()) {
        const double width = QFontMetricsF(font).horizontalAdvance(node.title) + 8;
        QRectF below(0, 0, std::min(width, r.width() - 6), node.subtitle.isEmpty() ? 14 : 26);
        below.moveCenter(r.center());
        draw.box(below, 3, patch, {}, 0);
    }
    draw.labels(node, 4, font, ink, ink);
}

void paintOp(const NodeBrush& draw, const Node& node)
{
    const Op& op = draw.state.trace->op(node.ops.front());
    const double radius = 5;
    draw.operation(node.rect, radius, op);
    const bool isMono = op.kind != engine::trace::Kind::CopyOut && op.kind != engine::trace::Kind::CopyIn;
    const QFont font = isMono ? draw.mono(11, QFont::Medium) : draw.sans(11, QFont::Medium);
    const look::KindColours& colours = draw.theme.kind(op.kind);
    const QStringList near = nearTexts(node, draw.state);
    const auto write = [&](const QColor& ink, const QColor& patch) {
        if (near.isEmpty())
            paintOpTexts(draw, node, font, ink, patch);
        else
            paintNearTexts(draw.painter, node, near, draw.state, ink, patch);
    };
    const Phase phase = draw.phaseOf(op.id);
    if (phase == Phase::Running)
        draw.acrossFill(node.rect, model::progressAt(op, draw.state.now), [&](bool isFilled) {
            write(isFilled ? colours.textOnFill : colours.textOnTint, draw.patchInPartlyFilled(op.kind, isFilled));
        });
    else
        write(draw.inkOf(op), phase == Phase::Done ? draw.patchOnFill(op.kind) : QColor());
    if (draw.isSelected(node))
        draw.ring(node.rect, radius, draw.tokens.ink);
    else if (draw.isHovered(node))
        draw.ring(node.rect, radius, draw.tokens.text3);
}

void paintResult(const NodeBrush& draw, const Node& node)
{
    const bool isComplete = draw.phaseOf(node.ops.front()) == Phase::Done;
    draw.box(node.rect, 10, isComplete ? draw.tokens.sunken : draw.tokens.band, draw.tokens.strong, 1);
    draw.label(node.rect.adjusted(2, 0, -2, 0), Qt::AlignCenter, node.title, draw.mono(9.5, QFont::Medium),
               isComplete ? draw.tokens.text : draw.tokens.text3);
}

void paintWait(const NodeBrush& draw, const Node& node)
{
    const QRectF& r = node.rect;
    draw.box(r, 6, draw.tokens.syncSoft, draw.tokens.syncFill, 1);
    if (!draw.hasText)
        return;
    // Paints a flag, as the timeline does for a wait.
    draw.painter.setBrush(Qt::NoBrush);
    draw.painter.setPen(QPen(draw.tokens.sync, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF at(r.left() + 12, r.center().y() - 6.5);
    draw.painter.drawPolyline(QPolygonF({at + QPointF(0, 12), at + QPointF(0, 0.6), at + QPointF(8, 0.6),
                                         at + QPointF(6.3, 3.2), at + QPointF(8, 5.8), at + QPointF(0, 5.8)}));
    const double side = QFontMetricsF(draw.sans(10.5)).horizontalAdvance(node.subtitle) + 10;
    draw.label(QRectF(r.left() + 30, r.top(), r.width() - 40 - side, r.height()), Qt::AlignLeft | Qt::AlignVCenter,
               node.title, draw.sans(11.5, QFont::DemiBold), draw.tokens.sync);
    draw.label(QRectF(r.right() - side - 10, r.top(), side, r.height()), Qt::AlignRight | Qt::AlignVCenter,
               node.subtitle, draw.sans(10.5), draw.tokens.sync);
}

}  // namespace

void paintNode(const NodeBrush& draw, const Node& node)
{
    switch (node.shape) {
        case NodeShape::Input:
            paintInput(draw, node);
            break;
        case NodeShape::Op:
            paintOp(draw, node);
            break;
        case NodeShape::Matrix:
        case NodeShape::Fold:
            paintGroup(draw, node);
            break;
        case NodeShape::Layer:
        case NodeShape::Frame:
        case NodeShape::Weights:
        case NodeShape::Cell:
            paintLayerNode(draw, node);
            break;
        case NodeShape::Result:
            paintResult(draw, node);
            break;
        case NodeShape::Wait:
            paintWait(draw, node);
            break;
        case NodeShape::Header:
            draw.label(QRectF(node.rect.left(), node.rect.top(), node.rect.width(), 13), Qt::AlignCenter, node.title,
                       draw.sans(10.5, QFont::DemiBold), draw.tokens.text);
            draw.label(
                QRectF(node.rect.left(), node.rect.top() + (node.title.isEmpty() ? 0 : 13), node.rect.width(), 13),
                Qt::AlignCenter, node.subtitle, draw.sans(10), draw.tokens.text3);
            break;
        case NodeShape::Ellipsis:
            draw.label(node.rect, Qt::AlignCenter, node.title, draw.sans(13), draw.tokens.text3);
            break;
    }
}

void paintFocus(const NodeBrush& draw, const Node& node)
{
    draw.painter.setBrush(Qt::NoBrush);
    draw.painter.setPen(QPen(draw.tokens.accent, 2));
    draw.painter.drawRoundedRect(node.rect.adjusted(-3, -3, 3, 3), 8, 8);
}

}  // namespace ui::graph::detail
