#pragma once

#include "engine/analysis/training.h"
#include "engine/base/statistics.h"

namespace engine::analysis {

/// What the measured batches of two runs of a training show about their difference: their epochs, if the runs have
/// different numbers of batches per epoch. "1 CPU" and "2 CPU" are one processor, so they show none.
[[nodiscard]] Difference measuredDifference(const Training& training, std::size_t first, std::size_t second);

}  // namespace engine::analysis
