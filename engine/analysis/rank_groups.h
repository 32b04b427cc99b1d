#pragma once

#include "engine/analysis/lateness.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace engine::analysis {

/// Consecutive members of a run.
struct RankGroup {
    std::uint32_t first = 0;
    std::uint32_t count = 1;

    [[nodiscard]] std::vector<std::uint32_t> members() const
    {
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), first);
        return all;
    }
};

/// Ranks are equal if their figures differ by at most this fraction of the mean step.
inline constexpr double kEqualRanks = 0.01;

/// The members of a run in order, equal ones together: consecutive members none of which is named as late, and whose
/// `late`, `waits` and `cost` each differ by at most kEqualRanks. A member that is equal to no neighbour is alone.
[[nodiscard]] std::vector<RankGroup> equalRanks(const Lateness& lateness);

/// The members whose `late` is in [begin, end).
struct LatenessBin {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::vector<std::uint32_t> members{};
    bool hasNamed = false;  ///< one of them is named as late
};

/// The distribution of `late` over the members, in at most about `most` bins of a round width, the earliest first;
/// empty bins are included. Zero is the middle of a bin, so that equal ranks share it. Without members, none.
[[nodiscard]] std::vector<LatenessBin> latenessBins(const Lateness& lateness, int most = 24);

}  // namespace engine::analysis
