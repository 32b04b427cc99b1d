#include "ui/inspect/detail/labels.h"

#include "ui/look/format.h"
#include "ui/model/lane_names.h"
#include "ui/model/visible_range.h"

#include <QLocale>
#include <algorithm>

namespace ui::inspect::detail {

QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device)
{
    const QString name = model::deviceName(trace, device);
    return name.isEmpty() ? tr("no device") : name;
}

QString lifeText(Nanoseconds duration)
{
    // Milliseconds with one decimal are easy to compare; shorter and much longer durations use another unit.
    const double ms = static_cast<double>(duration.count()) * 1e-6;
    if (ms < 0.95 || ms >= 999.95)
        return look::durationText(duration);
    return QLocale().toString(ms, 'f', 1) + QStringLiteral(" ms");
}

QString deviceInSentence(const engine::trace::Trace& trace, engine::DeviceId device)
{
    const QString name = deviceName(trace, device);
    return name == QLatin1String("CPU") ? tr("the CPU") : name;
}

QString momentText(const engine::trace::Trace& trace, Nanoseconds time)
{
    if (time >= model::originOf(trace))
        return look::momentText(time, model::originOf(trace));
    return tr("%1 after the start (in the warm-up)").arg(look::clockText(std::max(time, Nanoseconds{})));
}

QString intervalText(const engine::trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    return look::intervalText(begin, end, model::originOf(trace));
}

QString zeroText(const engine::trace::Trace& trace)
{
    const int line = model::originLineOf(trace);
    return line > 0 ? tr("from line %1").arg(line) : tr("from the start");
}

QString richText(const QString& text, const QString& family, int pixels)
{
    QString out;
    bool isCode = false;
    for (const QString& piece : text.split(QLatin1Char('`'))) {
        if (isCode)
            out += QStringLiteral("<span style=\"font-family:'%1';font-size:%2px\">%3</span>")
                       .arg(family, QString::number(pixels), piece.toHtmlEscaped());
        else
            out += piece.toHtmlEscaped();
        isCode = !isCode;
    }
    return out;
}

}  // namespace ui::inspect::detail
