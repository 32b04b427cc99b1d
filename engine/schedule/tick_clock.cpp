#include "engine/schedule/tick_clock.h"

#include <chrono>
#include <cmath>
#include <limits>

namespace engine::schedule {

namespace {

std::int64_t monotonic()
{
    return std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

// The narrowest of a few brackets: an interrupt between the readings would shift the line.
TickClock::Pair TickClock::readBoth()
{
    Pair best;
    std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 8; ++i) {
        const std::uint64_t before = ticks();
        const std::int64_t now = monotonic();
        const std::uint64_t after = ticks();
        if (after - before < narrowest) {
            narrowest = after - before;
            best = Pair{before + (after - before) / 2, now};
        }
    }
    return best;
}

TickClock::TickClock() : m_first(readBoth()), m_base(m_first)
{
    constexpr std::int64_t kStretch = 1'000'000;
    constexpr std::int64_t kJump = 1'000'000'000;
    for (std::int64_t elapsed = 0; elapsed < kStretch;) {
        elapsed = monotonic() - m_first.monotonic;
        if (elapsed < 0 || elapsed > kJump) {
            m_first = readBoth();
            elapsed = 0;
        }
    }
    m_base = readBoth();
    m_rate =
        static_cast<double>(m_base.ticks - m_first.ticks) / static_cast<double>(m_base.monotonic - m_first.monotonic);
}

Nanoseconds TickClock::toMonotonic(std::uint64_t ticks) const
{
    const auto delta = static_cast<std::int64_t>(ticks - m_base.ticks);
    return Nanoseconds{m_base.monotonic + std::llround(static_cast<double>(delta) / m_rate)};
}

Nanoseconds TickClock::recalibrate()
{
    const Pair now = readBoth();
    const Nanoseconds drift{now.monotonic - toMonotonic(now.ticks).count()};
    const double elapsed = static_cast<double>(now.monotonic - m_first.monotonic);
    const double rate = elapsed > 0 ? static_cast<double>(now.ticks - m_first.ticks) / elapsed : 0;
    const bool hasRestarted = m_first.ticks == m_base.ticks;
    if (rate > 0 && (hasRestarted || (rate > m_rate / 2 && rate < m_rate * 2)))
        m_rate = rate;
    else
        m_first = now;  // the clock has jumped: measure the rate from here
    m_base = now;
    return drift;
}

}  // namespace engine::schedule
