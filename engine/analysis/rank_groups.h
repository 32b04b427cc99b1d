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

/// Groups the members of a run in order. Consecutive members form one group if none of them is named as late, and if
/// their `late`, `waits` and `cost` each differ by at most kEqualRanks of the mean step. A member that is named as late
/// is a group by itself.
[[nodiscard]] std::vector<RankGroup> equalRanks(const Lateness& lateness);

/// The members whose RankLateness::late is in [begin, end).
struct LatenessBin {
    Nanoseconds begin{};
    Nanoseconds end{};
    std::vector<std::uint32_t> members{};
    bool hasNamed = false;  ///< one of the members is named as late
};

/// The distribution of `late` over the members, in at most `most` + 1 bins, in ascending order; empty bins are
/// included. The width of a bin is a round number. Zero is the middle of a bin, so that ranks that are nearly on time
/// share a bin. Without members, the result is empty.
[[nodiscard]] std::vector<LatenessBin> latenessBins(const Lateness& lateness, int most = 24);

}  // namespace engine::analysis
