#include "ui/drawing/memory/memory_painter.h"

#include "ui/drawing/memory/detail/memory_parts.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

/// In a row lower than this, a capacity far above the curve is written beside the peak, without a line.
constexpr double kCapacityFrom = 58;
/// Space above the highest tick of a row: for the capacity line beyond the break of the axis, and for its text.
constexpr double kCapacityRoom = 20;
constexpr double kMinRoom = 6;
constexpr double kRefusedRoom = 33;
constexpr double kRefusedFrom = 60;
constexpr double kBelow = 3;  ///< distance between the curve's zero and the foot of the plot

/// The space above the curve for the texts of a refused allocation; minimal if the row is too low for them.
double roomAbove(const QRectF& plot, const MemoryScale& of, double capacity, double scale)
{
    const double share = of.pixels(capacity, 1.0);
    if (capacity <= 0 || share <= 0.5 || plot.height() < kRefusedFrom * scale)
        return kMinRoom * scale;
    return std::clamp((kRefusedRoom * scale - plot.height() * (1 - share)) / share, kMinRoom * scale,
                      kRefusedRoom * scale);
}

}  // namespace

namespace detail {

QBrush poolFill(const look::Tokens& tokens)
{
    QColor fill = tokens.memEnv;
    fill.setAlpha(110);
    return fill;
}

QPen poolPen(const look::Tokens& tokens)
{
    QPen pen(tokens.envLine, 1);
    pen.setDashPattern({3, 3});
    return pen;
}

void fillHatched(const Surface& painter, const look::Theme& theme, PaintPath path, double ratio, const QRectF& rect,
                 const Hatch& hatch)
{
    if (path == PaintPath::Screen) {
        painter->fillRect(rect, theme.hatchBrush(hatch.pattern, hatch.ground, hatch.lines, ratio));
        return;
    }
    QPainterPath lines;
    addPattern(lines, hatch.pattern, rect);
    painter->fillRect(rect, hatch.ground);
    strokeShape(painter, lines, hatch.lines, 0.8);
}

Hatch othersHatch(const look::Tokens& tokens)
{
    return {look::Pattern::Rising, tokens.soft, tokens.strong};
}

bool showsBreak(const MemoryScene& scene, const QRectF& plot)
{
    return scene.track.scale.isBroken &&
           (scene.path == PaintPath::Vector || plot.height() >= kCapacityFrom * scene.theme.scale());
}

}  // namespace detail

QRectF MemoryScene::curveArea(const QRectF& plot) const
{
    const double s = theme.scale();
    // Only a device that refused an allocation needs space for texts at the capacity line.
    const auto capacity = static_cast<double>(track.refused >= 0 ? track.device.capacity.value : 0);
    const double top = path == PaintPath::Vector || detail::showsBreak(*this, plot) ? kCapacityRoom * s
                       : track.scale.isBroken                                       ? 12 * s
                                              : roomAbove(plot, track.scale, capacity, s);
    return plot.adjusted(0, top, 0, -kBelow);
}

QRectF MemoryScene::plotAround(const QRectF& area, const look::Theme& theme)
{
    return area.adjusted(0, -kCapacityRoom * theme.scale(), 0, kBelow);
}

void paintMemory(const Surface& painter, const MemoryScene& scene, const QRectF& plot)
{
    const QRectF poolRoom = detail::paintMemoryLevels(painter, scene, plot);
    detail::paintMemoryMarks(painter, scene, plot, poolRoom);
}

void paintMemoryOutline(const Surface& painter, const MemoryScene& scene, const QRectF& plot)
{
    const QRectF area = scene.curveArea(plot);
    const int width = std::max(1, static_cast<int>(area.width()));
    const double end = std::min<double>(width, model::timeToPixel(scene.end, scene.range, width));
    const std::vector<CurveColumn> levels = scene.track.curve.columns(scene.range, width).allocated;
    QPainterPath line;
    for (std::size_t i = 0; i < levels.size() && static_cast<double>(i) <= end; ++i) {
        const double x = area.left() + static_cast<double>(i);
        const double y = area.bottom() - scene.track.scale.pixels(static_cast<double>(levels[i].high), area.height());
        if (i == 0)
            line.moveTo(x, y);
        else
            line.lineTo(x, line.currentPosition().y());
        line.lineTo(x, y);
    }
    QPen pen(scene.theme.tokens().text2, 1.2);
    pen.setDashPattern({4, 3});
    painter->strokePath(line, pen);
}

