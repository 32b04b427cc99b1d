#pragma once

#include "engine/analysis/training.h"
#include "engine/base/statistics.h"

namespace engine::analysis {

/// Whether the measured times show that two training runs differ. Compares the times of their batches, or of their
/// epochs if the numbers of batches per epoch differ. Difference::None for "1 CPU" and "2 CPU", which denote the same
/// processor.
[[nodiscard]] Difference measuredDifference(const Training& training, std::size_t first, std::size_t second);

}  // namespace engine::analysis
