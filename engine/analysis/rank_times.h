#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/op_match.h"

#include <cstdint>
#include <optional>

namespace engine::analysis {

/// What the ranks of two runs lose by waiting for each other.
struct RankTimes {
    Lateness a;
    Lateness b;
};

/// The number of ranks that a trace shows.
[[nodiscard]] std::uint32_t rankCountOf(const trace::Trace& trace);

/// None: a side is not a run of several ranks.
[[nodiscard]] std::optional<RankTimes> rankTimesOf(const Side& a, const Side& b);

/// A time that ranks lose, by which one of two runs takes longer.
struct RankLoss {
    enum class What : std::uint8_t {
        LateRanks,             ///< Lateness::lost
        ExposedCommunication,  ///< Lateness::exposed
    };
    What what = What::LateRanks;
    Nanoseconds a{};
    Nanoseconds b{};
};

/// The larger loss that differs in the direction of the lengths and by at least half of their difference; none: neither
/// does.
[[nodiscard]] std::optional<RankLoss> decisiveLoss(const RankTimes& times, Nanoseconds lengthA, Nanoseconds lengthB);

}  // namespace engine::analysis
