#include "ui/model/playhead.h"

#include <algorithm>

namespace ui::model {

namespace {

constexpr int kTickMs = 16;
constexpr int kReducedTickMs = 500;
constexpr double kMaxFactor = 1024;
constexpr double kSlowMotionSeconds = 12.0;

}  // namespace

Playhead::Playhead(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Playhead::advance);
}

void Playhead::setTime(engine::Nanoseconds time)
{
    const engine::Nanoseconds next = std::clamp(time, engine::Nanoseconds{0}, m_extent);
    // If playback is active, it continues from the new time.
    m_from = next;
    m_clock.restart();
    if (next == m_time)
        return;
    m_time = next;
    emit moved(m_time);
}

void Playhead::setExtent(engine::Nanoseconds extent)
{
    m_extent = std::max(extent, engine::Nanoseconds{0});
    if (m_time > m_extent)
        setTime(m_extent);
    setPace(m_pace);
}

void Playhead::setPace(Pace pace)
{
    const double seconds = engine::toSeconds(m_extent);
    const double speed = pace == Pace::SlowMotion && seconds > 0 ? seconds / kSlowMotionSeconds : 1.0;
    const bool isNew = pace != m_pace;
    if (!isNew && speed == m_speed)
        return;
    m_pace = pace;
    m_speed = speed;
    if (isNew)
        m_factor = 1;
    m_from = m_time;
    m_clock.restart();
    if (isNew)
        emit paceChanged();
}

void Playhead::setFactor(double factor)
{
    const double next = std::clamp(factor, 1 / kMaxFactor, kMaxFactor);
    if (next == m_factor)
        return;
    m_factor = next;
    m_from = m_time;
    m_clock.restart();
    emit paceChanged();
}

void Playhead::setReducedMotion(bool isReduced)
{
    m_timer.setInterval(isReduced ? kReducedTickMs : kTickMs);
}

bool Playhead::hasReducedMotion() const
{
    return m_timer.interval() == kReducedTickMs;
}

void Playhead::play()
{
    if (m_pace == Pace::Instant) {
        setTime(m_extent);
        return;
    }
    if (isPlaying())
        return;
    if (m_time >= m_extent)
        setTime(engine::Nanoseconds{0});
    m_from = m_time;
    m_clock.restart();
    m_timer.start();
    emit playingChanged(true);
}

void Playhead::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    emit playingChanged(false);
}

void Playhead::toggle()
{
    if (isPlaying())
        pause();
    else
        play();
}

void Playhead::advance()
{
    const double elapsed = static_cast<double>(m_clock.nsecsElapsed()) * speed();
    const engine::Nanoseconds next =
        std::min(m_from + engine::Nanoseconds{static_cast<std::int64_t>(elapsed)}, m_extent);
    const auto stop = m_stopAt ? m_stopAt(m_time, next) : std::nullopt;
    m_time = stop.value_or(next);
    emit moved(m_time);
    if (stop || m_time >= m_extent)
        pause();
}

}  // namespace ui::model
