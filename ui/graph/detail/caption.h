#pragma once

#include "ui/graph/detail/scope.h"

namespace ui::graph::detail {

/// Returns one sentence about the graph: how many unconnected parts it has, or what the critical path consists of.
[[nodiscard]] QString captionOf(const engine::trace::Trace& trace, const Scope& scope,
                                const std::vector<engine::OpId>& path);

}  // namespace ui::graph::detail
