#pragma once

#include "engine/base/units.h"

#include <chrono>
#include <functional>

namespace engine::ranks::mpi::detail {

/// A time of this rank, and the time of its computer's clock at the same moment.
struct ClockReading {
    Nanoseconds own{};
    Nanoseconds ofComputer{};
    Nanoseconds uncertainty{};
};

/// Reads both clocks several times and returns the reading that took the least time, because the thread may be
/// interrupted between the two clocks.
[[nodiscard]] inline ClockReading readClocks(const std::function<Nanoseconds()>& time)
{
    using Clock = std::chrono::steady_clock;
    constexpr int kReadings = 5;
    ClockReading best;
    for (int i = 0; i < kReadings; ++i) {
        const Nanoseconds before = Clock::now().time_since_epoch();
        const Nanoseconds own = time();
        const Nanoseconds half = (Clock::now().time_since_epoch() - before) / 2 + Nanoseconds{1};
        if (i == 0 || half < best.uncertainty)
            best = {own, before + half, half};
    }
    return best;
}

}  // namespace engine::ranks::mpi::detail
