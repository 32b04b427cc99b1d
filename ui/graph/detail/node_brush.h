#pragma once

#include "ui/graph/detail/diagram_painter.h"
#include "ui/model/phase.h"

#include <QPainterPath>
#include <vector>

namespace ui::graph::detail {

/// Draws the parts of nodes: boxes, rings, labels, and operations in their state at the playhead.
struct NodeBrush {
    NodeBrush(QPainter& onto, const PaintState& with);

    QPainter& painter;
    const PaintState& state;
    const look::Theme& theme;
    const look::Tokens& tokens;
    bool hasText;  ///< false at low zoom, where labels are not drawn

    [[nodiscard]] QFont sans(double size, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont mono(double size, QFont::Weight weight = QFont::Normal) const;
    /// Enlarges small text slightly at low zoom: text below 9.5 pixels is not readable.
    [[nodiscard]] double readable(double size) const;
    [[nodiscard]] model::Phase phaseOf(engine::OpId op) const;
    [[nodiscard]] bool isSelected(const Node& node) const;
    [[nodiscard]] bool isHovered(const Node& node) const;
    /// Whether a line of text fits into the height of `rect`. It may not fit on a page, which may enlarge small fonts.
    [[nodiscard]] bool hasRoom(const QRectF& rect, const QFont& font) const;
    void label(const QRectF& rect, Qt::Alignment alignment, const QString& text, const QFont& font,
               const QColor& colour) const;
    /// Draws the title and the subtitle below it; the title starts `top` below the node's upper edge. Without room for
    /// a subtitle, the title is in the middle of the node.
    void labels(const Node& node, double top, const QFont& titleFont, const QColor& title,
                const QColor& subtitle) const;
    void box(const QRectF& rect, double radius, const QBrush& fill, const QColor& edge, double width,
             Qt::PenStyle style = Qt::SolidLine) const;
    /// Fills `part`, clipped to the rounded rectangle `rect`.
    void fillWithin(const QRectF& rect, double radius, const QRectF& part, const QBrush& fill) const;
    /// Fills `part` with the colour and the pattern of `kind`. Textures have the resolution of the screen, not of the
    /// zoom.
    void fillWithin(const QRectF& rect, double radius, const QRectF& part, engine::trace::Kind kind) const;
    /// Fills rectangles as one shape, because an exported file repeats pen and brush for each shape.
    void fillAll(const std::vector<QRectF>& rects, engine::trace::Kind kind) const;
    /// The colour of the patch that separates a text from the pattern of the filled rectangle behind it. Invalid: the
    /// fill has no pattern.
    [[nodiscard]] QColor patchOnFill(engine::trace::Kind kind) const;
    /// As patchOnFill(), for a text in a partly filled rectangle. `isFilled`: the text is on the filled part. On a
    /// page, the colour is always valid, because the edge of the filled part may cross the text.
    [[nodiscard]] QColor patchInPartlyFilled(engine::trace::Kind kind, bool isFilled) const;
    void ring(const QRectF& rect, double radius, const QColor& colour) const;
    /// Draws a ring around a group that contains the selected or hovered operation.
    void markWithin(const Node& node) const;

    /// The part of a rectangle that a progress of `share` fills: cells of a matrix from below, wide nodes from the
    /// left.
    [[nodiscard]] static QRectF filledPart(const QRectF& rect, double share);
    /// Draws text over a partly filled node. Calls `write` for each part, clipped to that part, so that the text
    /// contrasts with both backgrounds. On a page, calls `write` once, for the larger part.
    void acrossFill(const QRectF& rect, double share, const auto& write) const
    {
        if (state.medium == Medium::Page)
            return write(share >= 0.5);
        const QRectF filled = filledPart(rect, share);
        for (const bool isFilled : {false, true}) {
            QPainterPath part;
            part.addRect(filled);
            if (!isFilled)
                part.addRect(rect);  // odd-even fill: clips to the remaining part
            painter.save();
            painter.setClipPath(part, Qt::IntersectClip);
            write(isFilled);
            painter.restore();
        }
    }

    /// Paints one operation in its state at the playhead.
    void operation(const QRectF& rect, double radius, const engine::trace::Op& op) const;
    [[nodiscard]] QColor inkOf(const engine::trace::Op& op) const;

private:
    void paintPattern(const std::vector<QRectF>& rects, engine::trace::Kind kind) const;
};

void paintNode(const NodeBrush& draw, const Node& node);
void paintFocus(const NodeBrush& draw, const Node& node);
/// Draws a node that stands for several operations: NodeShape::Fold or Matrix.
void paintGroup(const NodeBrush& draw, const Node& node);
/// Draws a node of a net: NodeShape::Layer, Frame, Weights or Cell. Its text grows with the zoom, and is left out where
/// it would be unreadable.
void paintLayerNode(const NodeBrush& draw, const Node& node);
/// Draws the title of a NodeShape::Frame, over the edges that enter the frame.
void paintFrameTitle(const NodeBrush& draw, const Node& node);

struct Progress {
    double share = 0;  ///< fraction that is done
    bool isIssued = false;
    bool hasFailed = false;
};
/// The progress of the node's operations [from, to). Samples only every n-th operation if there are many, because a
/// moving playhead causes 60 repaints per second. An operation that failed with the program's error is never missed.
[[nodiscard]] Progress progressOf(const NodeBrush& draw, const Node& node, std::size_t from, std::size_t to);

}  // namespace ui::graph::detail
