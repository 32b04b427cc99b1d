#pragma once

#include "engine/ranks/run_set.h"

#include <map>
#include <optional>
#include <utility>

namespace engine::ranks {

/// Contradictions between clocks: a collective ends on one member before another member has arrived at it.
struct ClockContradictions {
    std::optional<ClockConflict> worst;  ///< none: there are no contradictions
    /// The longest time from the end of a collective on one member to a later arrival on another, minus the uncertainty
    /// of both clocks. Keys: indices of the member on which the collective ends, and of the member that arrives later.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Nanoseconds> pairs{};
};
[[nodiscard]] ClockContradictions contradictionsOf(const RunSet& set);

/// Each contradiction involves two clocks. Attributes it to the clock that takes part in more contradictions, or to
/// both if the numbers are equal; never to the clock of the first member, which defines the times of the run. Returns,
/// by index of the member, the time by which the member's clock may be wrong.
[[nodiscard]] std::map<std::uint32_t, Nanoseconds> doubtsOf(const ClockContradictions& found);

}  // namespace engine::ranks
