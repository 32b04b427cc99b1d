#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/diagram.h"

#include <vector>

namespace ui::graph::detail {

/// A scope with similar operations merged: nodes that are not placed yet, and the edges between them.
struct Quotient {
    std::vector<Node> nodes;  ///< inputs, then operation nodes ordered by their first operation, then waits
    std::vector<Edge> edges;
    std::vector<int> segments;  ///< number of drawn waits before each node
    bool isCollapsed = false;
};

/// Merges operations until at most `visible` nodes remain, or until no more operations are similar; the result has no
/// cycles. Nodes that contain one of `opened` are expanded while there is room.
[[nodiscard]] Quotient foldScope(const engine::trace::Trace& trace, const Scope& scope, std::size_t visible,
                                 const std::vector<engine::OpId>& opened = {});

/// Merges the operations of each group of `limits.grouping`. Unlike foldScope(), may return cycles. If there would be
/// too many nodes, returns the result of foldScope().
[[nodiscard]] Quotient groupScope(const engine::trace::Trace& trace, const Scope& scope, const DiagramLimits& limits);

/// Returns, for each of `count` nodes, the number of the node's strongly connected component. The components are
/// numbered in topological order.
[[nodiscard]] std::vector<int> components(int count, const std::vector<std::pair<int, int>>& edges);

}  // namespace ui::graph::detail
