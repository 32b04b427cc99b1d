#pragma once

#include "ui/graph/detail/scope.h"

namespace ui::graph::detail {

/// One sentence about the graph, derived from it: parts that no edge joins, or what the critical path is made of.
[[nodiscard]] QString captionOf(const engine::trace::Trace& trace, const Scope& scope,
                                const std::vector<engine::OpId>& path);

}  // namespace ui::graph::detail
