#include "ui/drawing/arrow_painter.h"

#include "ui/look/contrast.h"
#include "ui/look/dashes.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

namespace ui::drawing {

using engine::trace::DependencyKind;
using engine::trace::Edge;

namespace {

constexpr int kMaxArrows = 1000;  // more arrows take too long to paint and hide the bars
constexpr double kShortestArrow = 4;
constexpr double kPathLine = 3;  ///< height of the line that marks the critical path

void paintHead(const Surface& painter, const QPointF& tip, double angle, const QColor& colour, double size)
{
    painter->save();
    painter->translate(tip);
    painter->rotate(angle);
    QPainterPath head;
    head.moveTo(0, 0);
    head.lineTo(-size, -size * 0.42);
    head.lineTo(-size, size * 0.42);
    head.closeSubpath();
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawPath(head);
    painter->restore();
}

QPointF endOf(const QRectF& rect)
{
    return {rect.right(), rect.center().y()};
}

bool isNear(const Scene& scene, const QPointF& a, const QPointF& b)
{
    const QRectF view = scene.plotRect().adjusted(-400, -2000, 400, 2000);
    return view.contains(a) || view.contains(b);
}

/// Paints the arrow of a dependency if both operations are in view.
void paintEdge(const Surface& painter, const Scene& scene, const Edge& edge, double width, const QColor& colour)
{
    const auto from = rectOf(scene, edge.from);
    const auto to = rectOf(scene, edge.to);
    if (!from || !to || !isInView(scene, *from) || !isInView(scene, *to))
        return;
    paintArrow(painter, scene, endOf(*from), beginOf(*to), width, colour, look::dashesOf(edge.kind, width));
}

/// Paints an arrow from the issue tick of an operation to its start.
void paintIssueArrow(const Surface& painter, const Scene& scene, const Op& op, const QRectF& rect)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr)
        return;
    const QPointF from(scene.xOf(op.issued), scene.yOf(*frontend) + frontend->barTop + frontend->barHeight + 2);
    if (!isNear(scene, from, beginOf(rect)))
        return;
    paintArrow(painter, scene, from, beginOf(rect), 1.4, scene.theme->tokens().ink);
}

/// Paints the numbers of the critical path's steps at the left ends of their bars; skips those that would overlap. The
/// graph shows the same numbers.
void paintPathNumbers(const Surface& painter, const Scene& scene, const QColor& colour)
{
    painter->setFont(scene.theme->mono(9, QFont::Bold));
    const QFontMetricsF metrics(painter->font());
    const QColor ink = look::moreReadable(colour, scene.theme->tokens().onInk, scene.theme->tokens().ink);
    painter->setRenderHint(QPainter::Antialiasing);
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
        // The operation's number on the path is inside the bar if the bar is tall enough, because the statement label
        // is above the bar.
        const double top = rect->height() > height + 4 ? rect->top() + 2 : rect->center().y() - height / 2;
        if (top == takenY && left < takenTo + 2)
            continue;
        takenTo = left + width;
        takenY = top;
        const QRectF badge(left, top, width, height);
        painter->setPen(QPen(scene.theme->tokens().plot, 1));
        painter->setBrush(colour);
        painter->drawRoundedRect(badge, height / 2, height / 2);
        painter->setPen(ink);
        drawText(painter, scene.labels, badge, Qt::AlignCenter, text);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
}

void strokeCrossing(const Surface& painter, const QPainterPath& path, const QColor& colour, double width)
{
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter->drawPath(path);
}

/// Paints an arrow of three lines: vertical, horizontal between the two rows, vertical. `number` varies the height of
/// the horizontal line.
void paintCrossing(const Surface& painter, const look::Tokens& tokens, QPointF from, QPointF to, int number)
{
    const double way = to.y() > from.y() ? 1 : -1;
    const double room = std::abs(to.y() - from.y());
    const double middle = from.y() + way * room * (0.3 + 0.14 * (number % 3));
    const double turn = std::min({4.0, std::abs(to.x() - from.x()) / 2, room * 0.28});
    const double along = to.x() > from.x() ? 1 : -1;
    const QPointF end = to - QPointF(0, 6 * way);
    QPainterPath path(from);
    path.lineTo(from.x(), middle - turn * way);
    path.quadTo(from.x(), middle, from.x() + turn * along, middle);
    path.lineTo(to.x() - turn * along, middle);
    path.quadTo(to.x(), middle, to.x(), std::min(middle + turn, end.y()));
    path.lineTo(end);
    strokeCrossing(painter, path, tokens.plot, 4);
    strokeCrossing(painter, path, tokens.text, 1.5);
    QPainterPath head(to);
    head.lineTo(to + QPointF(-3.6, -7 * way));
    head.lineTo(to + QPointF(3.6, -7 * way));
    head.closeSubpath();
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.text);
    painter->drawPath(head);
}

