#pragma once

#include "engine/base/units.h"

#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <ctime>
#endif

namespace engine::schedule {

/// The cheapest clock of this computer (x86: the time stamp counter, 7 ns per reading), converted to CLOCK_MONOTONIC.
/// Threads: any thread may call ticks(); only the owner of the object may call the other functions.
class TickClock {
public:
    /// Measures the tick rate, which takes about 1 ms.
    TickClock();

    [[nodiscard]] static std::uint64_t ticks()
    {
#if defined(__x86_64__)
        return __rdtsc();
#else
        timespec t{};
        clock_gettime(CLOCK_MONOTONIC, &t);
        return static_cast<std::uint64_t>(t.tv_sec) * 1000000000U + static_cast<std::uint64_t>(t.tv_nsec);
#endif
    }

    /// Converts ticks to CLOCK_MONOTONIC. A larger number of ticks never gives an earlier time.
    [[nodiscard]] Nanoseconds toMonotonic(std::uint64_t ticks) const;
    [[nodiscard]] double ticksPerNanosecond() const
    {
        return m_rate;
    }

private:
    struct Pair {
        std::uint64_t ticks = 0;
        std::int64_t monotonic = 0;
    };
    [[nodiscard]] static Pair readBoth();

    Pair m_base;
    double m_rate = 1.0;
};

}  // namespace engine::schedule
