#pragma once

#include "engine/ranks/run_set.h"

#include <optional>

namespace engine::ranks {

/// Collectives that end on a rank before another rank has arrived, which cannot be: the map of a clock is wrong.
struct ClockConflict {
    std::size_t collectives = 0;
    std::uint32_t rank = 0;   ///< of the worst: on which it ends
    std::uint32_t other = 0;  ///< and which arrives later
    Nanoseconds by{};         ///< between the two, beyond the uncertainty of both clocks
};
/// None: corrected times contradict nowhere.
[[nodiscard]] std::optional<ClockConflict> clockConflictOf(const RunSet& set);

}  // namespace engine::ranks