/// Paints the arrow of a dependency if it starts in another row and within the visible range. Returns whether it was
/// painted. `number`: how many arrows were painted before it.
bool paintCrossing(const Surface& painter, const Scene& scene, const Row& row, const Edge& edge, int number)
{
    const Nanoseconds finished = scene.trace->op(edge.from).finished;
    const Row* source = scene.layout.rowOf(scene.trace->op(edge.from).lane);
    if (source == nullptr || source == &row || finished < scene.range.begin || finished > scene.range.end)
        return false;
    const bool isBelow = source->top < row.top;
    const double from = scene.yOf(*source) + source->barTop, to = scene.yOf(row) + row.barTop;
    paintCrossing(painter, scene.theme->tokens(), {scene.xOf(finished) - 3, from + (isBelow ? source->barHeight : 0)},
                  {scene.xOf(scene.trace->op(edge.to).started) + 4, to + (isBelow ? 0 : row.barHeight)}, number);
    return true;
}

}  // namespace

void paintCrossings(const Surface& painter, const Scene& scene)
{
    constexpr int kMaxCrossings = 12;  // a few examples are enough, and more arrows would hide the bars
    int count = 0;
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Row& row : scene.layout.rows) {
        if (!row.lane.isValid())
            continue;
        const auto& index = scene.trace->index(row.lane);
        for (std::size_t i = index.firstBeginningAt(scene.range.begin);
             i < index.spans().size() && index.spans()[i].begin < scene.range.end && count < kMaxCrossings; ++i) {
            if (!index.spans()[i].op.isValid())
                continue;
            for (const Edge& edge : scene.trace->edges().into(index.spans()[i].op))
                count += paintCrossing(painter, scene, row, edge, count) ? 1 : 0;
        }
    }
}

QString dependencyName(DependencyKind kind)
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

void paintArrow(const Surface& painter, const Scene& scene, QPointF from, const QPointF& to, double width,
                const QColor& colour, const QVector<qreal>& dashes)
{
    // The arrow never points backwards, even if the times of a trace are inconsistent.
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
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    if (width > 1.2) {
        QColor halo = scene.theme->tokens().plot;
        halo.setAlphaF(0.85F);
        painter->setPen(QPen(halo, width + 3, Qt::SolidLine, Qt::RoundCap));
        painter->drawPath(path);
    }
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap);
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    painter->setPen(pen);
    painter->drawPath(path);
    const double angle = std::abs(dy) < 2 ? 0 : -path.angleAtPercent(0.98);
    paintHead(painter, to, angle, colour, scene.px(6) + width);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

QPointF beginOf(const QRectF& rect)
{
    return {rect.left(), rect.center().y()};
}

bool isInView(const Scene& scene, const QRectF& rect)
{
    return rect.right() >= scene.plotLeft() && rect.left() <= scene.size.width();
}

void paintSelectionArrows(const Surface& painter, const Scene& scene)
{
    const auto rect = rectOf(scene, scene.selection.op);
    if (!rect)
        return;
    const Op& op = scene.trace->op(scene.selection.op);
    paintIssueArrow(painter, scene, op, *rect);
    const auto paintAll = [&](const std::vector<Edge>& edges) {
        std::size_t drawn = 0;
        for (const Edge& edge : edges) {
            if (edge.kind == DependencyKind::Stream || drawn++ >= kMaxOfOne)
                continue;
            paintEdge(painter, scene, edge, 1.4, scene.theme->tokens().ink);
        }
    };
    paintAll(scene.trace->edges().into(scene.selection.op));
    paintAll(scene.trace->edges().outOf(scene.selection.op));
}

void paintAllArrows(const Surface& painter, const Scene& scene)
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
            for (const Edge& edge : scene.trace->edges().into(spans[i].op)) {
                if (edge.kind == DependencyKind::Stream)
                    continue;
                if (++drawn > kMaxArrows)
                    return;
                paintEdge(painter, scene, edge, 1.1, scene.theme->tokens().text3);
            }
        }
    }
}

namespace {

/// Paints a line below the work of the program's thread that is on the critical path. Skips work that ends in a pixel
/// column painted already.
void paintCriticalWork(const Surface& painter, const Scene& scene, const QColor& colour)
{
    const Row* row = scene.layout.rowOf(RowKind::Frontend);
    if (row == nullptr)
        return;
    const double bottom = scene.yOf(*row) + row->barTop + row->barHeight;
    double done = scene.plotLeft();
    for (const model::TimeRange& work : scene.selection.criticalWork) {
        const double left = std::max(done, scene.xOf(work.begin));
        const double right = std::min<double>(scene.size.width(), std::max(scene.xOf(work.end), left + 1));
        if (scene.xOf(work.end) < done || left >= right)
            continue;
        painter->fillRect(QRectF(left, bottom - kPathLine, right - left, kPathLine), colour);
        done = right;
    }
}

}  // namespace

void paintCriticalPath(const Surface& painter, const Scene& scene)
{
    const QColor colour = scene.theme->tokens().accent;
    paintCriticalWork(painter, scene, colour);
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
            painter->setPen(Qt::NoPen);
            painter->fillRect(QRectF(rect->left(), rect->bottom() - kPathLine, rect->width() - 1, kPathLine), colour);
        }
        if (hasPrevious && isNear(scene, previous, beginOf(*rect)) && ++drawn <= kMaxArrows)
            paintArrow(painter, scene, previous, beginOf(*rect), 2.6, colour);
        previous = endOf(*rect);
        hasPrevious = true;
    }
    paintPathNumbers(painter, scene, colour);
}

}  // namespace ui::drawing
