#pragma once

#include "engine/base/units.h"
#include "engine/schedule/tick_clock.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace engine::devices::cpu {

/// A wrong clock, for tests of what several ranks show: OVERLAP_TEST_CLOCK="OFFSET,PPM,JUMP,AT" adds an offset, a drift
/// and, at a time, a jump (ms).
class ClockError {
public:
    ClockError()
    {
        const char* const text = std::getenv("OVERLAP_TEST_CLOCK");
        m_isSet = text != nullptr && std::sscanf(text, "%lf,%lf,%lf,%lf", &m_offset, &m_ppm, &m_jump, &m_at) == 4;
    }
    [[nodiscard]] Nanoseconds added(Nanoseconds time) const
    {
        if (!m_isSet)
            return time;
        const double ms = toSeconds(time) * 1e3;
        return fromSeconds((ms + m_offset + ms * m_ppm * 1e-6 + (ms >= m_at ? m_jump : 0)) * 1e-3);
    }

private:
    bool m_isSet = false;
    double m_offset = 0;
    double m_ppm = 0;
    double m_jump = 0;
    double m_at = 0;
};

/// Time since the start of the run. The whole run uses one linear conversion from the tick counter, so that times of
/// the program, the workers and the engine are comparable. It may deviate from the wall clock by about 1e-5 of the
/// run's length.
/// Threads: any.
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
