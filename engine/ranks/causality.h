#pragma once

#include "engine/ranks/run_set.h"

#include <map>
#include <optional>
#include <utility>

namespace engine::ranks {

/// Collectives that end on a member before another one has arrived.
struct ClockContradictions {
    std::optional<ClockConflict> worst;  ///< none: there are no such collectives
    /// The time by which two members contradict each other most, beyond the uncertainty of both clocks. Keys: indices
    /// of the member on which a collective ends, and of the one that arrives later.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Nanoseconds> pairs{};
};
[[nodiscard]] ClockContradictions contradictionsOf(const RunSet& set);

/// Attributes each contradiction to that one of its two clocks that contradicts more others, or to both: by index of
/// the member, the time by which its clock may be off. The clock of the first member is never among them, because the
/// times of the run are its times.
[[nodiscard]] std::map<std::uint32_t, Nanoseconds> doubtsOf(const ClockContradictions& found);

}  // namespace engine::ranks
