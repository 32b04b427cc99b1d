#include "ui/drawing/note_geometry.h"

#include "ui/drawing/hit_test.h"
#include "ui/drawing/moment_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <vector>

namespace ui::drawing {

namespace {

bool canCarry(const Row& row)
{
    return row.kind == RowKind::Frontend || row.lane.isValid();
}

/// The rectangle of a row's bars on the screen.
QRectF rectOfBars(const Scene& scene, const Row& row)
{
    return QRectF(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), std::max(1, row.barHeight));
}

std::optional<QPointF> pointOf(const Scene& scene, const model::NotePlace& place)
{
    const engine::LaneId lane = model::laneOf(*scene.trace, place.lane);
    const Row* row = place.lane.isEmpty() ? scene.layout.rowOf(RowKind::Frontend)
                     : lane.isValid()     ? scene.layout.rowOf(lane)
                                          : nullptr;
    if (row == nullptr)
        return std::nullopt;
    const QRectF bars = rectOfBars(scene, *row);
    const double x = scene.xOf(model::timeOf(*scene.trace, place));
    return QPointF(x, bars.top() + bars.height() * place.height);
}

/// The rectangle of a note's text around `middle`, if possible outside the note's own box (`frame`), not over the
/// ruler's text, and within the plot.
QRectF placeOfWords(const Scene& scene, QPointF middle, QSizeF size, const QRectF& frame)
{
    const QRectF plot = scene.plotRect();
    const double gap = scene.px(2);
    const std::optional<QRectF> ruler = rulerChip(scene);
    std::vector<double> tops;
    if (frame.isEmpty()) {
        tops.push_back(middle.y() - size.height() / 2);
        if (ruler)
            tops.insert(tops.end(), {ruler->top() - gap - size.height(), ruler->bottom() + gap});
    } else {
        tops = {frame.top() - gap - size.height(), frame.bottom() + gap, frame.top() + gap};
    }
    for (const double top : tops) {
        const QRectF place(QPointF(middle.x() - size.width() / 2, top), size);
        if (place.top() >= plot.top() && place.bottom() <= plot.bottom() && !(ruler && place.intersects(*ruler)))
            return place;
    }
    return {QPointF(middle.x() - size.width() / 2, tops.front()), size};
}

double distanceToLine(QPointF point, QPointF a, QPointF b)
{
    const QPointF along = b - a;
    const double length = QPointF::dotProduct(along, along);
    const double at = length > 0 ? std::clamp(QPointF::dotProduct(point - a, along) / length, 0.0, 1.0) : 0.0;
    const QPointF off = point - (a + along * at);
    return std::hypot(off.x(), off.y());
}

}  // namespace

double NoteGeometry::distanceTo(model::NoteShape shape, QPointF point) const
{
    constexpr double kFar = 1e9;
    if (plate.contains(point))
        return 0;
    switch (shape) {
        case model::NoteShape::Text:
            return plate.isEmpty() ? distanceToLine(point, from, from) : kFar;
        case model::NoteShape::Arrow:
            return distanceToLine(point, from, to);
        case model::NoteShape::Box:
            break;
    }
    return std::min({distanceToLine(point, frame.topLeft(), frame.topRight()),
                     distanceToLine(point, frame.topRight(), frame.bottomRight()),
                     distanceToLine(point, frame.bottomRight(), frame.bottomLeft()),
                     distanceToLine(point, frame.bottomLeft(), frame.topLeft())});
}

std::optional<NoteGeometry> geometryOf(const Scene& scene, const model::Note& note, const QFont& font)
{
    if (!scene.trace)
        return std::nullopt;
    const auto from = pointOf(scene, note.from);
    const auto to = note.shape == model::NoteShape::Text ? from : pointOf(scene, note.to);
    if (!from || !to)
        return std::nullopt;
    NoteGeometry geometry{*from, *to, {}, {}};
    QPointF middle = *from;
    if (note.shape == model::NoteShape::Box) {
        geometry.frame = QRectF(*from, *to).normalized();
        middle = QPointF(geometry.frame.center().x(), geometry.frame.top());
    }
    if (!note.text.isEmpty()) {
        const QFontMetricsF metrics(font);
        const double pad = scene.px(5);
        geometry.plate = placeOfWords(
            scene, middle, {metrics.horizontalAdvance(note.text) + 2 * pad, metrics.height() + pad}, geometry.frame);
    }
    return geometry;
}

