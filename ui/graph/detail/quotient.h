#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"

#include <vector>

namespace ui::graph::detail {

/// The scope with alike operations put together: nodes without places, and edges between nodes.
struct Quotient {
    std::vector<Node> nodes;  ///< inputs, then operations in program order of their first, then waits
    std::vector<Edge> edges;
    std::vector<int> segments;  ///< of each node: how many drawn waits stand before it
    bool isCollapsed = false;
};

/// Puts operations together until at most `visible` nodes are left; the result has no cycles. Nodes with one of
/// `opened` are taken apart while there is room.
[[nodiscard]] Quotient foldScope(const engine::trace::Trace& trace, const Scope& scope, std::size_t visible,
                                 const std::vector<engine::OpId>& opened = {});

/// Puts together what belongs to one group, as `limits` ask; what leads back up stays an edge. Too many groups are
/// folded as foldScope() does.
[[nodiscard]] Quotient groupScope(const engine::trace::Trace& trace, const Scope& scope, const PictureLimits& limits);

/// Numbers of the strongly connected components of a graph of `count` nodes, in topological order of the components.
[[nodiscard]] std::vector<int> components(int count, const std::vector<std::pair<int, int>>& edges);

}  // namespace ui::graph::detail
