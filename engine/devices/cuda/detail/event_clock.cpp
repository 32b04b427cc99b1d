#include "engine/devices/cuda/detail/event_clock.h"

#include <algorithm>
#include <cmath>

namespace engine::devices::cuda::detail {

namespace {

/// In seconds per second. Clocks drift less, so a larger value is a measurement error.
constexpr double kMaxDrift = 2e-4;

}  // namespace

void EventClock::setAnchor(abi::Event* anchor, const Bracket& bracket, Nanoseconds sincePrevious)
{
    const std::lock_guard lock(m_mutex);
    Anchor next{anchor, bracket.middle(), 0};
    if (m_anchor && sincePrevious > Nanoseconds{}) {
        const double passed = toSeconds(bracket.middle() - m_anchor->at);
        const double onDevice = toSeconds(sincePrevious);
        next.drift = std::clamp((passed - onDevice) / onDevice, -kMaxDrift, kMaxDrift);
    }
    m_anchor = next;
}

std::optional<EventClock::Anchor> EventClock::anchor() const
{
    const std::lock_guard lock(m_mutex);
    return m_anchor;
}

Nanoseconds EventClock::map(const Anchor& anchor, Nanoseconds elapsed)
{
    const double drift = static_cast<double>(elapsed.count()) * anchor.drift;
    return anchor.at + elapsed + Nanoseconds{std::llround(drift)};
}

}  // namespace engine::devices::cuda::detail
