#include "ui/graph/detail/node_brush.h"

#include "ui/drawing/vector_shapes.h"
#include "ui/graph/detail/plates.h"
#include "ui/graph/detail/zoom_painter.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui::graph::detail {

using engine::OpId;
using engine::trace::Op;
using model::Phase;

NodeBrush::NodeBrush(QPainter& onto, const PaintState& with)
    : painter(onto), state(with), theme(*with.theme), tokens(theme.tokens()), hasText(zoomOf(with) != Zoom::Far)
{
}

QRectF NodeBrush::filledPart(const QRectF& rect, double share)
{
    return rect.width() > rect.height()
               ? QRectF(rect.left(), rect.top(), rect.width() * share, rect.height())
               : QRectF(rect.left(), rect.bottom() - rect.height() * share, rect.width(), rect.height() * share);
}

QFont NodeBrush::sans(double size, QFont::Weight weight) const
{
    return theme.sans(readable(size) / theme.scale(), weight);  // QPainter applies the interface scale
}

QFont NodeBrush::mono(double size, QFont::Weight weight) const
{
    return theme.mono(readable(size) / theme.scale(), weight);
}

Phase NodeBrush::phaseOf(OpId op) const
{
    return model::phaseAt(state.trace->op(op), state.now);
}

bool NodeBrush::isSelected(const Node& node) const
{
    return state.selected.isValid() && node.ops.size() == 1 && node.ops.front() == state.selected &&
           node.shape != NodeShape::Result;
}

bool NodeBrush::isHovered(const Node& node) const
{
    return state.hovered.isValid() && node.ops.size() == 1 && node.ops.front() == state.hovered;
}

void NodeBrush::label(const QRectF& rect, Qt::Alignment alignment, const QString& text, const QFont& font,
                      const QColor& colour) const
{
    if (!hasText || text.isEmpty() || !hasRoom(rect, font))
        return;
    painter.setFont(font);
    painter.setPen(colour);
    const QFontMetricsF metrics(font);
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextDontClip,
                     metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5));
}

bool NodeBrush::hasRoom(const QRectF& rect, const QFont& font) const
{
    constexpr double kMost = 1.2;  // maximum ratio of the font size to the height of the line
    return state.medium == Medium::Screen || font.pixelSize() <= rect.height() * kMost;
}

void NodeBrush::labels(const Node& node, double top, const QFont& titleFont, const QColor& title,
                       const QColor& subtitle) const
{
    constexpr double kTitle = 14, kSubtitle = 12;
    const QRectF r = node.rect.adjusted(3, 0, -3, 0);
    const QRectF first(r.left(), r.top() + top, r.width(), kTitle);
    const QRectF second(r.left(), first.bottom(), r.width(), kSubtitle);
    const QFont small = sans(9.5);
    if (node.subtitle.isEmpty() || !hasRoom(first, titleFont) || !hasRoom(second, small))
        return label(r, Qt::AlignCenter, node.title, titleFont, title);
    label(first, Qt::AlignCenter, node.title, titleFont, title);
    label(second, Qt::AlignCenter, node.subtitle, small, subtitle);
}

void NodeBrush::box(const QRectF& rect, double radius, const QBrush& fill, const QColor& edge, double width,
                    Qt::PenStyle style) const
{
    painter.setBrush(fill);
    painter.setPen(edge.isValid() ? QPen(edge, width, style) : QPen(Qt::NoPen));
    const double inset = edge.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
}

void NodeBrush::fillWithin(const QRectF& rect, double radius, const QRectF& part, const QBrush& fill) const
{
    QPainterPath whole;
    whole.addRoundedRect(rect, radius, radius);
    if (state.medium == Medium::Page) {
        QPainterPath within;
        within.addRect(part);
        return painter.fillPath(part.contains(rect) ? whole : whole.intersected(within), fill);
    }
    painter.save();
    painter.setClipPath(whole, Qt::IntersectClip);
    painter.fillRect(part, fill);
    painter.restore();
}

void NodeBrush::fillWithin(const QRectF& rect, double radius, const QRectF& part, engine::trace::Kind kind) const
{
    if (state.medium == Medium::Page) {
        fillWithin(rect, radius, part, theme.kind(kind).fill);
        return paintPattern({part.adjusted(1, 1, -1, -1)}, kind);
    }
    QBrush brush = theme.patternBrush(kind, state.devicePixelRatio);
    brush.setTransform(QTransform::fromScale(1 / state.scale, 1 / state.scale));
    if (part == rect)
        box(rect, radius, brush, {}, 0);
    else
        fillWithin(rect, radius, part, brush);
}

