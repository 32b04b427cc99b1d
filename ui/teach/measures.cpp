#include "ui/teach/measures.h"

#include "engine/analysis/memory.h"
#include "ui/look/format.h"

#include <QObject>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::teach {

using engine::Nanoseconds;
using engine::analysis::Scope;
using engine::trace::Trace;

namespace {

const QStringList& names()
{
    static const QStringList all{QStringLiteral("block:"), QStringLiteral("book:"),   QStringLiteral("peak:"),
                                 QStringLiteral("busy:"),  QStringLiteral("metric:"), QStringLiteral("blocks"),
                                 QStringLiteral("total"),  QStringLiteral("waits"),   QStringLiteral("operations")};
    return all;
}

std::optional<Measure> blockOf(const Trace& trace, const QString& label)
{
    const auto& blocks = trace.blocks();
    for (std::size_t i = blocks.size(); i-- > 0;)
        if (QString::fromStdString(blocks[i].label) == label && !blocks[i].isFailed)
            return Measure{blocks[i].seconds, Unit::Seconds};
    return std::nullopt;
}

std::optional<engine::DeviceId> deviceOf(const Trace& trace, const QString& name)
{
    for (const engine::trace::DeviceRecord& device : trace.devices())
        if (QString::fromStdString(device.name) == name)
            return device.id;
    return std::nullopt;
}

std::optional<Measure> peakOf(const Trace& trace, const QString& name)
{
    const auto device = deviceOf(trace, name);
    if (!device || trace.memory(*device).empty())
        return std::nullopt;
    const auto peaks = engine::analysis::memoryPeaks(trace, *device, engine::analysis::wholeRun(trace));
    return Measure{static_cast<double>(peaks.allocated.value), Unit::Bytes};
}

std::optional<Measure> busyOf(const Trace& trace, const QString& name)
{
    const auto device = deviceOf(trace, name);
    const Scope scope = engine::analysis::runScope(trace);
    if (!device || scope.end <= scope.begin)
        return std::nullopt;
    // Count only the busiest compute lane, because streams share one device.
    double most = 0;
    for (const engine::trace::LaneRecord& lane : trace.lanes())
        if (lane.device == *device &&
            (lane.role == engine::trace::LaneRole::Compute || lane.role == engine::trace::LaneRole::CpuWorker))
            most = std::max(most, engine::toSeconds(trace.index(lane.id).busy(scope.begin, scope.end)));
    return Measure{most / engine::toSeconds(scope.end - scope.begin), Unit::Share};
}

Measure waitsOf(const Trace& trace)
{
    const Scope scope = engine::analysis::runScope(trace);
    Nanoseconds sum{};
    for (const engine::trace::WaitRecord& wait : trace.waits())
        sum += std::max(Nanoseconds{0}, std::min(wait.end, scope.end) - std::max(wait.begin, scope.begin));
    return {engine::toSeconds(sum), Unit::Seconds};
}

std::optional<Measure> metricOf(const Trace& trace, const QString& name)
{
    const auto& metrics = trace.programPart().metrics;
    for (std::size_t i = metrics.size(); i-- > 0;)
        if (QString::fromStdString(metrics[i].name) == name)
            return Measure{metrics[i].value, Unit::Count};
    return std::nullopt;
}

std::optional<Measure> single(const MeasureSource& source, QString what)
{
    what = what.trimmed();
    const Trace* trace = source.trace;
    if (what.startsWith(QLatin1String("before:"))) {
        trace = source.before;
        what.remove(0, 7);
    }
    if (what.startsWith(QLatin1String("book:"))) {
        const auto found = source.book.constFind(what.mid(5));
        return found == source.book.constEnd() ? std::nullopt : std::optional(Measure{*found, Unit::Seconds});
    }
    if (trace == nullptr)
        return std::nullopt;
    if (what.startsWith(QLatin1String("block:")))
        return blockOf(*trace, what.mid(6));
    if (what.startsWith(QLatin1String("peak:")))
        return peakOf(*trace, what.mid(5));
    if (what.startsWith(QLatin1String("busy:")))
        return busyOf(*trace, what.mid(5));
    if (what.startsWith(QLatin1String("metric:")))
        return metricOf(*trace, what.mid(7));
    if (what == QLatin1String("operations"))
        return Measure{static_cast<double>(trace->opCount()), Unit::Count};
    if (what == QLatin1String("waits"))
        return waitsOf(*trace);
    if (what == QLatin1String("total"))
        return Measure{engine::toSeconds(engine::analysis::runScope(*trace).length()), Unit::Seconds};
    if (what != QLatin1String("blocks"))
        return std::nullopt;
    double seconds = 0;
    for (const engine::trace::BlockRecord& block : trace->blocks())
        seconds += block.seconds;
    return Measure{seconds, Unit::Seconds};
}

bool isInGibibytes(const Measure& measure)
{
    return measure.value >= static_cast<double>(engine::kGiB.value);
}

}  // namespace

