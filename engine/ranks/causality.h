#pragma once

#include "engine/ranks/run_set.h"

#include <optional>

namespace engine::ranks {

/// Collectives that end on a rank before another rank has arrived, which is impossible: the map of a clock is wrong.
struct ClockConflict {
    std::size_t collectives = 0;
    std::uint32_t rank = 0;   ///< rank on which the worst such collective ends
    std::uint32_t other = 0;  ///< rank that arrives at it later
    Nanoseconds by{};         ///< time by which `other` is too late, less the uncertainty of both clocks
};
/// Returns nullopt if no corrected times contradict each other.
[[nodiscard]] std::optional<ClockConflict> clockConflictOf(const RunSet& set);

}  // namespace engine::ranks