void NodeBrush::fillAll(const std::vector<QRectF>& rects, engine::trace::Kind kind) const
{
    QPainterPath all;
    for (const QRectF& rect : rects)
        all.addRect(rect);
    painter.fillPath(all, theme.kind(kind).fill);
    paintPattern(rects, kind);
}

/// Paints the pattern as lines, for pages. The distance of the lines is in units of the page.
void NodeBrush::paintPattern(const std::vector<QRectF>& rects, engine::trace::Kind kind) const
{
    constexpr double kNarrow = 9;
    const look::KindColours& colours = theme.kind(kind);
    const QTransform toPage = QTransform::fromScale(state.scale, state.scale);
    QPainterPath lines;
    for (const QRectF& rect : rects)
        if (rect.width() * state.scale >= kNarrow)
            drawing::addPattern(lines, colours.pattern, toPage.mapRect(rect));
    drawing::strokeShape(painter, toPage.inverted().map(lines), colours.edge, 1.1 / state.scale);
}

QColor NodeBrush::patchOnFill(engine::trace::Kind kind) const
{
    const look::KindColours& colours = theme.kind(kind);
    return colours.pattern != look::Pattern::Solid ? colours.fill : QColor();
}

QColor NodeBrush::patchInPartlyFilled(engine::trace::Kind kind, bool isFilled) const
{
    if (state.medium != Medium::Page)
        return isFilled ? patchOnFill(kind) : QColor();
    return isFilled ? theme.kind(kind).fill : theme.kind(kind).tint;
}

void NodeBrush::ring(const QRectF& rect, double radius, const QColor& colour) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.8));
    painter.drawRoundedRect(rect.adjusted(-2.2, -2.2, 2.2, 2.2), radius + 1.5, radius + 1.5);
}

void NodeBrush::markWithin(const Node& node) const
{
    for (const OpId op : {state.hovered, state.selected})
        if (op.isValid() && std::binary_search(node.ops.begin(), node.ops.end(), op))
            ring(node.rect, 6, op == state.selected ? tokens.ink : tokens.text3);
}

void NodeBrush::operation(const QRectF& rect, double radius, const Op& op) const
{
    const look::KindColours& colours = theme.kind(op.kind);
    switch (phaseOf(op.id)) {
        case Phase::NotIssued:
            box(rect, radius, tokens.panel, tokens.line, 1, Qt::DashLine);
            break;
        case Phase::Queued:
            box(rect, radius, tokens.panel, tokens.strong, 1);
            break;
        case Phase::Ready:
            box(rect, radius, tokens.panel, colours.fill, 1.5);
            break;
        case Phase::Running:
            box(rect, radius, colours.tint, {}, 0);
            fillWithin(rect, radius, filledPart(rect, model::progressAt(op, state.now)), op.kind);
            box(rect, radius, Qt::NoBrush, colours.fill, 1.4);
            break;
        case Phase::Done:
            fillWithin(rect, radius, rect, op.kind);
            break;
        case Phase::Failed:
            box(rect, radius, tokens.failSoft, tokens.failFill, 1.5);
            painter.setPen(QPen(tokens.failFill, 1.4));
            painter.drawLine(rect.center() + QPointF(-3, -3), rect.center() + QPointF(3, 3));
            painter.drawLine(rect.center() + QPointF(-3, 3), rect.center() + QPointF(3, -3));
            break;
        case Phase::Skipped:
        case Phase::Cancelled:
            box(rect, radius, tokens.failSoft, tokens.failLine, 1, Qt::DashLine);
            break;
    }
}

QColor NodeBrush::inkOf(const Op& op) const
{
    switch (phaseOf(op.id)) {
        case Phase::Done:
            return theme.kind(op.kind).textOnFill;
        case Phase::Failed:
        case Phase::Skipped:
        case Phase::Cancelled:
            return tokens.fail;
        case Phase::NotIssued:
            return tokens.text3;
        default:
            return tokens.text2;
    }
}

double NodeBrush::readable(double size) const
{
    constexpr double kSmallest = 9.5;
    constexpr double kLargest = 10.6;
    return std::max(size, std::min(kSmallest / zoomed(state), kLargest));
}

}  // namespace ui::graph::detail
