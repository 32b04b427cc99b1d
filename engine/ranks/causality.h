#pragma once

#include "engine/ranks/run_set.h"

#include <map>
#include <optional>
#include <utility>

namespace engine::ranks {

/// Contradictions between clocks: a collective ends on one member before another member has arrived at it.
struct ClockContradictions {
    std::optional<ClockConflict> worst;  ///< none: there are no such collectives
    /// The largest contradiction between two members, less the uncertainty of both clocks. Keys: indices of the member
    /// on which a collective ends, and of the member that arrives later.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Nanoseconds> pairs{};
};
[[nodiscard]] ClockContradictions contradictionsOf(const RunSet& set);

/// Attributes each contradiction to the clock, of its two, that contradicts more other clocks; to both if they
/// contradict equally many. Returns, by index of the member, the time by which the member's clock may be off. The clock
/// of the first member is never among them, because the times of the run are its times.
[[nodiscard]] std::map<std::uint32_t, Nanoseconds> doubtsOf(const ClockContradictions& found);

}  // namespace engine::ranks
