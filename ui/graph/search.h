#pragma once

#include "ui/graph/picture.h"

namespace ui::graph {

/// Where a search found its text.
struct Match {
    int node = 0;     ///< index into Picture::nodes
    engine::OpId op;  ///< within the node; none: the node itself, as a wait
};

/// Nodes and operations whose result, operator, statement, device, phase or line ("line 15") contains `text`, letters
/// small or large, in the order of the nodes. A matrix gives each of its operations, every other node its first. Empty
/// text finds nothing. Cost: the operations in the picture.
[[nodiscard]] std::vector<Match> find(const Picture& picture, const engine::trace::Trace& trace, const QString& text);

}  // namespace ui::graph
