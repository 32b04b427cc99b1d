#pragma once

#include "engine/base/units.h"
#include "engine/schedule/tick_clock.h"

#include <cstdint>

namespace engine::devices::cpu {

/// Time since the run began. One straight line through the tick counter for the whole run, so that the program's
/// times, the workers' and the engine's compare; it may be off the wall clock by some 1e-5 of the run.
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
