#pragma once

#include "engine/base/test_settings.h"
#include "engine/base/units.h"
#include "engine/schedule/tick_clock.h"

#include <cstdint>
#include <optional>

namespace engine::devices::cpu {

/// Adds the clock error of TestSettings to times, for tests of runs whose ranks have different clocks.
class ClockError {
public:
    ClockError()
    {
        if (const auto settings = testSettings())
            m_clock = settings->clock;
    }
    [[nodiscard]] Nanoseconds added(Nanoseconds time) const
    {
        if (!m_clock)
            return time;
        const double ms = toSeconds(time) * 1e3;
        const double jump = ms >= m_clock->at ? m_clock->jump : 0;
        return fromSeconds((ms + m_clock->offset + ms * m_clock->ppm * 1e-6 + jump) * 1e-3);
    }

private:
    std::optional<TestSettings::Clock> m_clock;
};

/// Time since the start of the run. The whole run uses one linear conversion from the tick counter, so that times of
/// the program, the workers and the engine are comparable. The result may deviate from the wall clock by about 1e-5 of
/// the run's length. Threads: any.
class RunClock {
public:
    [[nodiscard]] Nanoseconds at(std::uint64_t ticks) const
    {
        return m_error.added(m_line.toMonotonic(ticks) - m_start);
    }
    [[nodiscard]] Nanoseconds now() const { return at(schedule::TickClock::ticks()); }

private:
    schedule::TickClock m_line;
    ClockError m_error;
    Nanoseconds m_start = m_line.toMonotonic(schedule::TickClock::ticks());
};

}  // namespace engine::devices::cpu
