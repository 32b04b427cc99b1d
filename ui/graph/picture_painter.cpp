#include "ui/graph/detail/picture_painter.h"

#include "ui/graph/detail/picture_look_up.h"
#include "ui/graph/detail/plates.h"
#include "ui/graph/detail/scope.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/model/phase.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::graph::detail {

using engine::OpId;
using engine::trace::Op;
using engine::trace::Trace;
using model::Phase;

namespace {

constexpr double kSmoothFrom = 0.25;
constexpr double kArrow = 8;

class Painter {
public:
    Painter(QPainter& painter, const Picture& picture, const PaintState& state)
        : m_painter(painter), m_picture(picture), m_state(state), m_theme(*state.theme), m_tokens(m_theme.tokens())
    {
        m_hasText = zoomOf(state) != Zoom::Far;
    }

    void paint(const QRectF& visible)
    {
        m_painter.setRenderHint(QPainter::Antialiasing, m_state.scale / m_theme.scale() >= kSmoothFrom);
        for (const bool isCritical : {false, true})  // critical edges last, so that they are on top
            for (const Edge& edge : m_picture.edges)
                if (edge.isCritical == isCritical)
                    paintEdge(edge);
        for (std::size_t i = 0; i < m_picture.nodes.size(); ++i)
            if (m_picture.nodes[i].rect.adjusted(-6, -6, 6, 6).intersects(visible))
                paintNode(m_picture.nodes[i], static_cast<int>(i) == m_state.focused);
        paintClusters(m_painter, m_picture, m_state, visible);
        paintMatches(m_painter, m_picture, m_state);
    }

private:
    [[nodiscard]] QFont sans(double size, QFont::Weight weight = QFont::Normal) const
    {
        return m_theme.sans(readable(size) / m_theme.scale(), weight);  // QPainter applies the interface scale
    }
    [[nodiscard]] QFont mono(double size, QFont::Weight weight = QFont::Normal) const
    {
        return m_theme.mono(readable(size) / m_theme.scale(), weight);
    }

    /// Enlarges small text slightly at low zoom: text below 9.5 pixels is not readable.
    [[nodiscard]] double readable(double size) const
    {
        constexpr double kSmallest = 9.5;
        constexpr double kLargest = 10.6;
        return std::max(size, std::min(kSmallest / zoomed(m_state), kLargest));
    }

    /// A texture at the screen's resolution, not scaled by the zoom.
    [[nodiscard]] QBrush pattern(engine::trace::Kind kind) const
    {
        QBrush brush = m_theme.patternBrush(kind, m_state.devicePixelRatio);
        brush.setTransform(QTransform::fromScale(1 / m_state.scale, 1 / m_state.scale));
        return brush;
    }

    [[nodiscard]] Phase phaseOf(OpId op) const { return model::phaseAt(m_state.trace->op(op), m_state.now); }
    [[nodiscard]] bool isSelected(const Node& node) const
    {
        return m_state.selected.isValid() && node.ops.size() == 1 && node.ops.front() == m_state.selected &&
               node.shape != NodeShape::Result;
    }
    [[nodiscard]] bool isHovered(const Node& node) const
    {
        return m_state.hovered.isValid() && node.ops.size() == 1 && node.ops.front() == m_state.hovered;
    }

