#pragma once

#include "engine/base/units.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

namespace ui::model {

enum class Pace : std::uint8_t { RealTime, SlowMotion, Instant };  ///< slow motion maps the makespan to 12 s

/// The moment that graph states and the inspector speak of; playback moves it. Thread: GUI.
class Playhead : public QObject {
    Q_OBJECT

public:
    explicit Playhead(QObject* parent = nullptr);

    [[nodiscard]] engine::Nanoseconds time() const { return m_time; }
    [[nodiscard]] engine::Nanoseconds extent() const { return m_extent; }
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    [[nodiscard]] Pace pace() const { return m_pace; }

    void setTime(engine::Nanoseconds time);
    void setExtent(engine::Nanoseconds extent);
    void setPace(Pace pace);
    /// Faster or slower than the pace by a factor; a new pace begins at 1.
    [[nodiscard]] double factor() const { return m_factor; }
    void setFactor(double factor);
    /// Seconds of the run that pass in a second.
    [[nodiscard]] double speed() const { return m_speed * m_factor; }
    /// A few still pictures a second instead of a glide.
    void setReducedMotion(bool isReduced);
    /// Asked for the first moment within (from, to] at which playing stops.
    using StopAt = std::function<std::optional<engine::Nanoseconds>(engine::Nanoseconds from, engine::Nanoseconds to)>;
    void setStopAt(StopAt stopAt) { m_stopAt = std::move(stopAt); }
    void play();  ///< from the start if it stands at the end; Instant jumps to the end
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
