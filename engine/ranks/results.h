#pragma once

#include "engine/trace/rank_records.h"

#include <span>

namespace engine::ranks {

/// Adds the contribution of one rank to a sum or another reduction. Call it in the order of the ranks: the result then
/// has the same bits on every rank, with simulated and with real ranks, and in one process with as many devices as
/// ranks. An average multiplies each contribution by 1 / `count` before adding it, as PyTorch's buckets do. `index`:
/// position of the rank in its group of `count` ranks; at least 1, because the first `before` is the contribution of
/// the group's first rank. `before`: reduction of the ranks before `index`. `result` may be the memory of `before` or
/// `contribution`.
void reduceInto(std::span<float> result, std::span<const float> before, std::span<const float> contribution,
                trace::ReduceOp op, int index, int count);

}  // namespace engine::ranks
