#pragma once

#include "engine/analysis/comparison.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// When a unit works within a scope: the union over its lanes.
struct UnitBusy {
    std::vector<Scope> spells;  ///< sorted, apart from each other
    Nanoseconds busy{};
    std::optional<Nanoseconds> first;  ///< begin of its first work in the scope
};

[[nodiscard]] UnitBusy busyOf(const Side& side, const Unit& unit);
/// Time in which `least` units or more work.
[[nodiscard]] Nanoseconds busyAtOnce(const std::vector<UnitBusy>& units, int least);
[[nodiscard]] std::vector<BusyStep> busySteps(const std::vector<UnitBusy>& units, Scope scope);

/// What two sides have in common, and what not (findings.cpp).
[[nodiscard]] std::vector<Finding> findingsOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops);

}  // namespace engine::analysis
