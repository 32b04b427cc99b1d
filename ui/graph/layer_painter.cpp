#include "ui/graph/detail/node_brush.h"
#include "ui/graph/detail/plates.h"

#include <QFontMetricsF>
#include <algorithm>

namespace ui::graph::detail {

namespace {

constexpr double kHead = 18;      // height of the title of a box with a body
constexpr double kTwoLines = 30;  // boxes of layers have a body from this height
constexpr double kText = 14;      // boxes below this height have no text
constexpr double kRadius = 5;
constexpr double kFoot = 1.7;    // height of the bar that shows the time
constexpr double kReadable = 7;  // smallest font size, in pixels on the screen, at which a text is drawn
constexpr double kAll = 0.999;

/// A font whose size is in units of the diagram, so that it grows with the zoom.
struct Letters {
    const NodeBrush& draw;

    [[nodiscard]] bool areReadable(double size) const
    {
        return draw.state.medium == Medium::Page || size * zoomed(draw.state) >= kReadable;
    }
    [[nodiscard]] QFont title() const { return draw.theme.sans(11 / draw.theme.scale(), QFont::DemiBold); }
    [[nodiscard]] QFont note() const { return draw.theme.mono(10 / draw.theme.scale()); }
    [[nodiscard]] QFont body() const { return draw.theme.mono(9.5 / draw.theme.scale()); }
};

void text(const NodeBrush& draw, const QRectF& rect, Qt::Alignment alignment, const QString& words, const QFont& font,
          const QColor& ink, const QColor& patch = {})
{
    if (words.isEmpty() || rect.width() < 4 || !draw.hasRoom(rect, font))
        return;
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(words, Qt::ElideRight, rect.width() + 0.5);
    constexpr std::ptrdiff_t kLeast = 3;  // minimum number of characters; fewer would identify nothing
    if (shown != words &&
        std::mismatch(shown.begin(), shown.end(), words.begin(), words.end()).first - shown.begin() < kLeast)
        return;
    if (patch.isValid()) {
        QRectF below(0, 0, metrics.horizontalAdvance(shown) + 4, 13);
        below.moveCenter(rect.center());
        if (alignment & Qt::AlignLeft)
            below.moveLeft(rect.left() - 2);
        if (alignment & Qt::AlignRight)
            below.moveRight(rect.right() + 2);
        draw.box(below, 3, patch, {}, 0);
    }
    draw.painter.setFont(font);
    draw.painter.setPen(ink);
    draw.painter.drawText(rect, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
                          shown);
}

/// Paints title and note of a box over the fill that shows its state.
void headTexts(const NodeBrush& draw, const Node& node, const QRectF& head, const QColor& ink, const QColor& patch)
{
    const Letters letters{draw};
    if (head.height() < kText || !letters.areReadable(11))
        return;
    double right = head.right() - 6;
    if (!node.note.isEmpty() && letters.areReadable(10)) {
        const double width = QFontMetricsF(letters.note()).horizontalAdvance(node.note);
        // A note that would cut the title is left out, because the title is more important.
        const double room = right - head.left() - 7,
                     title = QFontMetricsF(letters.title()).horizontalAdvance(node.title);
        const bool cutsTitle = title <= room && title + width + 6 > room;
        if (width < head.width() * 0.45 && !cutsTitle) {
            text(draw, QRectF(right - width - 1, head.top(), width + 1, head.height()), Qt::AlignRight, node.note,
                 letters.note(), ink, patch);
            right -= width + 6;
        }
    }
    text(draw, QRectF(head.left() + 7, head.top(), right - head.left() - 7, head.height()), Qt::AlignLeft, node.title,
         letters.title(), ink, patch);
}

void paintLayer(const NodeBrush& draw, const Node& node)
{
    const QRectF& r = node.rect;
    const bool hasBody = r.height() >= kTwoLines && node.shape == NodeShape::Layer;
    const double radius = std::min(kRadius, r.height() / 4);
    const QRectF head(r.left(), r.top(), r.width(), hasBody ? kHead : r.height());
    const look::KindColours& colours = draw.theme.kind(node.kind);
    const Progress progress = progressOf(draw, node, 0, node.ops.size());
    const double share = progress.share >= kAll ? 1 : progress.share;
    const bool isRunning = share > 0 && share < 1;
    draw.box(r, radius, draw.tokens.panel, {}, 0);
    if (isRunning)
        draw.fillWithin(r, radius, head, colours.tint);
    if (share > 0)
        draw.fillWithin(r, radius, QRectF(head.left(), head.top(), head.width() * share, head.height()), node.kind);
    const QColor edge = progress.hasFailed  ? draw.tokens.failFill
                        : share > 0         ? colours.edge
                        : progress.isIssued ? draw.tokens.strong
                                            : draw.tokens.line;
    draw.box(r, radius, Qt::NoBrush, node.isCritical ? draw.tokens.accent : edge,
             isRunning || node.isCritical ? 1.8 : 1, progress.isIssued || share > 0 ? Qt::SolidLine : Qt::DashLine);
    if (node.shape == NodeShape::Cell)
        return draw.markWithin(node);
    const QColor unfilled = share > 0 ? colours.textOnTint : progress.isIssued ? draw.tokens.text : draw.tokens.text2;
    if (isRunning)
        draw.acrossFill(head, share, [&](bool isFilled) {
            headTexts(draw, node, head, isFilled ? colours.textOnFill : unfilled,
                      draw.patchInPartlyFilled(node.kind, isFilled));
        });
    else
        headTexts(draw, node, head, share > 0 ? colours.textOnFill : unfilled,
                  share > 0 ? draw.patchOnFill(node.kind) : QColor());
    if (hasBody) {
        const Letters letters{draw};
        if (letters.areReadable(9.5))
            text(draw, QRectF(r.left() + 7, head.bottom(), r.width() - 14, r.bottom() - head.bottom() - kFoot),
                 Qt::AlignLeft, node.subtitle, letters.body(), draw.tokens.text2);
        draw.fillWithin(r, radius, QRectF(r.left(), r.bottom() - kFoot, r.width() * node.bar, kFoot), colours.fill);
    }
    draw.markWithin(node);
}

void paintFrame(const NodeBrush& draw, const Node& node)
{
    draw.box(node.rect, 8, draw.tokens.band, draw.tokens.strong, 1);
}

void paintWeights(const NodeBrush& draw, const Node& node)
{
    draw.box(node.rect, 4, draw.tokens.sunken, {}, 0);
    const Letters letters{draw};
    if (!letters.areReadable(9.5))
        return;
    const QRectF inner = node.rect.adjusted(6, 0, -6, 0);
    const double width = QFontMetricsF(letters.body()).horizontalAdvance(node.note);
    text(draw, QRectF(inner.right() - width - 1, inner.top(), width + 1, inner.height()), Qt::AlignRight, node.note,
         letters.body(), draw.tokens.text2);
    // A title that does not fit beside the note is left out: a number in it would be cut.
    const QRectF room = inner.adjusted(0, 0, width > 0 ? -width - 6 : 0, 0);
    if (node.note.isEmpty() || QFontMetricsF(letters.body()).horizontalAdvance(node.title) <= room.width())
        text(draw, room, Qt::AlignLeft, node.title, letters.body(), draw.tokens.text2);
}

}  // namespace

void paintFrameTitle(const NodeBrush& draw, const Node& node)
{
    constexpr double kTitle = 22;
    const Letters letters{draw};
    if (!letters.areReadable(11))
        return;
    draw.painter.setBrush(Qt::NoBrush);
    draw.painter.setPen(QPen(draw.tokens.text2, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF at(node.rect.left() + 8, node.rect.top() + kTitle / 2 - 1);
    draw.painter.drawPolyline(QPolygonF({at, at + QPointF(3.5, 3.5), at + QPointF(7, 0)}));
    Node head = node;
    head.rect = QRectF(node.rect.left() + 13, node.rect.top(), node.rect.width() - 13, kTitle);
    headTexts(draw, head, head.rect, draw.tokens.text, draw.tokens.band);
}

void paintLayerNode(const NodeBrush& draw, const Node& node)
{
    if (node.shape == NodeShape::Frame)
        paintFrame(draw, node);
    else if (node.shape == NodeShape::Weights)
        paintWeights(draw, node);
    else
        paintLayer(draw, node);
}

}  // namespace ui::graph::detail