model::NotePlace placeAt(const Scene& scene, QPointF point)
{
    model::NotePlace place;
    place.time = scene.timeAt(point.x());
    const Row* nearest = nullptr;
    double best = 1e9;
    for (const Row& row : scene.layout.rows) {
        if (!canCarry(row))
            continue;
        const QRectF bars = rectOfBars(scene, row);
        const double distance = point.y() < bars.top()      ? bars.top() - point.y()
                                : point.y() > bars.bottom() ? point.y() - bars.bottom()
                                                            : 0.0;
        if (distance < best) {
            best = distance;
            nearest = &row;
        }
    }
    if (nearest == nullptr)
        return place;
    const QRectF bars = rectOfBars(scene, *nearest);
    place.height = (point.y() - bars.top()) / bars.height();
    place.lane = nearest->kind == RowKind::Frontend ? QString() : model::laneKey(*scene.trace, nearest->lane);
    const engine::OpId op = operationAt(scene, point);
    if (op.isValid() && nearest->lane.isValid()) {
        const engine::trace::Op& at = scene.trace->op(op);
        if (at.finished > at.started) {
            place.op = op;
            place.share = static_cast<double>((place.time - at.started).count()) /
                          static_cast<double>((at.finished - at.started).count());
        }
    }
    return place;
}

void paintNote(const Surface& painter, const Scene& scene, const model::Note& note, const QFont& font, NoteState state)
{
    const auto geometry = geometryOf(scene, note, font);
    if (!geometry)
        return;
    // Files have no clipping, so notes outside the range are left out.
    const QRectF plot = scene.plotRect();
    const bool isOutside = std::max(geometry->from.x(), geometry->to.x()) < plot.left() ||
                           std::min(geometry->from.x(), geometry->to.x()) > plot.right();
    if (isOutside && scene.style.path == PaintPath::Vector)
        return;
    const look::Tokens& tokens = scene.theme->tokens();
    const bool isSelected = state == NoteState::Selected;
    const double width = scene.theme->scale() * (isSelected ? 2.4 : 1.8);
    const auto stroke = [&](const QPainterPath& path) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(tokens.plot, width + 3));  // a wide line below, so that the note is visible on any bar
        painter->drawPath(path);
        painter->setPen(QPen(tokens.accent, width));
        painter->drawPath(path);
    };
    if (note.shape == model::NoteShape::Box) {
        QPainterPath path;
        path.addRoundedRect(geometry->frame, scene.px(4), scene.px(4));
        stroke(path);
    }
    const QPointF way = geometry->to - geometry->from;
    const double length = std::hypot(way.x(), way.y());
    if (note.shape == model::NoteShape::Arrow && length > 2) {
        const QPointF along = way / length, across(-along.y(), along.x());
        const double head = 9 * scene.theme->scale();
        QPainterPath line(geometry->from), tip(geometry->to);
        line.lineTo(geometry->to - along * head * 0.8);
        stroke(line);
        tip.lineTo(geometry->to - along * head + across * head * 0.5);
        tip.lineTo(geometry->to - along * head - across * head * 0.5);
        tip.closeSubpath();
        painter->setPen(Qt::NoPen);
        painter->setBrush(tokens.accent);
        painter->drawPath(tip);
    }
    if (geometry->plate.isEmpty())
        return;
    painter->setPen(QPen(tokens.accent, isSelected ? 2 : 1));
    painter->setBrush(tokens.panel);
    painter->drawRoundedRect(geometry->plate, scene.px(4), scene.px(4));
    painter->setPen(tokens.accent);
    painter->setFont(font);
    painter->drawText(geometry->plate, Qt::AlignCenter, note.text);
}

}  // namespace ui::drawing
