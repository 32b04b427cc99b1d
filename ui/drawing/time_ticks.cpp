#include "ui/drawing/time_ticks.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace ui::drawing {

namespace {

constexpr int kMinorSteps = 5;

struct Unit {
    double nanoseconds;
    const char16_t* name;
};

/// Steps of 10 ms or more use seconds, as the book does.
Unit unitOf(double step)
{
    if (step >= 1e7)
        return {1e9, u"s"};
    if (step >= 1e4)
        return {1e6, u"ms"};
    if (step >= 1e1)
        return {1e3, u"µs"};
    return {1.0, u"ns"};
}

/// The fewest decimals that show the multiples of `step` exactly.
int decimalsOf(double step)
{
    int decimals = 0;
    double scaled = step;
    while (decimals < 9 && std::abs(scaled - std::round(scaled)) > 1e-6) {
        scaled *= 10.0;
        ++decimals;
    }
    return decimals;
}

}  // namespace

double niceStep(double atLeast, Steps steps)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(atLeast, 1e-12))));
    for (double factor : {1.0, 2.0, 2.5, 5.0})
        if (power * factor >= atLeast && (factor != 2.5 || steps == Steps::Quarters))
            return power * factor;
    return power * 10.0;
}

double niceTimeStep(double atLeast)
{
    const double nanoseconds = std::max(atLeast, 1.0);
    return niceStep(nanoseconds, nanoseconds < 10.0 ? Steps::Halves : Steps::Quarters);
}

std::vector<TimeTick> timeTicks(const model::TimeRange& range, engine::Nanoseconds origin, double width,
                                double labelGap)
{
    std::vector<TimeTick> ticks;
    const double length = static_cast<double>(range.length().count());
    if (width <= 0 || length <= 0 || labelGap <= 0)
        return ticks;
    const double step = niceTimeStep(length * labelGap / width);
    const Unit unit = unitOf(step);
    const int decimals = decimalsOf(step / unit.nanoseconds);
    const double first = static_cast<double>((range.begin - origin).count());
    const auto firstMinor = static_cast<std::int64_t>(std::ceil(first / step * kMinorSteps));
    const auto lastMinor = static_cast<std::int64_t>(std::floor((first + length) / step * kMinorSteps));
    bool hasUnit = false;
    for (std::int64_t i = firstMinor; i <= lastMinor; ++i) {
        const double t = static_cast<double>(i) * step / kMinorSteps;
        TimeTick tick{(t - first) / length * width, i % kMinorSteps == 0, {}};
        if (tick.isMajor && i >= 0) {
            tick.label = i == 0 ? QStringLiteral("0") : QString::number(t / unit.nanoseconds, 'f', decimals);
            if (!std::exchange(hasUnit, true))
                tick.label += QLatin1Char(' ') + QString::fromUtf16(unit.name);
        }
        ticks.push_back(std::move(tick));
    }
    return ticks;
}

}  // namespace ui::drawing
