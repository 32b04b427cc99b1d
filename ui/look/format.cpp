#include "ui/look/format.h"

#include "ui/look/translate.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace ui::look {

namespace {

constexpr QChar kMinus{0x2212};
constexpr QChar kTimes{0x00D7};
constexpr QChar kMicro{0x00B5};

QString number(double value, int decimals)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QString text = locale.toString(std::abs(value), 'f', decimals);
    // A value that rounds to zero has no minus sign.
    if (value < 0 && std::abs(value) * std::pow(10.0, decimals) >= 0.5)
        text.prepend(kMinus);
    return text;
}

/// The number of decimals with which a value from 1 to 999 has three significant digits.
int decimalsOf(double value)
{
    const double size = std::abs(value);
    return size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
}

struct Unit {
    double size;
    QString name;
};

/// Formats three significant digits, in the largest unit in which the value is at least 1.
QString scaled(double value, const QList<Unit>& units)
{
    for (const Unit& unit : units) {
        const double scaledValue = value / unit.size;
        if (std::abs(scaledValue) < 0.9995 && &unit != &units.back())
            continue;
        return number(scaledValue, decimalsOf(scaledValue)) + QLatin1Char(' ') + unit.name;
    }
    return {};
}

struct BinaryUnit {
    double size;
    const char* name;
};

/// Returns the largest unit in which the value is at least 1; bytes for 0.
const BinaryUnit& binaryUnitOf(engine::Bytes bytes)
{
    static constexpr std::array<BinaryUnit, 4> kUnits{
        {{1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}, {1, "B"}}};
    return *std::find_if(
        kUnits.begin(), kUnits.end() - 1,
        [size = std::abs(static_cast<double>(bytes.value))](const BinaryUnit& unit) { return size >= unit.size; });
}

/// Returns enough decimals of seconds for two significant digits of `length`, and at least as many as Benchmark prints.
int secondDecimalsFor(engine::Nanoseconds length)
{
    constexpr int kMin = 4;
    constexpr int kMax = 9;
    const double seconds = engine::toSeconds(length);
    return seconds > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(seconds))) + 1, kMin, kMax) : kMax;
}

/// Formats an interval whose times are not negative. The unit is written once if both times have the same unit.
QString clockInterval(engine::Nanoseconds begin, engine::Nanoseconds end)
{
    QString from = clockText(begin);
    QString to = clockText(end);
    const auto isInSeconds = [](const QString& text) { return text.endsWith(QLatin1String(" s")); };
    if (from == to || isInSeconds(from) != isInSeconds(to)) {
        const int decimals = secondDecimalsFor(end - begin);
        from = number(engine::toSeconds(begin), decimals);
        to = number(engine::toSeconds(end), decimals) + QStringLiteral(" s");
    } else if (const qsizetype unit = to.lastIndexOf(QLatin1Char(' ')); from.endsWith(to.mid(unit))) {
        from.chop(to.size() - unit);
    }
    return from + QStringLiteral(" – ") + to;
}

}  // namespace

QString benchmarkText(double seconds)
{
    return std::isfinite(seconds) ? number(seconds, 4) + QStringLiteral(" s") : QStringLiteral("—");
}

QString measuredText(const engine::Statistics& seconds)
{
    constexpr int kDecimals = 4;
    if (seconds.samples < 2)
        return benchmarkText(seconds.median);
    const int decimals = engine::decimalsOf(seconds, kDecimals);
    return QStringLiteral("%1 s (%2–%3)")
        .arg(number(seconds.median, decimals), number(seconds.lower, decimals), number(seconds.upper, decimals));
}

QString durationText(engine::Nanoseconds duration)
{
    const auto count = static_cast<double>(duration.count());
    if (std::abs(count) < 999.5)
        return number(count, 0) + QStringLiteral(" ns");
    static const QList<Unit> units{
        {1e9, QStringLiteral("s")}, {1e6, QStringLiteral("ms")}, {1e3, kMicro + QStringLiteral("s")}};
    return scaled(count, units);
}

QString clockText(engine::Nanoseconds time)
{
    const bool isShort = time.count() != 0 && std::chrono::abs(time) < std::chrono::milliseconds(10);
    return isShort ? durationText(time) : number(engine::toSeconds(time), 4) + QStringLiteral(" s");
}

QString momentText(engine::Nanoseconds time, engine::Nanoseconds zero)
{
    if (time >= zero)
        return clockText(time - zero);
    return tr("in the warm-up, %1 after the start").arg(clockText(std::max(time, engine::Nanoseconds{})));
}

QString intervalText(engine::Nanoseconds begin, engine::Nanoseconds end, engine::Nanoseconds zero)
{
    if (begin >= zero)
        return clockInterval(begin - zero, end - zero);
    const engine::Nanoseconds from = std::max(begin, engine::Nanoseconds{});
    if (end > zero)
        return tr("in the warm-up, %1 after the start, until %2").arg(clockText(from), clockText(end - zero));
    return tr("in the warm-up, %1 after the start").arg(clockInterval(from, std::max(from, end)));
}

QString bytesText(engine::Bytes bytes)
{
    return bytesNumberText(bytes, bytes) + QLatin1Char(' ') + QLatin1String(binaryUnitOf(bytes).name);
}

QString bytesNumberText(engine::Bytes bytes, engine::Bytes whole)
{
    const double size = binaryUnitOf(whole).size;
    return number(static_cast<double>(bytes.value) / size, size > 1 ? 2 : 0);
}

QString rateText(double bytesPerSecond)
{
    static const QList<Unit> units{{1e12, QStringLiteral("TB/s")},
                                   {1e9, QStringLiteral("GB/s")},
                                   {1e6, QStringLiteral("MB/s")},
                                   {1e3, QStringLiteral("kB/s")},
                                   {1, QStringLiteral("B/s")}};
    return std::isfinite(bytesPerSecond) ? scaled(bytesPerSecond, units) : QStringLiteral("—");
}

QString flopText(double flops)
{
    static const QList<Unit> units{{1e15, QStringLiteral("PFLOP")}, {1e12, QStringLiteral("TFLOP")},
                                   {1e9, QStringLiteral("GFLOP")},  {1e6, QStringLiteral("MFLOP")},
                                   {1e3, QStringLiteral("kFLOP")},  {1, QStringLiteral("FLOP")}};
    return std::isfinite(flops) ? scaled(flops, units) : QStringLiteral("—");
}

QString flopRateText(double flopsPerSecond)
{
    return std::isfinite(flopsPerSecond) ? flopText(flopsPerSecond) + QStringLiteral("/s") : QStringLiteral("—");
}

QString percentText(double share)
{
    if (!std::isfinite(share))
        return QStringLiteral("—");
    if (share > 0 && share < 0.005)
        return QStringLiteral("<1 %");
    return number(share * 100, 0) + QStringLiteral(" %");
}

QString factorText(double factor)
{
    if (!std::isfinite(factor))
        return QStringLiteral("—");
    return number(factor, factor < 10 ? 2 : factor < 100 ? 1 : 0) + kTimes;
}

QString countText(qint64 count)
{
    QString text = QLocale().toString(count < 0 ? -count : count);
    return count < 0 ? kMinus + text : text;
}

QString signedText(double value, const QString& text)
{
    return value < 0 ? kMinus + text : value > 0 ? QLatin1Char('+') + text : text;
}

}  // namespace ui::look
