#include "ui/drawing/lane_painter.h"

#include "ui/drawing/detail/lane_parts.h"
#include "ui/drawing/statement_painter.h"
#include "ui/drawing/veil.h"

#include <QPainter>
#include <cmath>

namespace ui::drawing {

using engine::trace::Span;

namespace {

/// During the animation of a flip, paints matched spans between their old and their new position.
void paintMorph(const Surface& painter, const Scene& scene, const Row& row)
{
    const QRectF bars = detail::barsOf(scene, row);
    const auto& index = scene.trace->index(row.lane);
    const auto& spans = index.spans();
    const double p = scene.before.morph->progress;
    painter->save();
    painter->setClipRect(scene.plotRect());
    for (const Span& span : spans) {
        const auto old = scene.before.morph->spans.constFind(span.op.index);
        const bool isMatched = span.op.isValid() && old != scene.before.morph->spans.constEnd();
        const double newLeft = scene.xOf(span.begin);
        const double newRight = scene.xOf(span.end());
        const double left = isMatched ? std::lerp(scene.xOf(old->begin), newLeft, p) : newLeft;
        const double right = isMatched ? std::lerp(scene.xOf(old->end), newRight, p) : newRight;
        if (right < bars.left() || left > bars.right())
            continue;
        QColor colour = StripColours{detail::groundOf(scene), scene.theme}.of(span.kind, span.state);
        if (!isMatched)
            colour = withAlpha(colour, p);
        painter->fillRect(QRectF(left, bars.top(), std::max(1.0, right - left - 1), bars.height()), colour);
    }
    painter->restore();
}

}  // namespace

void paintFittingText(const Surface& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment)
{
    const bool isWhole = textWidth(labels, painter->font(), text) <= rect.width();
    const QString fitting = isWhole ? text : elided(labels, painter->font(), text, rect.width());
    if (fitting.size() < 2 || (fitting.size() < 4 && fitting != text))
        return;
    drawText(painter, labels, rect, alignment | Qt::AlignVCenter, fitting);
}

IdleLabels paintLane(const Surface& painter, const Scene& scene, const Row& row)
{
    if (!row.lane.isValid())
        return {};
    if (scene.before.morph != nullptr && scene.before.morph->progress < 1.0) {
        paintMorph(painter, scene, row);
        paintVeil(painter, scene, row);
        return {};
    }
    const std::vector<StatementText> texts = paintStatements(painter, scene, row);
    detail::LaneCanvas lane(painter, scene, row);
    detail::paintBars(lane);
    IdleLabels idle = detail::paintLabels(lane);
    paintStatementTexts(painter, scene, texts);
    return idle;
}

IdleLabels paintLaneLabels(const Surface& painter, const Scene& scene, const Row& row)
{
    if (!row.lane.isValid())
        return {};
    detail::LaneCanvas lane(painter, scene, row);
    return detail::paintLabels(lane);
}

int visibleSpans(const Scene& scene)
{
    int count = 0;
    for (const Row& row : scene.layout.rows) {
        if (!row.lane.isValid() || row.kind == RowKind::Frontend)
            continue;
        const auto& index = scene.trace->index(row.lane);
        count += static_cast<int>(index.firstBeginningAt(scene.range.end) - index.firstEndingAfter(scene.range.begin));
    }
    return count;
}

}  // namespace ui::drawing