std::optional<Measure> measure(const MeasureSource& source, const QString& what)
{
    for (const QLatin1String& between : {QLatin1String(" / "), QLatin1String(" - ")}) {
        const qsizetype at = what.indexOf(between);
        if (at < 0)
            continue;
        const auto a = single(source, what.left(at)), b = single(source, what.mid(at + 3));
        if (!a || !b || a->unit != b->unit)
            return std::nullopt;
        if (between == QLatin1String(" - "))
            return Measure{a->value - b->value, a->unit};
        return b->value > 0 ? std::optional(Measure{a->value / b->value, Unit::Factor}) : std::nullopt;
    }
    return single(source, what);
}

QString textOf(const Measure& measure, double longest)
{
    constexpr double kMillisecond = 1e-3;
    switch (measure.unit) {
        case Unit::Seconds:
            // Four decimals of a second show too few digits of a time below 1 ms (below 0.5 ms if the longest time of
            // the text is at least 1 ms).
            return std::abs(measure.value) >= 100 ||
                           (measure.value != 0 &&
                            std::abs(measure.value) < (longest < kMillisecond ? 1 : 0.5) * kMillisecond)
                       ? look::durationText(engine::fromSeconds(measure.value))
                       : look::benchmarkText(measure.value);
        case Unit::Bytes:
            return look::bytesText(engine::Bytes{std::llround(measure.value)});
        case Unit::Share:
            return look::percentText(measure.value);
        case Unit::Factor:
            return look::factorText(measure.value);
        case Unit::Count:
            break;
    }
    return measure.value == std::floor(measure.value) ? look::countText(std::llround(measure.value))
                                                      : QString::number(measure.value, 'g', 4);
}

QString verdictOf(double guess, const Measure& actual)
{
    const QString guessed = textOf({guess, actual.unit}), found = textOf(actual);
    if (actual.value == 0 || guess <= 0)
        return QObject::tr("You guessed %1; it is %2.").arg(guessed, found);
    const double factor = guess / actual.value;
    if (std::abs(factor - 1) < 0.05)
        return QObject::tr("You guessed %1; it is %2. Well predicted.").arg(guessed, found);
    if (factor > 0.5 && factor < 2)
        return (factor > 1 ? QObject::tr("You guessed %1; it is %2: %3 too high.")
                           : QObject::tr("You guessed %1; it is %2: %3 too low."))
            .arg(guessed, found, look::percentText(std::abs(factor - 1)));
    return (factor > 1 ? QObject::tr("You guessed %1; it is %2: the guess is %3 as high.")
                       : QObject::tr("You guessed %1; it is %2: it is %3 as high."))
        .arg(guessed, found, look::factorText(factor > 1 ? factor : 1 / factor));
}

QString filled(const QString& text, const MeasureSource& source)
{
    double longest = 0;
    static const QRegularExpression kPlace(QStringLiteral("\\{([^{}]+)\\}"));
    for (auto places = kPlace.globalMatch(text); places.hasNext();)
        if (const auto found = measure(source, places.next().captured(1)); found && found->unit == Unit::Seconds)
            longest = std::max(longest, found->value);
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != QLatin1Char('{')) {
            result += text[i];
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == QLatin1Char('{')) {
            result += QLatin1Char('{');
            ++i;
            continue;
        }
        const qsizetype end = text.indexOf(QLatin1Char('}'), i);
        if (end < 0)
            return result + text.mid(i);
        const auto found = measure(source, text.mid(i + 1, end - i - 1));
        result += found ? textOf(*found, longest) : QString(QChar(0x2014));
        i = end;
    }
    return result;
}

QString unitOf(const Measure& measure)
{
    switch (measure.unit) {
        case Unit::Seconds:
            return QStringLiteral("s");
        case Unit::Bytes:
            return isInGibibytes(measure) ? QStringLiteral("GiB") : QStringLiteral("MiB");
        case Unit::Share:
            return QStringLiteral("%");
        case Unit::Factor:
            return QStringLiteral("×");
        case Unit::Count:
            break;
    }
    return {};
}

double fromField(double number, const Measure& measure)
{
    if (measure.unit == Unit::Bytes)
        return number * static_cast<double>((isInGibibytes(measure) ? engine::kGiB : engine::kMiB).value);
    return measure.unit == Unit::Share ? number / 100 : number;
}

bool isMeasure(const QString& what)
{
    QStringList parts{what};
    for (const QLatin1String& between : {QLatin1String(" / "), QLatin1String(" - ")})
        if (what.contains(between)) {
            parts = QStringList{what.section(between, 0, 0), what.section(between, 1)};
            break;
        }
    return std::all_of(parts.begin(), parts.end(), [](QString part) {
        part = part.trimmed();
        if (part.startsWith(QLatin1String("before:")))
            part.remove(0, 7);
        return std::any_of(names().begin(), names().end(), [&](const QString& name) {
            return name.endsWith(QLatin1Char(':')) ? part.startsWith(name) && part.size() > name.size() : part == name;
        });
    });
}

}  // namespace ui::teach
