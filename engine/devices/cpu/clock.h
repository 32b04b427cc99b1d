#pragma once

#include "engine/base/units.h"
#include "engine/schedule/tick_clock.h"

#include <cstdint>

namespace engine::devices::cpu {

/// Time since the start of the run. The whole run uses one linear conversion from the tick counter, so that times of
/// the program, the workers and the engine are comparable. It may deviate from the wall clock by about 1e-5 of the
/// run's length.
/// Threads: any.
class RunClock {
public:
    [[nodiscard]] Nanoseconds at(std::uint64_t ticks) const { return m_line.toMonotonic(ticks) - m_start; }
    [[nodiscard]] Nanoseconds now() const { return at(schedule::TickClock::ticks()); }

private:
    schedule::TickClock m_line;
    Nanoseconds m_start = m_line.toMonotonic(schedule::TickClock::ticks());
};

}  // namespace engine::devices::cpu