void paintMemoryScale(const Surface& painter, const MemoryScene& scene, const QRectF& header)
{
    const look::Tokens& tokens = scene.theme.tokens();
    const MemoryScale& scale = scene.track.scale;
    const double s = scene.theme.scale();
    const bool isPaper = scene.path == PaintPath::Vector;
    const QRectF area = scene.curveArea(header);
    painter->setFont(isPaper ? scene.theme.sans(9.5) : scene.theme.mono(9.5));
    painter->setPen(tokens.text3);
    const double lineHeight = QFontMetricsF(painter->font()).height();
    const auto yOf = [&](double tick) {
        const double y = area.bottom() - scale.pixels(tick, area.height());
        return isPaper ? y : std::min(y, header.bottom() - lineHeight / 2);
    };
    double free = header.bottom() + 1;
    for (const double tick : scale.ticks) {
        const double y = yOf(tick);
        const bool hasUnit = isPaper && tick == scale.ticks.back();
        // A low row shows only the numbers that fit. On paper, the number with the unit is never left out.
        if (!hasUnit && (y > free || (isPaper && y - yOf(scale.ticks.back()) < lineHeight)))
            continue;
        free = y - lineHeight;
        const QString number = QLocale().toString(tick / scale.unit, 'g', 4);
        painter->drawText(QRectF(header.left(), y - 8, header.width() - 8 * s, 16), Qt::AlignRight | Qt::AlignVCenter,
                          hasUnit ? tr("%1 %2").arg(number, unitName(scale)) : number);
    }
    if (!detail::showsBreak(scene, header))
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.strong, 1));
    const double x = header.right() - 6 * s;
    for (const double y : {area.top() - 3 * s, area.top()}) {
        const QPointF wave[] = {{x, y}, {x + 4 * s, y - 2.5 * s}, {x + 8 * s, y + 2.5 * s}, {x + 12 * s, y}};
        painter->drawPolyline(wave, 4);
    }
    painter->setRenderHint(QPainter::Antialiasing, isPaper);
}

void paintMemoryName(const Surface& painter, const look::Theme& theme, const QRectF& header, const QString& name)
{
    const look::Tokens& tokens = theme.tokens();
    const double s = theme.scale();
    theme.icon(QStringLiteral("mem"), tokens.text2)
        .paint(painter.get(), QRectF(header.left() + 8 * s, header.top() + 5.5 * s, 14 * s, 14 * s).toRect());
    painter->setFont(theme.sans(12, QFont::DemiBold));
    painter->setPen(tokens.text);
    painter->drawText(QPointF(header.left() + 27 * s, header.top() + 17 * s), name);
}

std::vector<MemoryMark> marksOf(const std::vector<const MemoryTrack*>& tracks)
{
    std::vector<MemoryMark> marks{MemoryMark::Held, MemoryMark::Reserved};
    if (std::any_of(tracks.begin(), tracks.end(), [](const auto* track) { return track->curve.showsPool(); }))
        marks.push_back(MemoryMark::Pool);
    if (std::any_of(tracks.begin(), tracks.end(), [](const auto* track) { return track->showsOthers; }))
        marks.push_back(MemoryMark::Others);
    return marks;
}

QString nameOf(MemoryMark mark)
{
    switch (mark) {
        case MemoryMark::Held:
            return tr("holds results");
        case MemoryMark::Reserved:
            return tr("reserved when issued");
        case MemoryMark::Pool:
            return tr("cached by the pool");
        case MemoryMark::Others:
            return tr("used by others");
    }
    return {};
}

void paintThinMemory(const Surface& painter, const MemoryScene& scene, const QRectF& plot, const QString& text,
                     std::optional<engine::Nanoseconds> begin)
{
    constexpr double kMargin = 10;  // margin around the text
    const auto& records = scene.track.curve.records();
    const auto length = static_cast<double>(scene.range.length().count());
    if (records.empty() || length <= 0)
        return;
    const look::Tokens& tokens = scene.theme.tokens();
    const double s = scene.theme.scale();
    const auto xOf = [&](engine::Nanoseconds time) {
        return plot.left() + plot.width() * static_cast<double>((time - scene.range.begin).count()) / length;
    };
    const double left = std::max(plot.left(), xOf(records[0].time)), right = std::min(plot.right(), xOf(scene.end));
    const double y = plot.center().y();
    painter->setPen(QPen(tokens.memLine, 2.4 * s, Qt::SolidLine, Qt::FlatCap));
    if (right > left)
        painter->drawLine(QPointF(left, y), QPointF(right, y));
    painter->setFont(scene.theme.sans(10.5));
    const QFontMetricsF metrics(painter->font());
    const double width = std::min(plot.width() - 20 * s, metrics.horizontalAdvance(text)) + kMargin * s;
    const double most = std::max(plot.left(), plot.right() - width - 8 * s);
    const double wanted = (begin ? xOf(*begin) : plot.left()) + 8 * s;
    const QRectF plate(std::clamp(wanted, plot.left(), most), y - 8 * s, width, 16 * s);
    painter->fillRect(plate, tokens.plot);
    painter->setPen(tokens.text2);
    drawText(painter, scene.labels, plate, Qt::AlignCenter,
             metrics.elidedText(text, Qt::ElideRight, width - kMargin * s + 1));
}

