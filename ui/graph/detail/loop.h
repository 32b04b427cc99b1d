#pragma once

#include "ui/graph/detail/quotient.h"

#include <optional>

namespace ui::graph::detail {

/// One turn of a loop, a node a line of its body, if that is all the scope is: two turns or more of the same operations
/// on the same lines, without waits between them. Edges are the direct needs of one turn, and those of the next turn,
/// which go back up; what others imply is left out. None for loops of few lines, which a matrix shows better.
/// Lines with one of `opened` are a node an operation. Cost: linear in the scope, and cubic in the lines of the body.
[[nodiscard]] std::optional<Quotient> foldLoop(const engine::trace::Trace& trace, const Scope& scope,
                                               const std::vector<engine::OpId>& opened = {});

}  // namespace ui::graph::detail
