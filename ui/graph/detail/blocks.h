#pragma once

#include "ui/graph/detail/scope.h"

#include <unordered_map>

namespace ui::graph::detail {

/// Forward operations by the block of the network that they belong to, as residual networks are made of blocks: 0 is
/// what comes before the first, 1 the first, and so on; what follows the last block has none and is left out.
///
/// Nothing in a trace names a block. It is found where two ways meet again: an addition of two results of the same
/// forward pass closes a block, and the block begins behind the last operation that both ways come from.
using Blocks = std::unordered_map<std::uint32_t, int>;

/// `forward`: the forward operations of one device, ascending. Empty if no two ways meet. Cost: linear in them, times
/// the few operations of a block.
[[nodiscard]] Blocks blocksOf(const engine::trace::Trace& trace, const std::vector<engine::OpId>& forward);

}  // namespace ui::graph::detail