void paintMemoryTitle(const Surface& painter, const look::Theme& theme, const QRectF& header)
{
    painter->fillRect(header, theme.tokens().chrome);
    painter->setFont(theme.sans(11, QFont::DemiBold));
    painter->setPen(theme.tokens().text2);
    painter->drawText(header.topLeft() + QPointF(10, 16) * theme.scale(), tr("Memory"));
}

void paintFoldArrow(const Surface& painter, const look::Theme& theme, const QPointF& centre, Fold fold)
{
    const double s = theme.scale();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.tokens().text2, 1.4 * s, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF along = fold == Fold::Closed ? QPointF(2 * s, 0) : QPointF(0, 2 * s);
    const QPointF across = fold == Fold::Closed ? QPointF(0, 3.5 * s) : QPointF(3.5 * s, 0);
    painter->drawPolyline(QPolygonF({centre - along - across, centre + along, centre - along + across}));
    painter->restore();
}

QPen capacityPen(const look::Tokens& tokens, bool isReached)
{
    QPen pen(isReached ? tokens.fail : tokens.text2, isReached ? 1.6 : 1.0);
    pen.setDashPattern({6, 4});
    return pen;
}

void paintMemoryMark(const Surface& painter, const look::Theme& theme, PaintPath path, double devicePixelRatio,
                     const QRectF& box, MemoryMark mark)
{
    const look::Tokens& tokens = theme.tokens();
    painter->setBrushOrigin(box.topLeft());
    switch (mark) {
        case MemoryMark::Held:
            painter->setBrush(tokens.memFill);
            painter->setPen(QPen(tokens.memFill, 1));
            break;
        case MemoryMark::Reserved:
            painter->setBrush(tokens.memEnv);
            painter->setPen(QPen(tokens.envLine, 1));
            break;
        case MemoryMark::Pool:
            painter->setBrush(detail::poolFill(tokens));
            painter->setPen(detail::poolPen(tokens));
            break;
        case MemoryMark::Others:
            detail::fillHatched(painter, theme, path, devicePixelRatio, box, detail::othersHatch(tokens));
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(tokens.strong, 1));
            break;
    }
    painter->drawRect(box);
    painter->setBrushOrigin(0, 0);
}

void paintMemoryKey(const Surface& painter, const look::Theme& theme, const std::vector<const MemoryTrack*>& tracks,
                    const QRectF& plot, double devicePixelRatio)
{
    const look::Tokens& tokens = theme.tokens();
    painter->fillRect(plot, tokens.chrome);
    if (tracks.empty())
        return;
    const double s = theme.scale();
    painter->setFont(theme.sans(10.5));
    const QFontMetricsF metrics(painter->font());
    double x = plot.left() + 8 * s;
    const QString unit = unitName(tracks.front()->scale);
    const double end = plot.right() - 14 * s - metrics.horizontalAdvance(unit) - 10 * s;
    for (const MemoryMark mark : marksOf(tracks)) {
        const QRectF box(std::round(x) + 0.5, plot.top() + 8.5 * s, 11 * s, 8 * s);
        if (box.right() + 30 * s > end)
            break;
        const QString text = nameOf(mark);
        const double room = end - box.right() - 5 * s, wanted = metrics.horizontalAdvance(text);
        paintMemoryMark(painter, theme, PaintPath::Screen, devicePixelRatio, box, mark);
        painter->setPen(tokens.text2);
        drawText(painter, nullptr, QPointF(box.right() + 5 * s, plot.top() + 16 * s),
                 wanted <= room ? text : metrics.elidedText(text, Qt::ElideRight, room));
        x = box.right() + 5 * s + std::min(wanted, room) + 18 * s;
    }
    painter->setPen(tokens.text3);
    drawText(painter, nullptr, plot.adjusted(0, 0, -14 * s, 0), Qt::AlignRight | Qt::AlignVCenter, unit);
}

}  // namespace ui::drawing
