#include "ui/training/plot.h"

#include "ui/look/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>

namespace ui::training {

namespace {

constexpr double kLeft = 42;
constexpr double kRight = 40;
constexpr double kRightAlone = 18;
constexpr double kTop = 24;
constexpr double kBottom = 24;

double share(const Axis& axis, double value)
{
    if (axis.isLogarithmic) {
        const double low = std::log10(std::max(axis.from, 1e-300));
        const double high = std::log10(std::max(axis.to, 1e-299));
        return high > low ? (std::log10(std::max(value, 1e-300)) - low) / (high - low) : 0;
    }
    return axis.to > axis.from ? (value - axis.from) / (axis.to - axis.from) : 0;
}

double roundStep(double length, int most)
{
    const double least = length / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0})
        if (power * factor >= least * 0.999999)
            return power * factor;
    return power * 10;
}

void fit(Axis& axis, double low, double high, bool fromZero)
{
    if (!(low <= high)) {
        axis.from = axis.isLogarithmic ? 1 : 0;
        axis.to = axis.isLogarithmic ? 10 : 1;
        return;
    }
    if (axis.isLogarithmic) {
        axis.from = std::pow(10.0, std::floor(std::log10(std::max(low, 1e-12)) + 1e-9));
        axis.to = std::pow(10.0, std::ceil(std::log10(std::max(high, 1e-12)) - 1e-9));
        if (axis.to <= axis.from)
            axis.to = axis.from * 10;
        return;
    }
    if (fromZero)
        low = std::min(0.0, low);
    if (high <= low)
        high = low + 1;
    const double step = roundStep(high - low, 5);
    axis.from = std::floor(low / step + 1e-9) * step;
    axis.to = std::ceil(high / step - 1e-9) * step;
}

}  // namespace

bool Plot::isEmpty() const
{
    return std::all_of(series.begin(), series.end(), [](const Series& one) { return one.points.empty(); });
}

bool Plot::hasRight() const
{
    return std::any_of(series.begin(), series.end(),
                       [](const Series& one) { return one.side == Side::Right && !one.points.empty(); });
}

void fitAxes(Plot& plot)
{
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double low[3] = {kNone, kNone, kNone};
    double high[3] = {-kNone, -kNone, -kNone};
    const auto reach = [&](int axis, double value) {
        if (!std::isfinite(value))
            return;
        low[axis] = std::min(low[axis], value);
        high[axis] = std::max(high[axis], value);
    };
    for (const Series& series : plot.series)
        for (const QPointF& point : series.points) {
            reach(0, point.x());
            reach(series.side == Side::Left ? 1 : 2, point.y());
        }
    if (plot.bottom.isLogarithmic && low[0] > 0 && high[0] > low[0]) {
        const double edge = std::pow(high[0] / low[0], 0.02);
        plot.bottom.from = low[0] / edge;
        plot.bottom.to = high[0] * edge;
    } else if (plot.bottom.isLogarithmic) {
        fit(plot.bottom, low[0], high[0], false);
    } else {
        // The axis ends at the last value; ticks are at round values anyway.
        plot.bottom.from = std::min(0.0, std::isfinite(low[0]) ? low[0] : 0.0);
        plot.bottom.to = std::isfinite(high[0]) && high[0] > plot.bottom.from ? high[0] : plot.bottom.from + 1;
    }
    fit(plot.left, low[1], high[1], true);
    fit(plot.right, low[2], high[2], true);
}

std::vector<double> ticksOf(const Axis& axis, int most)
{
    std::vector<double> ticks;
    if (axis.isLogarithmic) {
        const int low = static_cast<int>(std::ceil(std::log10(std::max(axis.from, 1e-300)) - 1e-9));
        const int high = static_cast<int>(std::floor(std::log10(std::max(axis.to, 1e-300)) + 1e-9));
        if (high - low < 2 && most >= 5) {
            for (int exponent = low - 1; exponent <= high; ++exponent)
                for (const double factor : {1.0, 2.0, 5.0})
                    if (const double tick = factor * std::pow(10.0, exponent);
                        tick >= axis.from * (1 - 1e-9) && tick <= axis.to * (1 + 1e-9))
                        ticks.push_back(tick);
            return ticks;
        }
        const int step = std::max(1, (high - low + most - 1) / std::max(1, most));
        for (int exponent = low; exponent <= high; exponent += step)
            ticks.push_back(std::pow(10.0, exponent));
        return ticks;
    }
    if (!(axis.to > axis.from))
        return {axis.from};
    const double step = roundStep(axis.to - axis.from, most);
    const auto first = static_cast<std::int64_t>(std::ceil(axis.from / step - 1e-9));
    const auto last = static_cast<std::int64_t>(std::floor(axis.to / step + 1e-9));
    for (std::int64_t i = first; i <= last; ++i)
        ticks.push_back(static_cast<double>(i) * step);
    return ticks;
}

