#pragma once

#include "ui/graph/detail/scope.h"

namespace ui::graph::detail {

/// Returns one sentence about the graph: how many unconnected parts it has, or what the critical path consists of.
/// `path`: criticalPath() of the scope.
[[nodiscard]] QString captionOf(const engine::trace::Trace& trace, const Scope& scope,
                                const engine::analysis::CriticalPath& path);

}  // namespace ui::graph::detail
