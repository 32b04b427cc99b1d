#pragma once

#include "engine/analysis/lateness.h"

#include <cstdint>
#include <vector>

namespace engine::analysis {

/// Returns the members of a run in an order in which similar ones are adjacent: first the rank that differs most from
/// the median rank, then always the remaining rank that is most similar to the previous one. Ranks are compared by
/// their times per step: of each kind of work, of lateness and of waits. Cost: linear in the spans, quadratic in the
/// members.
[[nodiscard]] std::vector<std::uint32_t> byLikeness(const ranks::RunSet& set, const Lateness& lateness);

}  // namespace engine::analysis
