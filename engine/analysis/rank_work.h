#pragma once

#include "engine/analysis/lateness.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine::analysis {

enum class WorkKind : std::uint8_t { Compute, Backward, Elementwise, Copies, Transfers };
inline constexpr std::size_t kWorkKinds = 5;
using WorkTimes = std::array<Nanoseconds, kWorkKinds>;

/// The steps that show why a member is late: those that it delays, without cheap ones and without the first.
[[nodiscard]] std::vector<Scope> delayedBy(const Lateness& lateness, std::uint32_t member);

/// The time that each rank spends on each kind of work, mean per step: the durations of the operations on its lanes
/// within the steps, and for Transfers the time from last arrivals to the rank's ends of the collectives, counted once
/// where several transfer.
struct RankWork {
    std::vector<WorkTimes> ranks;  ///< by member
    WorkTimes median{};            ///< of all members, for each kind

    /// What a member is compared with: the median, or of two members the other one, since neither is a median.
    [[nodiscard]] const WorkTimes& usual(std::uint32_t member) const
    {
        return ranks.size() == 2 ? ranks[1 - member] : median;
    }
};

/// `steps`: ascending, without overlaps. Cost: linear in their spans and in the arrivals.
[[nodiscard]] RankWork workOf(const ranks::RunSet& set, const std::vector<Scope>& steps);
/// In all steps.
[[nodiscard]] RankWork workOf(const ranks::RunSet& set, const Lateness& lateness);

}  // namespace engine::analysis
