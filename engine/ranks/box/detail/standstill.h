#pragma once

#include "engine/ranks/box/detail/shared.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <vector>

namespace engine::ranks::box::detail {

/// Measures in real time how long ranks wait for one whose program stands still: it runs, but reports nothing, for
/// example in an endless loop of Python. Its modelled clock does not advance meanwhile, so no modelled time-out ends
/// such a wait.
class Standstill {
public:
    using Clock = std::chrono::steady_clock;

    /// Call it regularly; the caller must own the Lock.
    void look(const Shared& shared, Clock::time_point now);
    /// Returns the collectives in which ranks have waited for at least `limit`, as of the last look().
    [[nodiscard]] std::vector<OpenCall> waitsOf(Clock::duration limit, Clock::time_point now) const;
    /// Same, without those that a previous call has returned.
    [[nodiscard]] std::vector<OpenCall> newWaitsOf(Clock::duration limit, Clock::time_point now);

private:
    struct Wait {
        OpenCall call{};
        Clock::time_point openSince{};  ///< time of the first look() that found the collective open
        Clock::time_point movedAt{};    ///< of the missing ranks that run, when the first of them last moved
        bool isReturned = false;        ///< newWaitsOf() has returned it

        [[nodiscard]] bool isAtLeast(Clock::duration limit, Clock::time_point now) const
        {
            return now - limit >= std::max(openSince, movedAt);
        }
    };

    std::map<CollectiveKey, Wait> m_waits;
    std::array<std::uint64_t, kMostRanks> m_moves{};
    std::array<Clock::time_point, kMostRanks> m_movedAt{};
};

}  // namespace engine::ranks::box::detail
