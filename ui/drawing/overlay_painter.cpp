#include "ui/drawing/overlay_painter.h"

#include "engine/analysis/critical_path.h"
#include "ui/drawing/benchmark_painter.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/replay_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/contrast.h"
#include "ui/look/format.h"
#include "ui/look/words.h"
#include "ui/model/lane_names.h"
#include "ui/model/operations_model.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::OpId;
using engine::trace::CauseKind;
using engine::trace::DependencyKind;
using engine::trace::Edge;
using engine::trace::Op;
using engine::trace::OpState;

namespace {

constexpr int kMostArrows = 1000;
constexpr std::size_t kMostOfOne = 24;
constexpr double kShortestArrow = 4;

void paintHead(QPainter& painter, const QPointF& tip, double angle, const QColor& colour, double size)
{
    painter.save();
    painter.translate(tip);
    painter.rotate(angle);
    QPainterPath head;
    head.moveTo(0, 0);
    head.lineTo(-size, -size * 0.42);
    head.lineTo(-size, size * 0.42);
    head.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(head);
    painter.restore();
}

Qt::PenStyle styleOf(DependencyKind kind)
{
    switch (kind) {
        case DependencyKind::WriteAfterRead:
            return Qt::DashLine;
        case DependencyKind::WriteAfterWrite:
        case DependencyKind::Stream:
            return Qt::DotLine;
        case DependencyKind::ReadAfterWrite:
            break;
    }
    return Qt::SolidLine;
}

QString nameOf(DependencyKind kind)
{
    switch (kind) {
        case DependencyKind::ReadAfterWrite:
            return QStringLiteral("RAW");
        case DependencyKind::WriteAfterRead:
            return QStringLiteral("WAR");
        case DependencyKind::WriteAfterWrite:
            return QStringLiteral("WAW");
        case DependencyKind::Stream:
            return tr("stream");
    }
    return {};
}

/// A curved arrow with a plot-coloured band beneath, so that it stands out from the bars.
void paintArrow(QPainter& painter, const Scene& scene, QPointF from, const QPointF& to, double width,
                const QColor& colour, Qt::PenStyle style)
{
    // Never points backwards, even if the times of a trace are inconsistent.
    from.setX(std::min(from.x(), to.x()));
    if (std::hypot(to.x() - from.x(), to.y() - from.y()) < kShortestArrow)
        return;
    const double dx = to.x() - from.x();
    const double dy = to.y() - from.y();
    QPainterPath path(from);
    if (std::abs(dy) < 2) {
        path.lineTo(to);
    } else {
        const double bend = std::min(std::abs(dx) * 0.5, 40.0);
        path.cubicTo(QPointF(from.x() + bend * 0.35, from.y() + dy * 0.45),
                     QPointF(to.x() - bend - 6, to.y() - dy * 0.18), QPointF(to.x() - 5, to.y()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (width > 1.2) {
        QColor halo = scene.theme->tokens().plot;
        halo.setAlphaF(0.85F);
        painter.setPen(QPen(halo, width + 3, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(path);
    }
    painter.setPen(QPen(colour, width, style, Qt::FlatCap));
    painter.drawPath(path);
    const double angle = std::abs(dy) < 2 ? 0 : -path.angleAtPercent(0.98);
    paintHead(painter, to, angle, colour, scene.px(6) + width);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QPointF endOf(const QRectF& rect)
{
    return {rect.right(), rect.center().y()};
}

QPointF beginOf(const QRectF& rect)
{
    return {rect.left(), rect.center().y()};
}

bool isNear(const Scene& scene, const QPointF& a, const QPointF& b)
{
    const QRectF view = scene.plotRect().adjusted(-400, -2000, 400, 2000);
    return view.contains(a) || view.contains(b);
}

bool isInView(const Scene& scene, const QRectF& rect)
{
    return rect.right() >= scene.plotLeft() && rect.left() <= scene.size.width();
}

/// Paints the arrow of a dependency if both operations are in view.
void paintEdge(QPainter& painter, const Scene& scene, const Edge& edge, double width, const QColor& colour)
{
    const auto from = rectOf(scene, edge.from);
    const auto to = rectOf(scene, edge.to);
    if (!from || !to || !isInView(scene, *from) || !isInView(scene, *to))
        return;
    paintArrow(painter, scene, endOf(*from), beginOf(*to), width, colour, styleOf(edge.kind));
}

/// Paints an arrow from the issue tick of an operation to its start.
void paintIssueArrow(QPainter& painter, const Scene& scene, const Op& op, const QRectF& rect)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr)
        return;
    const QPointF from(scene.xOf(op.issued), scene.yOf(*frontend) + frontend->barTop + frontend->barHeight + 2);
    if (!isNear(scene, from, beginOf(rect)))
        return;
    paintArrow(painter, scene, from, beginOf(rect), 1.4, scene.theme->tokens().ink, Qt::SolidLine);
}

void paintSelectionArrows(QPainter& painter, const Scene& scene)
{
    const auto rect = rectOf(scene, scene.selection.op);
    if (!rect)
        return;
    const Op& op = scene.trace->op(scene.selection.op);
    paintIssueArrow(painter, scene, op, *rect);
    const auto paintAll = [&](const std::vector<Edge>& edges) {
        std::size_t drawn = 0;
        for (const Edge& edge : edges) {
            if (edge.kind == DependencyKind::Stream || drawn++ >= kMostOfOne)
                continue;
            paintEdge(painter, scene, edge, 1.4, scene.theme->tokens().ink);
        }
    };
    paintAll(scene.trace->edgesInto(scene.selection.op));
    paintAll(scene.trace->edgesOutOf(scene.selection.op));
}

void paintAllArrows(QPainter& painter, const Scene& scene)
{
    int drawn = 0;
    for (const Row& row : scene.layout.rows) {
        if (!row.lane.isValid() || row.kind == RowKind::Link || row.kind == RowKind::Frontend)
            continue;
        const auto& index = scene.trace->index(row.lane);
        const auto& spans = index.spans();
        for (std::size_t i = index.firstEndingAfter(scene.range.begin);
             i < spans.size() && spans[i].begin < scene.range.end; ++i) {
            if (!spans[i].op.isValid())
                continue;
            for (const Edge& edge : scene.trace->edgesInto(spans[i].op)) {
                if (edge.kind == DependencyKind::Stream)
                    continue;
                if (++drawn > kMostArrows)
                    return;
                paintEdge(painter, scene, edge, 1.1, scene.theme->tokens().text3);
            }
        }
    }
}

/// Paints the numbers of the critical path's steps at the left ends of their bars; skips those that would overlap. The
/// graph shows the same numbers.
void paintPathNumbers(QPainter& painter, const Scene& scene, const QColor& colour)
{
    painter.setFont(scene.theme->mono(9, QFont::Bold));
    const QFontMetricsF metrics(painter.font());
    const QColor ink = look::moreReadable(colour, scene.theme->tokens().onInk, scene.theme->tokens().ink);
    painter.setRenderHint(QPainter::Antialiasing);
    double takenTo = -1;
    double takenY = -1;
    for (std::size_t i = 0; i < scene.selection.criticalPath.size(); ++i) {
        const auto rect = rectOf(scene, scene.selection.criticalPath[i]);
        if (!rect || rect->right() < scene.plotLeft() || rect->left() > scene.size.width())
            continue;
        const QString text = QString::number(i + 1);
        const double height = scene.px(13);
        const double width = std::max(height, metrics.horizontalAdvance(text) + scene.px(6));
        const double left = std::max(rect->left() + 1, scene.plotLeft());
        // Inside the bar if it is tall enough, since the statement label is above it.
        const double top = rect->height() > height + 4 ? rect->top() + 2 : rect->center().y() - height / 2;
        if (top == takenY && left < takenTo + 2)
            continue;
        takenTo = left + width;
        takenY = top;
        const QRectF badge(left, top, width, height);
        painter.setPen(QPen(scene.theme->tokens().plot, 1));
        painter.setBrush(colour);
        painter.drawRoundedRect(badge, height / 2, height / 2);
        painter.setPen(ink);
        painter.drawText(badge, Qt::AlignCenter, text);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintCriticalPath(QPainter& painter, const Scene& scene)
{
    const QColor colour = scene.theme->tokens().failFill;
    const auto& path = scene.selection.criticalPath;
    int drawn = 0;
    QPointF previous;
    bool hasPrevious = false;
    for (const OpId id : path) {
        const auto rect = rectOf(scene, id);
        if (!rect) {
            hasPrevious = false;
            continue;
        }
        const bool isVisible = rect->right() > scene.plotLeft() && rect->left() < scene.size.width();
        if (isVisible && rect->width() >= 3) {
            painter.setPen(Qt::NoPen);
            painter.fillRect(QRectF(rect->left(), rect->bottom() - 3, rect->width() - 1, 3), colour);
        }
        if (hasPrevious && isNear(scene, previous, beginOf(*rect)) && ++drawn <= kMostArrows)
            paintArrow(painter, scene, previous, beginOf(*rect), 2.6, colour, Qt::SolidLine);
        previous = endOf(*rect);
        hasPrevious = true;
    }
    paintPathNumbers(painter, scene, colour);
}

/// The row that the ruler measures: its own lane, otherwise the lane with the most idle time in the range.
const Row* rulerRow(const Scene& scene, const model::TimeRange& range)
{
    if (const Row* row = scene.layout.rowOf(scene.ruler.lane))
        return row;
    const Row* best = nullptr;
    Nanoseconds least = Nanoseconds::max();
    for (const Row& row : scene.layout.rows) {
        if ((row.kind != RowKind::Compute && row.kind != RowKind::Work) || !row.isUsed || !row.lane.isValid())
            continue;
        const Nanoseconds busy = scene.trace->index(row.lane).busy(range.begin, range.end);
        if (busy < least) {
            least = busy;
            best = &row;
        }
    }
    return best;
}

QString rulerText(const Scene& scene, const Row* row, const model::TimeRange& range)
{
    QString text = look::durationText(range.length());
    const double ms = static_cast<double>(range.length().count()) * 1e-6;
    if (ms >= 100 && ms < 1000)
        text = QString::number(ms, 'f', 1) + QStringLiteral(" ms");
    if (row == nullptr || !row->lane.isValid())
        return text;
    QString name = row->title;
    for (const auto& device : scene.trace->devices())
        if (device.id == row->device)
            name = QString::fromStdString(device.name);
    if (row->kind == RowKind::Copy)
        name += QLatin1Char(' ') + row->role;
    const auto& index = scene.trace->index(row->lane);
    const double share = engine::toSeconds(index.busy(range.begin, range.end)) / engine::toSeconds(range.length());
    text += QStringLiteral(" · ") +
            (share < 0.005 ? tr("%1 idle").arg(name) : tr("%1 %2 busy").arg(name, look::percentText(share)));
    if (row->kind == RowKind::Copy) {
        std::int64_t bytes = 0;
        const std::size_t to = index.firstBeginningAt(range.end);
        for (std::size_t i = index.firstEndingAfter(range.begin); i < std::min(to, i + 100'000); ++i)
            if (const OpId op = index.spans()[i].op; op.isValid())
                bytes += scene.trace->op(op).bytes.value;
        text += QStringLiteral(" · ") + look::decimalBytesText(engine::Bytes{bytes});
    }
    return text;
}

struct RulerPlace {
    double left = 0, right = 0, y = 0;
    QRectF chip;
    QString text;
    QFont font;
};

RulerPlace placeOfRuler(const Scene& scene, const model::TimeRange& ruler)
{
    const Row* row = rulerRow(scene, ruler);
    RulerPlace place;
    place.y = row != nullptr ? std::floor(scene.yOf(*row) + row->barTop + row->barHeight / 2.0) + 0.5
                             : scene.plotRect().top() + 40.5;
    place.left = std::floor(scene.xOf(ruler.begin)) + 0.5;
    place.right = std::floor(scene.xOf(ruler.end)) + 0.5;
    place.font = scene.theme->sans(11, QFont::DemiBold);
    place.text = rulerText(scene, row, ruler);
    const double width = QFontMetricsF(place.font).horizontalAdvance(place.text) + scene.px(16);
    const double x =
        (std::max(place.left, scene.plotLeft()) + std::min(place.right, double(scene.size.width())) - width) / 2;
    const double most = std::max(scene.plotLeft() + 2, scene.size.width() - width - 2);
    // A chip wider than the measured interval is placed below the line.
    const bool isBelow = width > place.right - place.left - 10;
    place.chip = QRectF(std::clamp(x, scene.plotLeft() + 2, most), place.y + (isBelow ? 1 : -1) * scene.px(10), width,
                        scene.px(20));
    return place;
}

void paintRuler(QPainter& painter, const Scene& scene)
{
    if (!scene.ruler.range)
        return;
    const auto& tokens = scene.theme->tokens();
    const RulerPlace place = placeOfRuler(scene, *scene.ruler.range);
    const double left = place.left, right = place.right, y = place.y;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.ink, 1.2));
    const double tooth = scene.px(6);
    painter.drawLine(QPointF(left, y - tooth), QPointF(left, y + tooth));
    painter.drawLine(QPointF(right, y - tooth), QPointF(right, y + tooth));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    const double head = scene.px(5);
    if (right - left > 3 * head) {
        const QPointF a[] = {{left + head, y - 3}, {left, y}, {left + head, y + 3}};
        const QPointF b[] = {{right - head, y - 3}, {right, y}, {right - head, y + 3}};
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(a, 3);
        painter.drawPolyline(b, 3);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.ink);
    painter.drawRoundedRect(place.chip, 4, 4);
    painter.setFont(place.font);
    painter.setPen(tokens.onInk);
    painter.drawText(place.chip, Qt::AlignCenter, place.text);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintRing(QPainter& painter, const Scene& scene, const QRectF& rect, double width)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scene.theme->tokens().ink, width));
    painter.setBrush(Qt::NoBrush);
    QRectF ring = rect.adjusted(-1.5, -1.5, 1.5, 1.5);
    if (ring.width() < 6)
        ring = QRectF(ring.center().x() - 3, ring.top(), 6, ring.height());
    painter.drawRoundedRect(ring, 2.5, 2.5);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintChip(QPainter& painter, const Scene& scene, const QRectF& rect, const Op& op)
{
    const auto& tokens = scene.theme->tokens();
    QString text = model::operationLabel(*scene.trace, op);
    if (op.state == OpState::Done || op.state == OpState::Failed)
        text += QStringLiteral(" · ") + look::durationText(op.finished - op.started);
    if (const QString place = model::placeOf(*scene.trace, op); !place.isEmpty())
        text += QStringLiteral(" · ") + place;
    painter.setFont(scene.theme->sans(10.5, QFont::DemiBold));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + scene.px(14);
    const double centre = std::clamp(rect.center().x(), scene.plotLeft(), double(scene.size.width()));
    const double left = std::clamp(centre - width / 3, scene.plotLeft() + 2,
                                   std::max(scene.plotLeft() + 2, scene.size.width() - width - 4));
    const double top = rect.bottom() + scene.px(11);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.ink, 1.2));
    painter.drawLine(QPointF(centre, rect.bottom() + 2), QPointF(centre, top));
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.tip);
    const QRectF chip(left, top, width, scene.px(19));
    painter.drawRoundedRect(chip, 4, 4);
    painter.setPen(tokens.tipText);
    painter.drawText(chip, Qt::AlignCenter, text);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Paints rings around the hovered wait and the operation that ended it, and an arrow between them.
void paintWaitTarget(QPainter& painter, const Scene& scene)
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
    paintArrow(painter, scene, from, beginOf(*rect), 1.5, scene.theme->tokens().sync, Qt::SolidLine);
    paintChip(painter, scene, *rect, scene.trace->op(wait.releasedBy));
}

/// Paints the hovered operation: its time through all lanes, a ring, and arrows from its inputs.
void paintHover(QPainter& painter, const Scene& scene)
{
    const auto rect = rectOf(scene, scene.pointer.op);
    if (!rect || scene.pointer.op == scene.selection.op)
        return;
    const auto& tokens = scene.theme->tokens();
    QColor band = tokens.ink;
    band.setAlphaF(0.06F);
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    const double top = frontend != nullptr ? scene.yOf(*frontend) : scene.plotRect().top();
    painter.fillRect(QRectF(rect->left(), top, rect->width(), std::max(0.0, rect->top() - top)), band);
    paintRing(painter, scene, *rect, 1.8);
    std::size_t drawn = 0;
    for (const Edge& edge : scene.trace->edgesInto(scene.pointer.op)) {
        if (edge.kind == DependencyKind::Stream || drawn++ >= kMostOfOne)
            continue;
        const auto from = rectOf(scene, edge.from);
        if (!from || !isInView(scene, *from))
            continue;
        paintRing(painter, scene, *from, 1.8);
        paintArrow(painter, scene, {from->right(), from->bottom() - 4}, beginOf(*rect), 1.5, tokens.ink,
                   styleOf(edge.kind));
        if (drawn > 1 || std::abs(rect->left() - from->right()) < 50)
            continue;
        const QPointF middle((from->right() + rect->left()) / 2, (from->bottom() + rect->center().y()) / 2);
        painter.setFont(scene.theme->sans(10, QFont::DemiBold));
        const QRectF chip(middle.x() - scene.px(18), middle.y() - scene.px(8), scene.px(36), scene.px(16));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(tokens.ink, 1));
        painter.setBrush(tokens.plot);
        painter.drawRoundedRect(chip, 4, 4);
        painter.setPen(tokens.text);
        painter.drawText(chip, Qt::AlignCenter, nameOf(edge.kind));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void paintFlagAtTop(QPainter& painter, const Scene& scene, double x, const QString& text, const QColor& fill,
                    const QColor& ink)
{
    painter.setFont(scene.theme->mono(10.5, QFont::Bold));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + scene.px(14);
    const double left =
        std::clamp(x - width / 2, scene.plotLeft(), std::max(scene.plotLeft(), scene.size.width() - width));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const QRectF chip(left, scene.px(4), width, scene.px(17));
    hideTickLabels(painter, scene, chip);
    painter.drawRoundedRect(chip, 4, 4);
    const QPointF tip[] = {{x - 4, chip.bottom()}, {x + 4, chip.bottom()}, {x, chip.bottom() + 4}};
    painter.drawPolygon(tip, 3);
    painter.setPen(ink);
    painter.drawText(chip, Qt::AlignCenter, text);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Vertical intervals in which texts interrupt a vertical line, from top to bottom.
using Gaps = std::vector<std::pair<double, double>>;

void addGap(Gaps& gaps, const QRectF& text, double x)
{
    if (text.left() - 2 < x && x < text.right() + 2)
        gaps.emplace_back(text.top() - 1, text.bottom() + 1);
}

Gaps gapsAt(const Scene& scene, const IdleLabels& idle, double x)
{
    Gaps gaps;
    if (const Row* row = scene.layout.rowOf(RowKind::Benchmarks))
        for (const QRectF& text : bracketRects(scene, *row))
            addGap(gaps, text, x);
    for (const IdleLabel& label : idle)
        addGap(gaps, plateOf(scene, label), x);
    if (scene.extra != nullptr)
        for (const Row& row : scene.layout.rows)
            if (row.kind == RowKind::Extra)
                for (const QRectF& text : scene.extra->textsOf(row.extra))
                    addGap(gaps, text, x);
    std::sort(gaps.begin(), gaps.end());
    return gaps;
}

/// Paints a vertical line through all rows, interrupted at texts.
void paintLineOfMoment(QPainter& painter, const Scene& scene, const IdleLabels& idle, double x, double top,
                       double bottom, const QPen& pen)
{
    painter.setPen(pen);
    double from = top;
    for (const auto& [begin, end] : gapsAt(scene, idle, x)) {
        if (begin > from)
            painter.drawLine(QPointF(x, from), QPointF(x, std::min(begin, bottom)));
        from = std::max(from, end);
    }
    if (from < bottom)
        painter.drawLine(QPointF(x, from), QPointF(x, bottom));
}

/// The x of the line for a time; empty if it is out of view.
std::optional<double> lineOf(const Scene& scene, Nanoseconds time)
{
    const double x = scene.style.crisp(scene.xOf(time));
    return x >= scene.plotLeft() && x <= knownRight(scene) ? std::optional(x) : std::nullopt;
}

/// The times marked by a vertical line: the failure, and the playhead unless it is at the same place.
struct Moments {
    std::optional<double> failed, playhead;
};

Moments momentsOf(const Scene& scene)
{
    Moments moments;
    moments.failed = failureLine(scene);
    if (scene.playhead.isShown && scene.playhead.time != scene.failedAt())
        moments.playhead = lineOf(scene, scene.playhead.time);
    return moments;
}

void paintLinesOfMoments(QPainter& painter, const Scene& scene, const IdleLabels& idle)
{
    const double bottom = scene.size.height() - scene.layout.pinnedBottom;
    paintFailureLine(painter, scene, idle, scene.layout.pinnedTop, bottom);
    if (const auto playhead = momentsOf(scene).playhead)
        paintLineOfMoment(painter, scene, idle, *playhead, scene.px(20), bottom,
                          QPen(scene.theme->tokens().accent, 1.2));
}

void paintFlagsOfMoments(QPainter& painter, const Scene& scene)
{
    const auto& tokens = scene.theme->tokens();
    const Moments moments = momentsOf(scene);
    if (moments.failed)
        paintFlagAtTop(painter, scene, *moments.failed, look::clockText(*scene.failedAt() - scene.origin),
                       tokens.failFill, look::moreReadable(tokens.failFill, tokens.onInk, tokens.ink));
    if (!moments.playhead)
        return;
    const double seconds = engine::toSeconds(scene.playhead.time - scene.origin);
    const bool isFine = scene.range.length() < std::chrono::milliseconds(100);
    const QString text =
        isFine ? look::clockText(scene.playhead.time - scene.origin)
               : QString::number(seconds, 'f', 3).replace(QLatin1Char('-'), QChar(0x2212)) + QStringLiteral(" s");
    paintFlagAtTop(painter, scene, *moments.playhead, text, tokens.accent, tokens.onAccent);
}

}  // namespace

std::optional<double> failureLine(const Scene& scene)
{
    const auto failed = scene.failedAt();
    return failed ? lineOf(scene, *failed) : std::nullopt;
}

void paintFailureLine(QPainter& painter, const Scene& scene, const IdleLabels& idle, double top, double bottom)
{
    const auto x = failureLine(scene);
    if (!x)
        return;
    QPen pen(scene.theme->tokens().fail, 1.4);
    pen.setDashPattern({5 / 1.4, 3 / 1.4});
    paintLineOfMoment(painter, scene, idle, *x, top, bottom, pen);
}

std::optional<QRectF> rulerChip(const Scene& scene)
{
    return scene.ruler.range ? std::optional(placeOfRuler(scene, *scene.ruler.range).chip) : std::nullopt;
}

std::vector<OpId> criticalOperations(const engine::trace::Trace& trace, model::TimeRange scope)
{
    std::vector<OpId> ops;
    for (const auto& segment : engine::analysis::criticalPath(trace, {scope.begin, scope.end}).segments)
        if (segment.what == engine::analysis::PathSegment::What::Op && segment.op.isValid())
            ops.push_back(segment.op);
    return ops;
}

void paintMarks(QPainter& painter, const Scene& scene, const IdleLabels& idle)
{
    painter.save();
    painter.setClipRect(scene.plotRect());
    paintSyncMarks(painter, scene);
    switch (scene.selection.arrows) {
        case ArrowMode::None:
            break;
        case ArrowMode::All:
            paintAllArrows(painter, scene);
            [[fallthrough]];
        case ArrowMode::Selected:
            paintSelectionArrows(painter, scene);
            break;
        case ArrowMode::CriticalPath:
            paintCriticalPath(painter, scene);
            paintSelectionArrows(painter, scene);
            break;
    }
    paintIdleLabels(painter, scene, idle);
    paintRuler(painter, scene);
    painter.restore();
}

void paintOverlay(QPainter& painter, const Scene& scene, const IdleLabels& idle)
{
    painter.save();
    painter.setClipRect(scene.plotRect());
    paintNotYetRun(painter, scene);
    if (scene.pointer.isOnOverlap)
        paintOverlapShade(painter, scene);
    painter.restore();
    paintLinesOfMoments(painter, scene, idle);
    painter.save();
    painter.setClipRect(scene.plotRect());
    paintWaitTarget(painter, scene);
    paintHover(painter, scene);
    for (const OpId op : scene.selection.others)
        if (const auto rect = rectOf(scene, op); rect && rect->right() >= scene.plotLeft())
            paintRing(painter, scene, *rect, 1.8);
    if (const auto rect = rectOf(scene, scene.selection.op))
        if (rect->right() >= scene.plotLeft() && rect->left() <= scene.size.width()) {
            paintRing(painter, scene, *rect, 1.8);
            paintChip(painter, scene, *rect, scene.trace->op(scene.selection.op));
        }
    painter.restore();
    paintFlagsOfMoments(painter, scene);
    paintMoment(painter, scene);
}

}  // namespace ui::drawing
