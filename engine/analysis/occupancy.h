#pragma once

#include "engine/analysis/scope.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// The busy time of one lane within a scope.
struct LaneBusy {
    LaneId lane;
    std::uint64_t operations = 0;  ///< number of spans that overlap the scope
    Nanoseconds busy{};            ///< within the scope
    double share = 0;              ///< fraction of the scope
};

/// The busy time of every lane, in the order of Trace::lanes(). Cost: logarithmic per lane.
[[nodiscard]] std::vector<LaneBusy> laneBusy(const trace::Trace& trace, Scope scope);

/// The work lane with the most busy time; none if nothing ran.
[[nodiscard]] std::optional<LaneBusy> busiestLane(const trace::Trace& trace, Scope scope);

/// Times for which at least one, or at least two, different operations run, whichever thread issued them. An operation
/// on several cores is one operation. Host work and links are no operations.
struct Overlap {
    Nanoseconds anyBusy{};        ///< at least one operation runs
    Nanoseconds manyBusy{};       ///< two or more operations run
    Nanoseconds sum{};            ///< sum of the running times of all operations, cut to the scope
    Nanoseconds copying{};        ///< at least one copy runs
    Nanoseconds hiddenCopying{};  ///< at least one copy and, on any device, an operation other than a copy run together

    /// Concurrency: the fraction of the busy time in which two or more operations run.
    [[nodiscard]] double share() const
    {
        return anyBusy.count() == 0 ? 0.0
                                    : static_cast<double>(manyBusy.count()) / static_cast<double>(anyBusy.count());
    }
    /// Fraction of the copying time in which an operation other than a copy runs.
    [[nodiscard]] double hiddenShare() const
    {
        return copying.count() == 0 ? 0.0
                                    : static_cast<double>(hiddenCopying.count()) / static_cast<double>(copying.count());
    }
};

/// Cost: the number of spans in the scope, times the logarithm of the number of lanes.
[[nodiscard]] Overlap overlap(const trace::Trace& trace, Scope scope);

}  // namespace engine::analysis