    void label(const QRectF& rect, Qt::Alignment alignment, const QString& text, const QFont& font,
               const QColor& colour) const
    {
        if (!m_hasText || text.isEmpty())
            return;
        m_painter.setFont(font);
        m_painter.setPen(colour);
        const QFontMetricsF metrics(font);
        m_painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine,
                           metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5));
    }

    void box(const QRectF& rect, double radius, const QBrush& fill, const QColor& edge, double width,
             Qt::PenStyle style = Qt::SolidLine) const
    {
        m_painter.setBrush(fill);
        m_painter.setPen(edge.isValid() ? QPen(edge, width, style) : QPen(Qt::NoPen));
        const double inset = edge.isValid() ? width / 2 : 0;
        m_painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    }

    void ring(const QRectF& rect, double radius, const QColor& colour) const
    {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(colour, 1.8));
        m_painter.drawRoundedRect(rect.adjusted(-2.2, -2.2, 2.2, 2.2), radius + 1.5, radius + 1.5);
    }

    /// Draws a ring around a group that contains the selected or hovered operation.
    void markWithin(const Node& node) const
    {
        for (const OpId op : {m_state.hovered, m_state.selected})
            if (op.isValid() && std::binary_search(node.ops.begin(), node.ops.end(), op))
                ring(node.rect, 6, op == m_state.selected ? m_tokens.ink : m_tokens.text3);
    }

    /// The part of a rectangle that a progress of `share` fills: cells of a matrix from below, wide nodes from the
    /// left.
    static QRectF filledPart(const QRectF& rect, double share)
    {
        return rect.width() > rect.height()
                   ? QRectF(rect.left(), rect.top(), rect.width() * share, rect.height())
                   : QRectF(rect.left(), rect.bottom() - rect.height() * share, rect.width(), rect.height() * share);
    }

    /// Draws text over a partly filled node. `write` is called once for each part, clipped to it, so that the text
    /// contrasts with both backgrounds.
    template <typename Write>
    void acrossFill(const QRectF& rect, double share, const Write& write) const
    {
        const QRectF filled = filledPart(rect, share);
        for (const bool isFilled : {false, true}) {
            QPainterPath part;
            part.addRect(filled);
            if (!isFilled)
                part.addRect(rect);  // odd-even fill: clips to the remaining part
            m_painter.save();
            m_painter.setClipPath(part, Qt::IntersectClip);
            write(isFilled);
            m_painter.restore();
        }
    }

    /// Paints one operation in its state at the playhead.
    void operation(const QRectF& rect, double radius, const Op& op) const
    {
        const look::KindColours& colours = m_theme.kind(op.kind);
        switch (phaseOf(op.id)) {
            case Phase::NotIssued:
                box(rect, radius, m_tokens.panel, m_tokens.line, 1, Qt::DashLine);
                break;
            case Phase::Queued:
                box(rect, radius, m_tokens.panel, m_tokens.strong, 1);
                break;
            case Phase::Ready:
                box(rect, radius, m_tokens.panel, colours.fill, 1.5);
                break;
            case Phase::Running: {
                box(rect, radius, colours.tint, {}, 0);
                QPainterPath clip;
                clip.addRoundedRect(rect, radius, radius);
                m_painter.save();
                m_painter.setClipPath(clip, Qt::IntersectClip);
                m_painter.fillRect(filledPart(rect, model::progressAt(op, m_state.now)), pattern(op.kind));
                m_painter.restore();
                box(rect, radius, Qt::NoBrush, colours.fill, 1.4);
                break;
            }
            case Phase::Done:
                box(rect, radius, pattern(op.kind), {}, 0);
                break;
            case Phase::Failed:
                box(rect, radius, m_tokens.failSoft, m_tokens.failFill, 1.5);
                m_painter.setPen(QPen(m_tokens.failFill, 1.4));
                m_painter.drawLine(rect.center() + QPointF(-3, -3), rect.center() + QPointF(3, 3));
                m_painter.drawLine(rect.center() + QPointF(-3, 3), rect.center() + QPointF(3, -3));
                break;
            case Phase::Skipped:
            case Phase::Cancelled:
                box(rect, radius, m_tokens.failSoft, m_tokens.failLine, 1, Qt::DashLine);
                break;
        }
    }

    [[nodiscard]] QColor inkOf(const Op& op) const
    {
        switch (phaseOf(op.id)) {
            case Phase::Done:
                return m_theme.kind(op.kind).textOnFill;
            case Phase::Failed:
            case Phase::Skipped:
            case Phase::Cancelled:
                return m_tokens.fail;
            case Phase::NotIssued:
                return m_tokens.text3;
            default:
                return m_tokens.text2;
        }
    }

    void paintNode(const Node& node, bool isFocused) const
    {
        switch (node.shape) {
            case NodeShape::Input:
                paintInput(node);
                break;
            case NodeShape::Op:
                paintOp(node);
                break;
            case NodeShape::Matrix:
                paintMatrix(node);
                break;
            case NodeShape::Fold:
                paintFold(node);
                markWithin(node);
                break;
            case NodeShape::Part:
                paintPart(node);
                markWithin(node);
                break;
            case NodeShape::Result:
                paintResult(node);
                break;
            case NodeShape::Wait:
                paintWait(node);
                break;
            case NodeShape::Header:
                label(QRectF(node.rect.left(), node.rect.top(), node.rect.width(), 13), Qt::AlignCenter, node.title,
                      sans(10.5, QFont::DemiBold), m_tokens.text);
                label(QRectF(node.rect.left(), node.rect.top() + 13, node.rect.width(), 13), Qt::AlignCenter,
                      node.subtitle, sans(10), m_tokens.text3);
                break;
            case NodeShape::Ellipsis:
                label(node.rect, Qt::AlignCenter, node.title, sans(13), m_tokens.text3);
                break;
        }
        if (isFocused) {
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_tokens.accent, 2));
            m_painter.drawRoundedRect(node.rect.adjusted(-3, -3, 3, 3), 8, 8);
        }
    }

    void paintInput(const Node& node) const
    {
        box(node.rect, 6, m_tokens.panel, isHovered(node) ? m_tokens.ink : m_tokens.strong, 1);
        const QRectF& r = node.rect;
        if (const QStringList near = nearTexts(node, m_state); !near.isEmpty()) {
            paintNearTexts(m_painter, node, near, m_state, m_tokens.text, {});
            if (isSelected(node))
                ring(node.rect, 6, m_tokens.ink);
            return;
        }
        label(QRectF(r.left() + 6, r.top() + 4, r.width() - 12, 14), Qt::AlignCenter, node.title,
              sans(11.5, QFont::DemiBold), m_tokens.text);
        label(QRectF(r.left() + 6, r.top() + 18, r.width() - 12, 12), Qt::AlignCenter, node.subtitle, sans(9.5),
              m_tokens.text3);
        if (isSelected(node))
            ring(node.rect, 6, m_tokens.ink);
    }

    void paintOp(const Node& node) const
    {
        const Op& op = m_state.trace->op(node.ops.front());
        const double radius = 5;
        operation(node.rect, radius, op);
        const bool isMono = op.kind != engine::trace::Kind::CopyOut && op.kind != engine::trace::Kind::CopyIn;
        const QFont font = isMono ? mono(11, QFont::Medium) : sans(11, QFont::Medium);
        const look::KindColours& colours = m_theme.kind(op.kind);
        const bool isPatterned = colours.pattern != look::Pattern::Solid;
        const QStringList near = nearTexts(node, m_state);
        const auto write = [&](const QColor& ink, const QColor& patch) {
            if (near.isEmpty())
                paintOpTexts(node, font, ink, patch);
            else
                paintNearTexts(m_painter, node, near, m_state, ink, patch);
        };
        const Phase phase = phaseOf(op.id);
        if (phase == Phase::Running)
            acrossFill(node.rect, model::progressAt(op, m_state.now), [&](bool isFilled) {
                write(isFilled ? colours.textOnFill : colours.textOnTint,
                      isFilled && isPatterned ? colours.fill : QColor());
            });
        else
            write(inkOf(op), phase == Phase::Done && isPatterned ? colours.fill : QColor());
        if (isSelected(node))
            ring(node.rect, radius, m_tokens.ink);
        else if (isHovered(node))
            ring(node.rect, radius, m_tokens.text3);
    }

    /// Draws name and operator. A `patch` behind them keeps the fill pattern away from the text.
    void paintOpTexts(const Node& node, const QFont& font, const QColor& ink, const QColor& patch) const
    {
        const QRectF& r = node.rect;
        if (m_hasText && patch.isValid()) {
            const double width = QFontMetricsF(font).horizontalAdvance(node.title) + 8;
            QRectF below(0, 0, std::min(width, r.width() - 6), node.subtitle.isEmpty() ? 14 : 26);
            below.moveCenter(r.center());
            box(below, 3, patch, {}, 0);
        }
        if (node.subtitle.isEmpty())
            return label(r.adjusted(3, 0, -3, 0), Qt::AlignCenter, node.title, font, ink);
        label(QRectF(r.left() + 3, r.top() + 4, r.width() - 6, 14), Qt::AlignCenter, node.title, font, ink);
        label(QRectF(r.left() + 3, r.top() + 18, r.width() - 6, 12), Qt::AlignCenter, node.subtitle, sans(9.5), ink);
    }

    void paintResult(const Node& node) const
    {
        const bool isThere = phaseOf(node.ops.front()) == Phase::Done;
        box(node.rect, 10, isThere ? m_tokens.sunken : m_tokens.band, m_tokens.strong, 1);
        label(node.rect.adjusted(2, 0, -2, 0), Qt::AlignCenter, node.title, mono(9.5, QFont::Medium),
              isThere ? m_tokens.text : m_tokens.text3);
    }

    /// Samples every n-th operation to measure progress to within a pixel, because the playhead repaints 60 times per
    /// second.
    [[nodiscard]] static std::size_t strideOf(std::size_t operations)
    {
        constexpr std::size_t kLookedAt = 2000;
        return std::max<std::size_t>(1, operations / kLookedAt);
    }

    void paintFold(const Node& node) const
    {
        const QRectF& r = node.rect;
        box(r.translated(3, 3), 6, m_tokens.band, m_tokens.line, 1);  // second box behind it: several operations
        const look::KindColours& colours = m_theme.kind(node.kind);
        box(r, 6, m_tokens.panel, {}, 0);
        double done = 0;
        bool hasFailed = false;
        std::size_t looked = 0;
        for (std::size_t i = 0; i < node.ops.size(); i += strideOf(node.ops.size()), ++looked) {
            done += model::progressAt(m_state.trace->op(node.ops[i]), m_state.now);
            hasFailed = hasFailed || phaseOf(node.ops[i]) == Phase::Failed;
        }
        const double share = done / static_cast<double>(std::max<std::size_t>(looked, 1));
        QPainterPath clip;
        clip.addRoundedRect(r, 6, 6);
        m_painter.save();
        m_painter.setClipPath(clip, Qt::IntersectClip);
        m_painter.fillRect(QRectF(r.left(), r.top(), r.width() * share, r.height()), colours.tint);
        m_painter.fillRect(QRectF(r.left(), r.bottom() - 4, r.width() * share, 4), colours.fill);
        m_painter.restore();
        box(r, 6, Qt::NoBrush,
            hasFailed         ? m_tokens.failFill
            : node.isCritical ? m_tokens.ink
                              : m_tokens.strong,
            node.isCritical ? 2 : 1);
        if (const QStringList near = nearTexts(node, m_state); !near.isEmpty())
            return paintNearTexts(m_painter, node, near, m_state, m_tokens.text, {});
        label(QRectF(r.left() + 6, r.top() + 3, r.width() - 12, 14), Qt::AlignCenter, node.title,
              sans(11, QFont::DemiBold), m_tokens.text);
        label(QRectF(r.left() + 6, r.top() + 16, r.width() - 12, 12), Qt::AlignCenter, node.subtitle, sans(9.5),
              m_tokens.text2);
    }

    /// Fills from the left by the fraction of its operations that is done; shows "×13" at the right.
    void paintPart(const Node& node) const
    {
        const QRectF& r = node.rect;
        const look::KindColours& colours = m_theme.kind(node.kind);
        double done = 0;
        bool isIssued = false;
        bool hasFailed = false;
        std::size_t looked = 0;
        for (std::size_t i = 0; i < node.ops.size(); i += strideOf(node.ops.size()), ++looked) {
            done += model::progressAt(m_state.trace->op(node.ops[i]), m_state.now);
            const Phase phase = phaseOf(node.ops[i]);
            isIssued = isIssued || phase != Phase::NotIssued;
            hasFailed = hasFailed || phase == Phase::Failed;
        }
        const double share = done / static_cast<double>(std::max<std::size_t>(looked, 1));
        constexpr double kAll = 0.999;
        const double radius = 5;
        box(r, radius, share > 0 ? QBrush(colours.tint) : QBrush(m_tokens.panel), {}, 0);
        if (share > 0) {
            QPainterPath clip;
            clip.addRoundedRect(r, radius, radius);
            m_painter.save();
            m_painter.setClipPath(clip, Qt::IntersectClip);
            m_painter.fillRect(QRectF(r.left(), r.top(), r.width() * share, r.height()), pattern(node.kind));
            m_painter.restore();
        }
        const bool isRunning = share > 0 && share < kAll;
        const QColor edge = hasFailed         ? m_tokens.failFill
                            : isRunning       ? m_tokens.ink
                            : node.isCritical ? m_tokens.ink
                            : share >= kAll   ? QColor()
                            : isIssued        ? m_tokens.strong
                                              : m_tokens.line;
        if (edge.isValid())
            box(r, radius, Qt::NoBrush, edge, isRunning || node.isCritical ? 1.8 : 1,
                isIssued ? Qt::SolidLine : Qt::DashLine);
        const QColor unfilled = share > 0 ? colours.textOnTint : isIssued ? m_tokens.text2 : m_tokens.text3;
        const bool isPatterned = colours.pattern != look::Pattern::Solid;
        const QStringList near = nearTexts(node, m_state);
        acrossFill(r, share >= kAll ? 1 : share, [&](bool isFilled) {
            const QColor ink = isFilled ? colours.textOnFill : unfilled;
            const QColor patch = isFilled && isPatterned ? colours.fill : QColor();  // keeps the pattern off the text
            if (near.isEmpty())
                paintPartTexts(node, ink, patch);
            else
                paintNearTexts(m_painter, node, near, m_state, ink, patch);
        });
    }

    void paintPartTexts(const Node& node, const QColor& ink, const QColor& patch) const
    {
        const QRectF& r = node.rect;
        const QString count = node.ops.size() > 1 ? QStringLiteral("×%1").arg(node.ops.size()) : QString();
        const QFont font = sans(11, QFont::Medium);
        const QFont small = sans(9.5);
        const double countWidth = count.isEmpty() ? 0 : QFontMetricsF(small).horizontalAdvance(count) + 8;
        const QRectF textRoom = r.adjusted(4, 0, -4 - countWidth, 0);
        if (m_hasText && patch.isValid()) {
            const QFontMetricsF metrics(font);
            QRectF below(0, 0, std::min(metrics.horizontalAdvance(node.title) + 8, textRoom.width()), 15);
            below.moveCenter(textRoom.center());
            box(below, 3, patch, {}, 0);
            if (countWidth > 0)
                box(QRectF(r.right() - countWidth - 1, r.center().y() - 7, countWidth - 2, 14), 3, patch, {}, 0);
        }
        label(textRoom, Qt::AlignCenter, node.title, font, ink);
        label(QRectF(r.right() - countWidth, r.top(), countWidth - 4, r.height()), Qt::AlignRight | Qt::AlignVCenter,
              count, small, ink);
    }

    void paintMatrix(const Node& node) const
    {
        const QRectF& r = node.rect;
        box(r, 8, m_tokens.band, node.isCritical ? m_tokens.ink : m_tokens.line, node.isCritical ? 2.2 : 1);
        label(QRectF(r.left() + 9, r.top() + 8, r.width() / 2 - 9, 15), Qt::AlignLeft | Qt::AlignVCenter, node.title,
              sans(11.5, QFont::DemiBold), m_tokens.text);
        label(QRectF(r.left() + r.width() * 0.35, r.top() + 8, r.width() * 0.65 - 9, 15),
              Qt::AlignRight | Qt::AlignVCenter, node.subtitle, sans(10.5), m_tokens.text2);
        const auto perCell = static_cast<std::size_t>(node.opsPerCell);
        const std::size_t cells = (node.ops.size() + perCell - 1) / perCell;
        const double radius = node.cell.width() >= 8 ? 2 : 1;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const QRectF rect = cellRect(node, cell);
            if (perCell == 1)
                operation(rect, radius, m_state.trace->op(node.ops[cell]));
            else
                paintCellOfMany(node, rect, cell * perCell, std::min(node.ops.size(), (cell + 1) * perCell));
        }
        paintCellNames(m_painter, node, m_state);
        for (const OpId op : {m_state.hovered, m_state.selected}) {
            const auto at = std::lower_bound(node.ops.begin(), node.ops.end(), op);
            if (op.isValid() && at != node.ops.end() && *at == op)
                ring(cellRect(node, static_cast<std::size_t>(at - node.ops.begin()) / perCell), radius,
                     op == m_state.selected ? m_tokens.ink : m_tokens.text3);
        }
    }

    void paintCellOfMany(const Node& node, const QRectF& rect, std::size_t from, std::size_t to) const
    {
        double done = 0;
        std::size_t looked = 0;
        for (std::size_t i = from; i < to; i += strideOf(to - from), ++looked)
            done += model::progressAt(m_state.trace->op(node.ops[i]), m_state.now);
        const double share = done / static_cast<double>(std::max<std::size_t>(looked, 1));
        const look::KindColours& colours = m_theme.kind(node.kind);
        if (share <= 0) {
            box(rect, 1, Qt::NoBrush, m_tokens.strong, 1);
            return;
        }
        m_painter.fillRect(rect, colours.tint);
        m_painter.fillRect(
            QRectF(rect.left(), rect.bottom() - rect.height() * share, rect.width(), rect.height() * share),
            colours.fill);
    }

    void paintWait(const Node& node) const
    {
        const QRectF& r = node.rect;
        box(r, 6, m_tokens.syncSoft, m_tokens.syncFill, 1);
        if (!m_hasText)
            return;
        // A flag, the same mark as in the timeline.
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_tokens.sync, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF at(r.left() + 12, r.center().y() - 6.5);
        m_painter.drawPolyline(QPolygonF({at + QPointF(0, 12), at + QPointF(0, 0.6), at + QPointF(8, 0.6),
                                          at + QPointF(6.3, 3.2), at + QPointF(8, 5.8), at + QPointF(0, 5.8)}));
        const double side = QFontMetricsF(sans(10.5)).horizontalAdvance(node.subtitle) + 10;
        label(QRectF(r.left() + 30, r.top(), r.width() - 40 - side, r.height()), Qt::AlignLeft | Qt::AlignVCenter,
              node.title, sans(11.5, QFont::DemiBold), m_tokens.sync);
        label(QRectF(r.right() - side - 10, r.top(), side, r.height()), Qt::AlignRight | Qt::AlignVCenter,
              node.subtitle, sans(10.5), m_tokens.sync);
    }

    [[nodiscard]] bool touchesSelection(const Edge& edge) const
    {
        if (!m_state.selected.isValid())
            return false;
        for (const int end : {edge.from, edge.to}) {
            const Node& node = m_picture.nodes[static_cast<std::size_t>(end)];
            if (node.ops.size() == 1 && node.ops.front() == m_state.selected)
                return edge.style != EdgeStyle::Stream;
        }
        return false;
    }

    void paintEdge(const Edge& edge) const
    {
        if (edge.points.size() < 2)
            return;
        QColor colour = m_tokens.text3;
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
                colour = m_tokens.sync;
                width = 1.2;
                dashes = {3, 3};
                break;
            default:
                break;
        }
        if (touchesSelection(edge)) {
            colour = m_tokens.ink;
            width = 1.8;
        }
        if (edge.isCritical) {
            colour = m_tokens.ink;
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
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(pathOf(edge.points, hasHead ? way * std::min(size * 0.7, length) : QPointF()));
        if (!hasHead)
            return;
        const QPointF across(-way.y(), way.x());
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(
            QPolygonF({tip, tip - way * size + across * size * 0.5, tip - way * size - across * size * 0.5}));
    }

    /// A straight line where the edge stays in its column, a curve where it changes columns.
    static QPainterPath pathOf(const std::vector<QPointF>& points, QPointF shortenedBy)
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

    QPainter& m_painter;
    const Picture& m_picture;
    const PaintState& m_state;
    const look::Theme& m_theme;
    const look::Tokens& m_tokens;
    bool m_hasText = true;
};

}  // namespace

void paintPicture(QPainter& painter, const Picture& picture, const PaintState& state, const QRectF& visible)
{
    Painter(painter, picture, state).paint(visible);
}

}  // namespace ui::graph::detail