QString tickText(double value)
{
    if (value == 0)
        return QStringLiteral("0");
    const double size = std::abs(value);
    QString text;
    if (size >= 1e6 || size < 1e-3) {
        const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
        const double mantissa = value / std::pow(10.0, exponent);
        text = std::abs(mantissa - 1) < 1e-6
                   ? QStringLiteral("1e%1").arg(exponent)
                   : QStringLiteral("%1e%2").arg(QString::number(mantissa, 'g', 3)).arg(exponent);
    } else {
        text = QString::number(value, 'g', 6);
    }
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

double PlotFrame::xOf(const Plot& plot, double x) const
{
    return area.left() + share(plot.bottom, x) * area.width();
}

double PlotFrame::yOf(const Plot& plot, Side side, double y) const
{
    return area.bottom() - share(side == Side::Left ? plot.left : plot.right, y) * area.height();
}

PlotFrame frameOf(const Plot& plot, const QSizeF& size, const look::Theme& theme)
{
    const double s = theme.scale();
    const double right = plot.hasRight() ? kRight : kRightAlone;
    return {QRectF(kLeft * s, kTop * s, std::max(10.0, size.width() - (kLeft + right) * s),
                   std::max(10.0, size.height() - (kTop + kBottom) * s))};
}

std::optional<Reading> readingAt(const Plot& plot, const PlotFrame& frame, double pixel)
{
    if (plot.isEmpty() || pixel < frame.area.left() - 6 || pixel > frame.area.right() + 6)
        return std::nullopt;
    Reading reading;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Series& series : plot.series)
        for (const QPointF& point : series.points)
            if (const double distance = std::abs(frame.xOf(plot, point.x()) - pixel); distance < nearest) {
                nearest = distance;
                reading.x = point.x();
            }
    QString at = tickText(reading.x) + (plot.bottom.unit.isEmpty() ? QString() : QLatin1Char(' ') + plot.bottom.unit);
    if (!plot.bottom.title.isEmpty())
        at = plot.bottom.title + QLatin1Char(' ') + at;
    reading.lines << at;
    for (const Series& series : plot.series) {
        if (series.points.empty() || reading.x < series.points.front().x() || reading.x > series.points.back().x())
            continue;
        const auto after = std::lower_bound(series.points.begin(), series.points.end(), reading.x,
                                            [](const QPointF& point, double x) { return point.x() < x; });
        const auto before = after == series.points.begin() ? after : std::prev(after);
        const bool isAfter = after != series.points.end() && (!series.isStepped || after->x() == reading.x) &&
                             after->x() - reading.x <= reading.x - before->x();
        const QPointF& point = isAfter ? *after : *before;
        // A line with few points has no measured value between them.
        if (!series.isThin && !series.isStepped && point.x() != reading.x)
            continue;
        const Axis& axis = series.side == Side::Left ? plot.left : plot.right;
        const QString what = axis.title.isEmpty() || series.name.contains(axis.title)
                                 ? series.name
                                 : series.name + QStringLiteral(", ") + axis.title;
        reading.lines << what + QStringLiteral(": ") + QLocale().toString(point.y(), 'g', 4);
        reading.places.emplace_back(frame.xOf(plot, point.x()), frame.yOf(plot, series.side, point.y()));
    }
    return reading;
}

QString spokenPlot(const Plot& plot)
{
    QStringList parts;
    for (const Series& series : plot.series) {
        if (series.points.empty())
            continue;
        const Axis& axis = series.side == Side::Left ? plot.left : plot.right;
        parts << QCoreApplication::translate("Training", "%1, %2: from %3 to %4, last %5")
                     .arg(series.name, axis.title, tickText(series.points.front().y()),
                          tickText(std::max_element(series.points.begin(), series.points.end(),
                                                    [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); })
                                       ->y()),
                          tickText(series.points.back().y()));
    }
    return parts.join(QStringLiteral(". "));
}

}  // namespace ui::training
