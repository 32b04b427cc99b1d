#include "ui/training/plot.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui::training {

namespace {

/// Width of a column in pixels. Of all points of a thin line within one column, only the lowest and highest are drawn.
constexpr double kColumn = 1.0;
constexpr std::size_t kMostPoints = 4000;

/// Paints the tick labels of the bottom axis and its title at the right; drops tick labels that the title would
/// overlap.
void paintBottomTexts(QPainter& painter, const Plot& plot, const PlotFrame& frame, const look::Theme& theme)
{
    const double s = theme.scale();
    const QRectF& area = frame.area;
    const auto ticks = ticksOf(plot.bottom, std::clamp(static_cast<int>(area.width() / (58 * s)), 2, 10));
    const QFontMetricsF numbers(theme.mono(10)), letters(theme.sans(10.5));
    std::vector<std::pair<QRectF, QString>> labels;
    for (const double tick : ticks) {
        QString text = tickText(tick);
        if (labels.empty() && !plot.bottom.unit.isEmpty())
            text += QLatin1Char(' ') + plot.bottom.unit;
        const double width = numbers.horizontalAdvance(text);
        labels.emplace_back(QRectF(frame.xOf(plot, tick) - width / 2, area.bottom() + 4 * s, width, 14 * s), text);
    }
    QRectF title;
    if (!plot.bottom.title.isEmpty() && !labels.empty()) {
        const double width = letters.horizontalAdvance(plot.bottom.title);
        const double gap = 8 * s;
        const QRectF& last = labels.back().first;
        const double right = last.right() + gap + width <= area.right() ? area.right() : last.left() - gap;
        title = QRectF(right - width, last.top(), width, last.height());
        painter.setFont(theme.sans(10.5));
        painter.setPen(theme.tokens().text2);
        painter.drawText(title, Qt::AlignCenter | Qt::TextDontClip, plot.bottom.title);
    }
    painter.setFont(theme.mono(10));
    painter.setPen(theme.tokens().text3);
    for (const auto& [rect, text] : labels)
        if (!rect.adjusted(-2 * s, 0, 2 * s, 0).intersects(title))
            painter.drawText(rect, Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, text);
}

void paintTexts(QPainter& painter, const Plot& plot, const PlotFrame& frame, const look::Theme& theme)
{
    const auto& tokens = theme.tokens();
    const double s = theme.scale();
    const QRectF& area = frame.area;
    painter.setFont(theme.sans(10.5));
    painter.setPen(tokens.text2);
    painter.drawText(QRectF(area.left() - 34 * s, area.top() - 24 * s, area.width() * 0.6, 14 * s),
                     Qt::AlignLeft | Qt::AlignVCenter, plot.left.title);
    if (plot.hasRight())
        painter.drawText(QRectF(area.center().x(), area.top() - 24 * s, area.width() / 2 + 34 * s, 14 * s),
                         Qt::AlignRight | Qt::AlignVCenter, plot.right.title);
    painter.setFont(theme.mono(10));
    painter.setPen(tokens.text3);
    for (const double tick : ticksOf(plot.left, 5))
        painter.drawText(QRectF(0, frame.yOf(plot, Side::Left, tick) - 8 * s, area.left() - 6 * s, 16 * s),
                         Qt::AlignRight | Qt::AlignVCenter, tickText(tick));
    if (plot.hasRight())
        for (const double tick : ticksOf(plot.right, 3))
            painter.drawText(QRectF(area.right() + 6 * s, frame.yOf(plot, Side::Right, tick) - 8 * s, 34 * s, 16 * s),
                             Qt::AlignLeft | Qt::AlignVCenter, tickText(tick));
    paintBottomTexts(painter, plot, frame, theme);
}

void paintGrid(QPainter& painter, const Plot& plot, const PlotFrame& frame, const look::Theme& theme)
{
    const auto& tokens = theme.tokens();
    painter.setPen(QPen(tokens.soft, 1));
    const auto snapped = [](double v) { return std::floor(v) + 0.5; };
    for (const double tick : ticksOf(plot.left, 5)) {
        const double y = snapped(frame.yOf(plot, Side::Left, tick));
        painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y));
    }
    painter.setPen(QPen(tokens.strong, 1));
    const double bottom = snapped(frame.area.bottom());
    painter.drawLine(QPointF(frame.area.left(), bottom), QPointF(frame.area.right(), bottom));
    for (const double tick : ticksOf(plot.bottom, std::clamp(static_cast<int>(frame.area.width() / 58), 2, 10))) {
        const double x = snapped(frame.xOf(plot, tick));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 3));
    }
}

QPolygonF lineOf(const Plot& plot, const PlotFrame& frame, const Series& series)
{
    QPolygonF line;
    const bool isDense = series.points.size() > kMostPoints;
    double column = -1e9, low = 0, high = 0;
    const auto flush = [&] {
        line << QPointF(column, low);
        if (high != low)
            line << QPointF(column, high);
    };
    for (const QPointF& point : series.points) {
        if (!std::isfinite(point.y()))
            continue;
        const QPointF at(frame.xOf(plot, point.x()), frame.yOf(plot, series.side, point.y()));
        if (!isDense) {
            if (series.isStepped && !line.isEmpty())
                line << QPointF(at.x(), line.last().y());
            line << at;
            continue;
        }
        if (at.x() - column < kColumn) {
            low = std::max(low, at.y());
            high = std::min(high, at.y());
            continue;
        }
        if (column > -1e8)
            flush();
        column = at.x();
        low = high = at.y();
    }
    if (isDense && column > -1e8)
        flush();
    return line;
}

