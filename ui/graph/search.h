#pragma once

#include "ui/graph/picture.h"

namespace ui::graph {

/// One search result.
struct Match {
    int node = 0;     ///< index into Picture::nodes
    engine::OpId op;  ///< operation within the node; invalid: the node itself matches, for example a wait
};

/// Returns the nodes and operations whose result, operator, statement, device, phase or line ("line 15") contains
/// `text`, ignoring case, in the order of the nodes. A matrix yields each matching operation, any other node its first.
/// An empty text matches nothing. Cost: linear in the operations of the picture.
[[nodiscard]] std::vector<Match> find(const Picture& picture, const engine::trace::Trace& trace, const QString& text);

}  // namespace ui::graph
