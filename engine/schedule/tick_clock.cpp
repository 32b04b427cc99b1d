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

// Reads both clocks several times. Returns the pair whose readings are closest together, since an interrupt between two
// readings would shift one clock against the other.
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

TickClock::TickClock() : m_base(readBoth())
{
    // 1 ms: a short delay of the start, but long compared with the error of readBoth(), some tens of ns.
    constexpr std::int64_t kStretch = 1'000'000;
    constexpr std::int64_t kJump = 1'000'000'000;  // 1 s
    Pair first = m_base;
    for (std::int64_t elapsed = 0; elapsed < kStretch;) {
        m_base = readBoth();
        elapsed = m_base.monotonic - first.monotonic;
        if (elapsed < 0 || elapsed > kJump) {  // the clock jumped, or this thread was interrupted for long
            first = m_base;
            elapsed = 0;
        }
    }
    m_rate = static_cast<double>(m_base.ticks - first.ticks) / static_cast<double>(m_base.monotonic - first.monotonic);
}

Nanoseconds TickClock::toMonotonic(std::uint64_t ticks) const
{
    const auto delta = static_cast<std::int64_t>(ticks - m_base.ticks);
    return Nanoseconds{m_base.monotonic + std::llround(static_cast<double>(delta) / m_rate)};
}

}  // namespace engine::schedule
