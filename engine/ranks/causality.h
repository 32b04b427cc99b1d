#pragma once

#include "engine/ranks/run_set.h"

#include <optional>

namespace engine::ranks {

/// Collectives that end on a rank before another rank has arrived, which is impossible: the map of a clock is wrong.
struct ClockConflict {
    std::size_t collectives = 0;
    std::uint32_t rank = 0;   ///< in the worst case: the rank on which the collective ends too early
    std::uint32_t other = 0;  ///< in the worst case: the rank that arrives last
    Nanoseconds by{};         ///< time from the end on `rank` to the arrival of `other`, less both uncertainties
};
/// Returns the contradictions between the corrected times; nullopt if there are none.
[[nodiscard]] std::optional<ClockConflict> clockConflictOf(const RunSet& set);

}  // namespace engine::ranks
