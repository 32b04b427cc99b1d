#pragma once

#include "engine/analysis/comparison.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// The time spans in which a unit works within a scope: the union over its lanes.
struct UnitBusy {
    std::vector<Scope> intervals;  ///< sorted, not overlapping
    Nanoseconds busy{};
    std::optional<Nanoseconds> first;  ///< start of the unit's first work in the scope
};

/// Computes when `unit` works on one side. Finds a device by its name, and a lane also by role and index. If the side
/// has no such unit, the result is empty.
[[nodiscard]] UnitBusy busyOf(const Side& side, const Unit& unit);
/// Total time in which at least `least` units work at the same time.
[[nodiscard]] Nanoseconds busyAtOnce(const std::vector<UnitBusy>& units, int least);
/// How many units work at each time of the scope, as steps in the order of their times.
[[nodiscard]] std::vector<BusyStep> busySteps(const std::vector<UnitBusy>& units, Scope scope);

/// Returns the properties in which two sides agree or differ (findings.cpp).
[[nodiscard]] std::vector<Finding> findingsOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops);

}  // namespace engine::analysis
