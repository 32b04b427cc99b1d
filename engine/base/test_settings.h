#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace engine {

/// Settings that tests change by environment variables. overlap-run refuses wrong values when it starts.
struct TestSettings {
    /// OVERLAP_TEST_CLOCK=OFFSET,PPM,JUMP,AT makes the clock wrong: by an offset, by a drift, and by a jump at a given
    /// time.
    struct Clock {
        double offset = 0;  ///< ms
        double ppm = 0;
        double jump = 0;  ///< ms
        double at = 0;    ///< ms; time of the jump
    };
    /// OVERLAP_TEST_DELAYS=REMARK,GRACE,STOP,ARRIVAL,RECORDS sets these times.
    struct Delays {
        std::chrono::milliseconds remark{};  ///< time after which a remark reports waiting ranks
        std::chrono::milliseconds grace{};   ///< time for a program to notice that the run has failed
        std::chrono::milliseconds stop{};    ///< after a stop: longest wait for the next records of other computers
        /// time for ranks to arrive at a collective at which a rank that has ended is missing
        std::chrono::milliseconds arrival{};
        std::chrono::milliseconds records{};  ///< longest time for exchanging records in a process that must end
    };
    /// OVERLAP_TEST_RECORDS=CREDITS,PIECE: limits of the records that ranks send to rank 0.
    struct Records {
        std::int64_t credits = 0;  ///< maximum number of bytes that a rank has sent and rank 0 has not stored
        std::int64_t piece = 0;    ///< maximum number of bytes that a rank sends in one piece
    };

    std::optional<Clock> clock;
    std::optional<Delays> delays;
    std::optional<Records> records;
    std::optional<std::int64_t> otherRanks;  ///< OVERLAP_TEST_HOST=RANK: first rank that acts as if on another computer

    /// Whether the rank acts as if it ran on another computer.
    [[nodiscard]] bool isOnOtherComputer(int rank) const { return otherRanks && rank >= *otherRanks; }
};

/// Reads the OVERLAP_TEST_* environment variables. Errors: InvalidArgument, if a value does not have the documented
/// form.
[[nodiscard]] Result<TestSettings> testSettings();

}  // namespace engine
