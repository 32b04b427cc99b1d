#pragma once

#include "engine/analysis/lateness.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine::analysis {

enum class WorkKind : std::uint8_t { Compute, Backward, Elementwise, Copies, Transfers };
inline constexpr std::size_t kWorkKinds = 5;
using WorkTimes = std::array<Nanoseconds, kWorkKinds>;

/// The time that each rank spends on each kind of work, mean per step: the durations of the operations on its lanes
/// within the steps, and for Transfers the time from the last arrival at each collective to its end on the rank. Time
/// in which several collectives transfer counts once, and time after the end of the collective's step not at all.
struct RankWork {
    std::vector<WorkTimes> ranks;  ///< by member
    WorkTimes median{};            ///< median over all members, for each kind of work

    /// The times that a member is compared with: the median over all members. In a set of two members, the times of the
    /// other member, because medianOf() would return the larger of the two.
    [[nodiscard]] const WorkTimes& usual(std::uint32_t member) const
    {
        return ranks.size() == 2 ? ranks[1 - member] : median;
    }
};

/// Returns the work of each rank in `steps`, which are ascending and do not overlap. Cost: linear in their spans and in
/// the arrivals.
[[nodiscard]] RankWork workOf(const ranks::RunSet& set, const std::vector<Scope>& steps);
/// The work in all steps of `lateness`.
[[nodiscard]] RankWork workOf(const ranks::RunSet& set, const Lateness& lateness);

}  // namespace engine::analysis
