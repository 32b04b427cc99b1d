#include "ui/shell/time_readout.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/runs/replay.h"

namespace ui::shell {

TimeReadout::TimeReadout(const runs::Workbench& bench, QWidget* parent) : QLabel(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("clock"));
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(&m_bench.playhead, &model::Playhead::moved, this, &TimeReadout::showTime);
    connect(&m_bench.range, &model::VisibleRange::originChanged, this, &TimeReadout::showTime);
    connect(&m_bench.playhead, &model::Playhead::paceChanged, this, &TimeReadout::showTime);
    connect(&m_bench.theme, &look::Theme::changed, this, &TimeReadout::restyle);
    restyle();
    look::inLanguage(this, [this] { showTime(); });
}

void TimeReadout::setRunEnd(engine::Nanoseconds end)
{
    m_end = end;
    showTime();
}

void TimeReadout::setPlaceOf(std::function<QString(engine::Nanoseconds)> placeOf)
{
    m_placeOf = std::move(placeOf);
    showTime();
}

void TimeReadout::showTime()
{
    if (const QString place = m_placeOf ? m_placeOf(m_bench.playhead.time()) : QString(); !place.isEmpty()) {
        showText(place);
        setAccessibleName(tr("Playhead in %1").arg(place));
        return;
    }
    const engine::Nanoseconds zero = m_bench.range.origin();
    const double now = engine::toSeconds(m_bench.playhead.time() - zero);
    const double end = engine::toSeconds(m_end - zero);
    const auto number = [](double value) { return QString::number(value, 'f', 3); };
    // In seconds, a run of a few milliseconds would show no progress.
    const bool isShort = end < 0.1;
    const double unit = isShort ? 1e3 : 1;
    const QString factor = runs::Replay::factorText(m_bench.playhead.factor());
    const QString times = QStringLiteral("%1 / %2 %3")
                              .arg(now < 0 ? tr("warm-up") : number(now * unit), number(end * unit),
                                   isShort ? QStringLiteral("ms") : QStringLiteral("s"));
    showText(m_end.count() > 0 ? times + (factor.isEmpty() ? QString() : QStringLiteral(" · ") + factor) : QString());
    setAccessibleName(now < 0 ? tr("Playhead %1").arg(look::momentText(m_bench.playhead.time(), zero))
                              : tr("Playhead %1 of %2 seconds").arg(number(now), number(end)));
}

/// The readout grows with its longest text and does not shrink again, so that the controls beside it stay in place.
void TimeReadout::showText(const QString& text)
{
    setText(text);
    const int needed = minimumSizeHint().width();
    if (needed <= minimumWidth())
        return;
    setMinimumWidth(needed);
    emit grown();
}

void TimeReadout::restyle()
{
    setFont(m_bench.theme.mono(12.5));
    setMinimumWidth(m_bench.theme.px(120));
    showText(text());
}

}  // namespace ui::shell
