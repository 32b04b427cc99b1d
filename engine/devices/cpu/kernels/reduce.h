#pragma once

#include "engine/ops/operation.h"

#include <cstdint>
#include <span>

/// Reductions over all elements. The tensor is cut into blocks of a fixed size, each block is folded in a fixed order,
/// and the results of the blocks are folded pairwise, so the bits of the result do not depend on the number of threads.
namespace engine::devices::cpu {

constexpr std::int64_t kReduceBlock = 4096;

/// The intermediate result of folding one block.
struct BlockFold {
    double value = 0;
    std::int64_t index = 0;  ///< ArgMax: index of `value` in the tensor
};

/// Folds `block`, whose first element is element `first` of the tensor.
[[nodiscard]] BlockFold reduceBlock(ops::Operator op, std::span<const float> block, std::int64_t first);

/// Computes the result from the folds of all blocks of a tensor with `elements` elements.
[[nodiscard]] float reduceFinish(ops::Operator op, std::span<const BlockFold> partials, std::int64_t elements);

}  // namespace engine::devices::cpu