QList<qreal> dashesOf(int look)
{
    switch (look % 4) {
        case 1:
            return {4.5, 2.8};
        case 2:
            return {1.4, 2.2};
        case 3:
            return {6, 2.2, 1.4, 2.2};
        default:
            return {};
    }
}

QPen penOf(const look::Theme& theme, const Series& series)
{
    QColor colour = colourOf(theme, series.look);
    if (series.isThin)
        colour.setAlphaF(0.72F);
    QPen pen(colour, series.isThin ? 1.0 : 1.8);
    const QList<qreal> dashes = dashesOf(series.look);
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

/// Paints the labels at the ends of lines, moved apart where they would overlap.
void paintEndTexts(QPainter& painter, const Plot& plot, const PlotFrame& frame, const look::Theme& theme)
{
    painter.setFont(theme.sans(10.5, QFont::DemiBold));
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const Series& series : plot.series) {
        if (series.endText.isEmpty() || series.points.empty())
            continue;
        const QPointF last = series.points.back();
        const QPointF at(frame.xOf(plot, last.x()), frame.yOf(plot, series.side, last.y()));
        const double width = metrics.horizontalAdvance(series.endText) + 4;
        const double height = metrics.height();
        const double left = std::clamp(at.x() - width / 2 + 10, frame.area.left(), frame.area.right() - width);
        QRectF best;
        for (const double away : {-1.35, 0.75, -2.4, 1.8, -3.4, 2.8}) {
            const QRectF rect(left, at.y() + away * height - (away < 0 ? 0 : 0) - (away < 0 ? 4 : -4), width, height);
            const bool isFree =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(rect); }) &&
                rect.top() >= 0 && rect.bottom() <= frame.area.bottom();
            if (!isFree)
                continue;
            best = rect;
            break;
        }
        if (best.isNull())
            continue;
        taken.push_back(best);
        QColor ground = theme.tokens().panel;
        ground.setAlphaF(0.85F);
        painter.fillRect(best, ground);
        painter.setPen(colourOf(theme, series.look));
        painter.drawText(best, Qt::AlignCenter, series.endText);
    }
}

void paintMarks(QPainter& painter, const Plot& plot, const PlotFrame& frame, const look::Theme& theme)
{
    const auto& tokens = theme.tokens();
    painter.setFont(theme.sans(10));
    const QFontMetricsF metrics(painter.font());
    for (const Mark& mark : plot.marks) {
        const double x = std::floor(frame.xOf(plot, mark.x)) + 0.5;
        if (x < frame.area.left() || x > frame.area.right())
            continue;
        QPen pen(tokens.text2, 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
        const double width = metrics.horizontalAdvance(mark.text) + 6;
        const double left = x + width + 4 > frame.area.right() ? x - width - 3 : x + 3;
        const QRectF rect(left, frame.area.top(), width, metrics.height());
        painter.fillRect(rect, tokens.panel);
        painter.setPen(tokens.text2);
        painter.drawText(rect, Qt::AlignCenter, mark.text);
    }
}

}  // namespace

QColor colourOf(const look::Theme& theme, int look)
{
    const auto& tokens = theme.tokens();
    switch (look % 5) {
        case 0:
            return theme.kind(engine::trace::Kind::Host).fill;
        case 1:
            return tokens.accent;
        case 2:
            return tokens.ok;
        case 3:
            return tokens.fail;
        default:
            return tokens.sync;
    }
}

void paintMarker(QPainter& painter, const look::Theme& theme, int look, const QPointF& at, double radius)
{
    painter.setPen(QPen(theme.tokens().panel, 1));
    painter.setBrush(colourOf(theme, look));
    const double r = radius;
    switch (look % 4) {
        case 1: {
            const QPointF diamond[] = {at + QPointF(0, -r * 1.25), at + QPointF(r * 1.25, 0), at + QPointF(0, r * 1.25),
                                       at + QPointF(-r * 1.25, 0)};
            painter.drawPolygon(diamond, 4);
            break;
        }
        case 2: {
            const QPointF triangle[] = {at + QPointF(0, -r * 1.2), at + QPointF(r * 1.15, r),
                                        at + QPointF(-r * 1.15, r)};
            painter.drawPolygon(triangle, 3);
            break;
        }
        case 3:
            painter.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.9, r * 1.8, r * 1.8));
            break;
        default:
            painter.drawEllipse(at, r, r);
            break;
    }
}

void paintPlot(QPainter& painter, const Plot& plot, const QSizeF& size, const look::Theme& theme)
{
    const PlotFrame frame = frameOf(plot, size, theme);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.tokens().panel);
    paintGrid(painter, plot, frame, theme);
    paintTexts(painter, plot, frame, theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(frame.area.adjusted(-6, -6, 6, 6));
    for (const Series& series : plot.series) {
        painter.setPen(penOf(theme, series));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(lineOf(plot, frame, series));
    }
    constexpr std::size_t kMostMarkers = 60;
    for (const Series& series : plot.series) {
        const bool hasMarkers = !series.isThin && !series.isStepped && series.points.size() <= kMostMarkers;
        for (std::size_t i = 0; hasMarkers && i < series.points.size(); ++i)
            if (std::isfinite(series.points[i].y()))
                paintMarker(
                    painter, theme, series.look,
                    QPointF(frame.xOf(plot, series.points[i].x()), frame.yOf(plot, series.side, series.points[i].y())),
                    theme.scale() * 3.6);
    }
    painter.restore();
    paintMarks(painter, plot, frame, theme);
    paintEndTexts(painter, plot, frame, theme);
}

}  // namespace ui::training
