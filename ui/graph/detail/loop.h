#pragma once

#include "ui/graph/detail/quotient.h"

#include <optional>

namespace ui::graph::detail {

/// Returns one iteration of a loop: one node for each line and device of its body, and for each call of a function. The
/// scope must consist of at least two iterations of the same operations on the same lines; waits have no nodes. The
/// edges are the direct dependencies within one iteration, and the dependencies of the next iteration on this
/// iteration, which point back up; transitive dependencies are left out. Returns nothing for other scopes, for short
/// loops, which a matrix shows better, and for very long ones. A line that contains one of `opened` gets one node per
/// operation if there is room. Cost: linear in the scope, cubic in the lines of the body.
[[nodiscard]] std::optional<Quotient> foldLoop(const engine::trace::Trace& trace, const Scope& scope,
                                               const std::vector<engine::OpId>& opened = {});

}  // namespace ui::graph::detail
