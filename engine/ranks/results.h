#pragma once

#include "engine/trace/rank_records.h"

#include <span>

namespace engine::ranks {

/// Adds the contribution of one rank to a sum, or to another reduction. Contributions are added in the order of the
/// ranks, so that the result has the same bits on every rank, with simulated and with real ranks, and in one process
/// with as many devices. An average divides each contribution first, as PyTorch's buckets do. `index`: the position of
/// the rank in its group of `count` ranks, from 1; `before`: the reduction of the ranks before it, which for the second
/// rank is the contribution of the first. `result` may be the memory of `before` or `contribution`.
void reduceInto(std::span<float> result, std::span<const float> before, std::span<const float> contribution,
                trace::ReduceOp op, int index, int count);

}  // namespace engine::ranks
