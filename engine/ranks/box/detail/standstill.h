#pragma once

#include "engine/ranks/box/detail/shared.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <vector>

namespace engine::ranks::box::detail {

/// Measures in real time how long ranks wait for a rank whose program runs, but reports nothing, for example in an
/// endless loop of Python. The modelled clock of such a rank does not advance, so no
/// modelled time-out ends the wait.
class Standstill {
public:
    using Clock = std::chrono::steady_clock;

    /// Updates the waits from the state of all ranks. Call it regularly; the caller must own the Lock.
    void look(const Shared& shared, Clock::time_point now);
    /// Returns the collectives in which ranks have waited for at least `limit`, as of the last look().
    [[nodiscard]] std::vector<OpenCall> waitsOf(Clock::duration limit, Clock::time_point now) const;
    /// As waitsOf(), without the waits that a previous call of newWaitsOf() has returned.
    [[nodiscard]] std::vector<OpenCall> newWaitsOf(Clock::duration limit, Clock::time_point now);

private:
    struct Wait {
        OpenCall call{};
        Clock::time_point openSince{};  ///< time of the first look() that found the collective open
        /// Time of the last report of the missing rank that runs and has reported nothing for the longest time.
        Clock::time_point movedAt{};
        bool isReturned = false;  ///< newWaitsOf() has returned this wait

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
