#pragma once

#include "engine/analysis/lateness.h"

#include <cstdint>
#include <vector>

namespace engine::analysis {

/// Returns the members of a run, similar ones adjacent: first the rank that differs most from the median rank, then
/// always the most similar one to its predecessor. Ranks are compared by their times per step: of each kind of work, of
/// coming late and of waiting. Cost: linear in the spans, quadratic in the members.
[[nodiscard]] std::vector<std::uint32_t> byLikeness(const ranks::RunSet& set, const Lateness& lateness);

}  // namespace engine::analysis
