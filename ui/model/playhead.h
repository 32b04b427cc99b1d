#pragma once

#include "engine/base/units.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

namespace ui::model {

enum class Pace : std::uint8_t { RealTime, SlowMotion, Instant };  ///< SlowMotion plays the whole run in 12 s

/// The time of the run that the dependency graph, the inspector and other views show; playback advances it. Thread:
/// GUI.
class Playhead : public QObject {
    Q_OBJECT

public:
    explicit Playhead(QObject* parent = nullptr);

    [[nodiscard]] engine::Nanoseconds time() const { return m_time; }
    [[nodiscard]] engine::Nanoseconds extent() const { return m_extent; }
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    [[nodiscard]] Pace pace() const { return m_pace; }

    /// Sets the time, clamped to [0, extent()]. An active playback continues from this time.
    void setTime(engine::Nanoseconds time);
    /// Sets the length of the run. Clamps the time to the length, and adapts the speed of Pace::SlowMotion.
    void setExtent(engine::Nanoseconds extent);
    /// Sets the pace. An active playback continues at this pace from the current time.
    void setPace(Pace pace);
    /// Factor by which the pace is multiplied. It becomes 1 when the pace changes.
    [[nodiscard]] double factor() const { return m_factor; }
    /// Sets the factor, clamped to 1/1024 … 1024.
    void setFactor(double factor);
    /// The speed of playback, in seconds of the run per second.
    [[nodiscard]] double speed() const { return m_speed * m_factor; }
    /// If reduced, playback moves twice per second instead of smoothly.
    void setReducedMotion(bool isReduced);
    [[nodiscard]] bool hasReducedMotion() const;
    /// Returns the first time in (from, to] at which playback stops.
    using StopAt = std::function<std::optional<engine::Nanoseconds>(engine::Nanoseconds from, engine::Nanoseconds to)>;
    /// Playback pauses at the time that `stopAt` returns.
    void setStopAt(StopAt stopAt) { m_stopAt = std::move(stopAt); }
    void play();  ///< at the end of the run, restarts from 0; at Pace::Instant, jumps to the end
    void pause();
    void toggle();

signals:
    void moved(engine::Nanoseconds time);
    void playingChanged(bool playing);
    void paceChanged();

private:
    void advance();

    engine::Nanoseconds m_time{};
    engine::Nanoseconds m_extent{};
    Pace m_pace = Pace::Instant;
    double m_speed = 1.0;
    double m_factor = 1.0;
    StopAt m_stopAt;
    QTimer m_timer;
    QElapsedTimer m_clock;
    engine::Nanoseconds m_from{};
};

}  // namespace ui::model
