#pragma once

#include "ui/graph/detail/scope.h"

#include <unordered_map>

namespace ui::graph::detail {

/// Block number of each forward operation in a network built of blocks, such as a residual network: 0 is the part
/// before the first block, 1 the first block, and so on. Operations after the last block are not in the map.
///
/// A trace does not record blocks; they are found from the graph. An addition of two results of the same forward pass
/// closes a block. The block starts after the last common ancestor of the two summands.
using Blocks = std::unordered_map<std::uint32_t, int>;

/// `forward`: the forward operations of one device, ascending. Returns an empty map if the network has no blocks. Cost:
/// the size of `forward`, times the operations of one block.
[[nodiscard]] Blocks blocksOf(const engine::trace::Trace& trace, const std::vector<engine::OpId>& forward);

}  // namespace ui::graph::detail
