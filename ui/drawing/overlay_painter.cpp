#include "ui/drawing/overlay_painter.h"

#include "engine/analysis/critical_path.h"
#include "ui/drawing/arrow_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/replay_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/dashes.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace ui::drawing {

using engine::trace::DependencyKind;
using engine::trace::Edge;

namespace {

void paintRing(const Surface& painter, const Scene& scene, const QRectF& rect, double width)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(scene.theme->tokens().ink, width));
    painter->setBrush(Qt::NoBrush);
    QRectF ring = rect.adjusted(-1.5, -1.5, 1.5, 1.5);
    if (ring.width() < 6)
        ring = QRectF(ring.center().x() - 3, ring.top(), 6, ring.height());
    painter->drawRoundedRect(ring, 2.5, 2.5);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

void paintChip(const Surface& painter, const Scene& scene, const QRectF& rect, const Op& op)
{
    const auto& tokens = scene.theme->tokens();
    QString text = model::operationLabel(*scene.trace, op);
    if (engine::analysis::hasEnded(op))
        text += QStringLiteral(" · ") + look::durationText(op.finished - op.started);
    if (const QString place = model::placeOf(*scene.trace, op); !place.isEmpty())
        text += QStringLiteral(" · ") + place;
    painter->setFont(scene.theme->sans(10.5, QFont::DemiBold));
    const double width = QFontMetricsF(painter->font()).horizontalAdvance(text) + scene.px(14);
    const double centre = std::clamp(rect.center().x(), scene.plotLeft(), double(scene.size.width()));
    const double left = std::clamp(centre - width / 3, scene.plotLeft() + 2,
                                   std::max(scene.plotLeft() + 2, scene.size.width() - width - 4));
    const double top = rect.bottom() + scene.px(11);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.ink, 1.2));
    painter->drawLine(QPointF(centre, rect.bottom() + 2), QPointF(centre, top));
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.tip);
    const QRectF chip(left, top, width, scene.px(19));
    painter->drawRoundedRect(chip, 4, 4);
    painter->setPen(tokens.tipText);
    painter->drawText(chip, Qt::AlignCenter, text);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

/// Paints rings around the hovered wait and the operation that ended it, and an arrow between them.
void paintWaitTarget(const Surface& painter, const Scene& scene)
{
    const auto& waits = scene.trace->waits();
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (scene.pointer.wait < 0 || static_cast<std::size_t>(scene.pointer.wait) >= waits.size() || frontend == nullptr)
        return;
    const auto& wait = waits[static_cast<std::size_t>(scene.pointer.wait)];
    const double top = scene.yOf(*frontend) + frontend->barTop;
    const double left = std::max(scene.plotLeft(), scene.xOf(wait.begin));
    const double right = std::min<double>(scene.size.width(), scene.xOf(wait.end));
    if (right > left)
        paintRing(painter, scene, QRectF(left, top, right - left, frontend->barHeight), 1.8);
    const auto rect = rectOf(scene, wait.releasedBy);
    if (!rect || !isInView(scene, *rect))
        return;
    paintRing(painter, scene, *rect, 1.8);
    const QPointF from(std::min(right, rect->left()), top + frontend->barHeight);
    paintArrow(painter, scene, from, beginOf(*rect), 1.5, scene.theme->tokens().sync);
    paintChip(painter, scene, *rect, scene.trace->op(wait.releasedBy));
}

