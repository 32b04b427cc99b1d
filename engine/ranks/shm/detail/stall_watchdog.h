#pragma once

#include "engine/ranks/shm/detail/shared_state.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <vector>

namespace engine::ranks::shm::detail {

/// Measures in real time how long ranks wait for a rank whose program runs but makes no progress, for example in an
/// endless loop of Python. The modelled clock of such a rank does not advance, so no modelled time-out ends the wait.
class StallWatchdog {
public:
    using Clock = std::chrono::steady_clock;

    /// Updates the waits from the state of all ranks. Call it regularly; the caller must own the Lock.
    void poll(const SharedState& shared, Clock::time_point now);
    /// Returns the collectives in which ranks have waited for at least `limit`, as of the last poll().
    [[nodiscard]] std::vector<OpenCall> waitsOf(Clock::duration limit, Clock::time_point now) const;
    /// As waitsOf(), without the waits that a previous call of newWaitsOf() has returned.
    [[nodiscard]] std::vector<OpenCall> newWaitsOf(Clock::duration limit, Clock::time_point now);

private:
    struct Wait {
        OpenCall call{};
        Clock::time_point openSince{};  ///< time of the first poll() that found the collective open
        /// Time at which progress of a missing rank was last detected; for several missing ranks, the earliest of these
        /// times. Counts only Running ranks; max(): no missing rank is Running.
        Clock::time_point progressedAt{};
        bool isReturned = false;  ///< newWaitsOf() has returned this wait

        [[nodiscard]] bool isAtLeast(Clock::duration limit, Clock::time_point now) const
        {
            return now - limit >= std::max(openSince, progressedAt);
        }
    };

    std::map<CollectiveKey, Wait> m_waits;
    std::array<std::uint64_t, kMostRanks> m_progressCounts{};
    std::array<Clock::time_point, kMostRanks> m_progressedAt{};
};

}  // namespace engine::ranks::shm::detail
