#include "ui/drawing/moment_painter.h"

#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace ui::drawing {

namespace {

/// The row that the ruler measures: the row of the ruler's lane; without one, the row of the used compute or CPU lane
/// with the most idle time in the range.
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
    const auto& lane = scene.trace->lanes()[row->lane.index];
    const QString name =
        model::laneName(*scene.trace, lane, model::LaneForm::Figure, model::deviceName(*scene.trace, lane.device));
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
        text += QStringLiteral(" · ") + look::bytesText(engine::Bytes{bytes});
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

}  // namespace

void paintRuler(const Surface& painter, const Scene& scene)
{
    if (!scene.ruler.range)
        return;
    const auto& tokens = scene.theme->tokens();
    const RulerPlace place = placeOfRuler(scene, *scene.ruler.range);
    const double left = place.left, right = place.right, y = place.y;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.ink, 1.2));
    const double tooth = scene.px(6);
    painter->drawLine(QPointF(left, y - tooth), QPointF(left, y + tooth));
    painter->drawLine(QPointF(right, y - tooth), QPointF(right, y + tooth));
    painter->drawLine(QPointF(left, y), QPointF(right, y));
    const double head = scene.px(5);
    if (right - left > 3 * head) {
        const QPointF a[] = {{left + head, y - 3}, {left, y}, {left + head, y + 3}};
        const QPointF b[] = {{right - head, y - 3}, {right, y}, {right - head, y + 3}};
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(a, 3);
        painter->drawPolyline(b, 3);
    }
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.ink);
    painter->drawRoundedRect(place.chip, 4, 4);
    painter->setFont(place.font);
    painter->setPen(tokens.onInk);
    drawText(painter, scene.labels, place.chip, Qt::AlignCenter, place.text);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

std::optional<QRectF> rulerChip(const Scene& scene)
{
    return scene.ruler.range ? std::optional(placeOfRuler(scene, *scene.ruler.range).chip) : std::nullopt;
}

}  // namespace ui::drawing
