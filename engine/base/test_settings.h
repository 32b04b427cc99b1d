#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace engine {

/// What tests change by variables of the environment. overlap-run refuses wrong values when it starts.
struct TestSettings {
    /// OVERLAP_TEST_CLOCK=OFFSET,PPM,JUMP,AT: a wrong clock, with an offset, a drift and, at a time, a jump.
    struct Clock {
        double offset = 0;  ///< ms
        double ppm = 0;
        double jump = 0;  ///< ms
        double at = 0;    ///< ms
    };
    /// OVERLAP_TEST_DELAYS=REMARK,GRACE,STOP
    struct Delays {
        std::chrono::milliseconds remark{};  ///< until ranks that wait are noted
        std::chrono::milliseconds grace{};   ///< for a program to notice that the run has failed
        std::chrono::milliseconds stop{};    ///< after a stop, without records of other computers
    };
    /// OVERLAP_TEST_RECORDS=CREDITS,PIECE: of ranks, on their way to rank 0.
    struct Records {
        std::int64_t credits = 0;  ///< bytes
        std::int64_t piece = 0;    ///< bytes
    };

    std::optional<Clock> clock;
    std::optional<Delays> delays;
    std::optional<Records> records;
    std::optional<std::int64_t> otherRanks;  ///< OVERLAP_TEST_HOST=RANK: from this one on

    /// Whether the rank acts as if it ran on another computer.
    [[nodiscard]] bool isOnOtherComputer(int rank) const { return otherRanks && rank >= *otherRanks; }
};

/// Errors: InvalidArgument, if the value of a variable has another form.
[[nodiscard]] Result<TestSettings> testSettings();

}  // namespace engine
