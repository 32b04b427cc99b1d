#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/op_match.h"

#include <cstdint>
#include <optional>

namespace engine::analysis {

/// The times that the ranks of two runs lose by waiting for each other.
struct RankTimes {
    Lateness a;
    Lateness b;
};

/// The number of ranks of the run that a trace shows.
[[nodiscard]] std::uint32_t rankCountOf(const trace::Trace& trace);

/// Returns the lost times of both sides; none: a side is not a run of several ranks.
[[nodiscard]] std::optional<RankTimes> rankTimesOf(const Side& a, const Side& b);

/// A time that ranks lose and that makes one of two runs longer.
struct RankLoss {
    enum class Kind : std::uint8_t {
        LateRanks,             ///< Lateness::lost
        ExposedCommunication,  ///< Lateness::exposed
    };
    Kind what = Kind::LateRanks;
    Nanoseconds a{};
    Nanoseconds b{};
};

/// Returns the loss that increases most from the shorter to the longer run, if it increases by at least half of the
/// difference of the lengths; none otherwise.
[[nodiscard]] std::optional<RankLoss> decisiveLoss(const RankTimes& times, Nanoseconds lengthA, Nanoseconds lengthB);

}  // namespace engine::analysis
