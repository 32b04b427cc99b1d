#include "ui/inspect/detail/words.h"

#include "engine/trace/imported.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"
#include "ui/model/visible_range.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace ui::inspect::detail {

using engine::Nanoseconds;
using engine::trace::HostMemory;
using engine::trace::LaneRole;

QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device)
{
    const QString name = model::deviceName(trace, device);
    return name.isEmpty() ? tr("no device") : name;
}

QString laneWord(const engine::trace::Trace& trace, const engine::trace::LaneRecord& lane)
{
    if (engine::trace::isImported(trace.run()) && !lane.name.empty())
        return QString::fromStdString(lane.name);
    const QString number = lane.index > 0 ? QStringLiteral(" %1").arg(lane.index + 1) : QString();
    switch (lane.role) {
        case LaneRole::Frontend:
            return tr("the program's thread");
        case LaneRole::CpuWorker:
            return lane.index > 0 ? model::laneName(trace, lane) : tr("worker%1").arg(number);
        case LaneRole::Compute:
            return tr("compute stream%1").arg(number);
        case LaneRole::CopyIn:
            return tr("copy in stream%1").arg(number);
        case LaneRole::CopyOut:
            return tr("copy out stream%1").arg(number);
        case LaneRole::CopyPeer:
            return tr("peer copy stream%1").arg(number);
        case LaneRole::HostPages:
            return tr("page work");
        case LaneRole::Link:
            return QString::fromStdString(lane.name);
    }
    return {};
}

QString lifeText(Nanoseconds duration)
{
    // Milliseconds with one decimal are easy to compare; shorter and much longer durations use another unit.
    const double ms = static_cast<double>(duration.count()) * 1e-6;
    if (ms < 0.95 || ms >= 999.95)
        return look::durationText(duration);
    return QLocale().toString(ms, 'f', 1) + QStringLiteral(" ms");
}

QString momentText(const Clock& clock, Nanoseconds time)
{
    return look::clockText(time - clock.origin);
}

namespace {

/// Enough decimals to show two significant digits of `length`, and at least as many as Benchmark prints.
int decimalsFor(Nanoseconds length)
{
    constexpr int kMin = 4;
    constexpr int kMax = 9;
    const double seconds = engine::toSeconds(length);
    return seconds > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(seconds))) + 1, kMin, kMax) : kMax;
}

QString secondsText(Nanoseconds time, int decimals)
{
    const QString text = QLocale().toString(std::abs(engine::toSeconds(time)), 'f', decimals);
    return time < Nanoseconds{} ? QChar(0x2212) + text : text;
}

}  // namespace

QString intervalText(const Clock& clock, Nanoseconds begin, Nanoseconds end)
{
    const auto between = [&](const QString& from, const QString& to) {
        // After a minus sign, a dash would look like a second minus.
        return begin < clock.origin ? tr("%1 to %2").arg(from, to) : from + QStringLiteral(" – ") + to;
    };
    QString to = momentText(clock, end);
    QString from = momentText(clock, begin);
    const auto isInSeconds = [](const QString& text) { return text.endsWith(QLatin1String(" s")); };
    if (from == to || isInSeconds(from) != isInSeconds(to)) {
        const int decimals = decimalsFor(end - begin);
        to = secondsText(end - clock.origin, decimals) + QStringLiteral(" s");
        return between(secondsText(begin - clock.origin, decimals), to);
    }
    const qsizetype unit = to.lastIndexOf(QLatin1Char(' '));
    if (from.endsWith(to.mid(unit)))
        from.chop(to.size() - unit);
    return between(from, to);
}

QString hostMemoryWord(HostMemory memory)
{
    switch (memory) {
        case HostMemory::None:
            return {};
        case HostMemory::PageableFresh:
            return tr("pageable, new pages");
        case HostMemory::PageableWarm:
            return tr("pageable, warm");
        case HostMemory::PinnedFresh:
            return tr("pinned anew");
        case HostMemory::PinnedPool:
            return tr("pinned, pooled");
    }
    return {};
}

QString richText(const QString& text, const QString& family, int pixels)
{
    QString out;
    bool isCode = false;
    for (const QString& piece : text.split(QLatin1Char('`'))) {
        if (isCode)
            out += QStringLiteral("<span style=\"font-family:'%1';font-size:%2px\">%3</span>")
                       .arg(family)
                       .arg(pixels)
                       .arg(piece.toHtmlEscaped());
        else
            out += piece.toHtmlEscaped();
        isCode = !isCode;
    }
    return out;
}

}  // namespace ui::inspect::detail

namespace ui::inspect {

Clock clockOf(const engine::trace::Trace& trace, std::optional<engine::Nanoseconds> origin)
{
    const engine::Nanoseconds first = model::originOf(trace);
    if (origin && *origin != first)
        return {*origin, *origin == engine::Nanoseconds{0}        ? ui::tr("from the start")
                         : engine::trace::isImported(trace.run()) ? ui::tr("from the start of the step")
                                                                  : ui::tr("from the start of the batch")};
    const int line = model::originLineOf(trace);
    return {first, line > 0 ? ui::tr("from line %1").arg(line) : ui::tr("from the start")};
}

}  // namespace ui::inspect