/// Paints the hovered operation: its time through the lanes above it, a ring, and arrows from its inputs.
void paintHover(const Surface& painter, const Scene& scene)
{
    const auto rect = rectOf(scene, scene.pointer.op);
    if (!rect || scene.pointer.op == scene.selection.op)
        return;
    const auto& tokens = scene.theme->tokens();
    QColor band = tokens.ink;
    band.setAlphaF(0.06F);
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    const double top = frontend != nullptr ? scene.yOf(*frontend) : scene.plotRect().top();
    painter->fillRect(QRectF(rect->left(), top, rect->width(), std::max(0.0, rect->top() - top)), band);
    paintRing(painter, scene, *rect, 1.8);
    std::size_t drawn = 0;
    for (const Edge& edge : scene.trace->edges().into(scene.pointer.op)) {
        if (edge.kind == DependencyKind::Stream || drawn++ >= kMaxOfOne)
            continue;
        const auto from = rectOf(scene, edge.from);
        if (!from || !isInView(scene, *from))
            continue;
        paintRing(painter, scene, *from, 1.8);
        paintArrow(painter, scene, {from->right(), from->bottom() - 4}, beginOf(*rect), 1.5, tokens.ink,
                   look::dashesOf(edge.kind, 1.5));
        if (drawn > 1 || std::abs(rect->left() - from->right()) < 50)
            continue;
        const QPointF middle((from->right() + rect->left()) / 2, (from->bottom() + rect->center().y()) / 2);
        painter->setFont(scene.theme->sans(10, QFont::DemiBold));
        const QRectF chip(middle.x() - scene.px(18), middle.y() - scene.px(8), scene.px(36), scene.px(16));
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(tokens.ink, 1));
        painter->setBrush(tokens.plot);
        painter->drawRoundedRect(chip, 4, 4);
        painter->setPen(tokens.text);
        painter->drawText(chip, Qt::AlignCenter, dependencyName(edge.kind));
        painter->setRenderHint(QPainter::Antialiasing, false);
    }
}

/// Paints rings around the selected operations, and a chip below SceneSelection::op.
void paintSelected(const Surface& painter, const Scene& scene)
{
    for (const OpId op : scene.selection.others)
        if (const auto rect = rectOf(scene, op); rect && rect->right() >= scene.plotLeft())
            paintRing(painter, scene, *rect, 1.8);
    if (const auto rect = rectOf(scene, scene.selection.op))
        if (rect->right() >= scene.plotLeft() && rect->left() <= scene.size.width()) {
            paintRing(painter, scene, *rect, 1.8);
            paintChip(painter, scene, *rect, scene.trace->op(scene.selection.op));
        }
}

}  // namespace

void addCriticalPath(SceneSelection& selection, const engine::trace::Trace& trace, model::TimeRange scope)
{
    using engine::analysis::PathSegment;
    for (const PathSegment& segment : engine::analysis::criticalPath(trace, {scope.begin, scope.end}).segments)
        if (segment.what == PathSegment::Kind::Op && segment.op.isValid())
            selection.criticalPath.push_back(segment.op);
        else if (segment.what == PathSegment::Kind::Host)
            selection.criticalWork.push_back({segment.begin, segment.end});
}

void paintMarks(const Surface& painter, const Scene& scene, const IdleLabels& idle)
{
    painter->save();
    painter->setClipRect(scene.plotRect());
    paintSyncMarks(painter, scene);
    if (scene.selection.arrows == ArrowMode::All)
        paintAllArrows(painter, scene);
    if (scene.selection.arrows == ArrowMode::CriticalPath)
        paintCriticalPath(painter, scene);
    if (scene.selection.arrows != ArrowMode::None && scene.selection.op.isValid())
        paintSelectionArrows(painter, sceneOfSelection(scene));
    paintIdleLabels(painter, scene, idle);
    paintRuler(painter, scene);
    painter->restore();
}

void paintOverlay(const Surface& painter, const Scene& scene)
{
    painter->save();
    painter->setClipRect(scene.plotRect());
    paintNotYetRun(painter, scene);
    if (scene.pointer.isOnOverlap)
        paintOverlapShade(painter, scene);
    painter->restore();
    paintLinesOfMoments(painter, scene);
    painter->save();
    painter->setClipRect(scene.plotRect());
    paintWaitTarget(painter, scene);
    paintHover(painter, scene);
    if (scene.selection.op.isValid())
        paintSelected(painter, sceneOfSelection(scene));
    painter->restore();
    paintFlagsOfMoments(painter, scene);
    paintMoment(painter, scene);
}

}  // namespace ui::drawing
