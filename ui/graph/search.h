#pragma once

#include "ui/graph/diagram.h"

namespace ui::graph {

/// One search result.
struct Match {
    int node = 0;     ///< index into Diagram::nodes
    engine::OpId op;  ///< operation within the node; invalid: the node has no operations, for example a wait
};

/// Returns the nodes and operations whose result, operator, layer, shape, statement (not in a net), device, phase or
/// line ("line 15") contains `text`, ignoring case, and nodes whose title or subtitle contains `text`. The order is
/// that of the nodes. A matrix yields each matching operation, any other node its first. An empty text matches nothing.
/// Cost: linear in the operations of the diagram.
[[nodiscard]] std::vector<Match> find(const Diagram& diagram, const engine::trace::Trace& trace, const QString& text);

}  // namespace ui::graph
