#pragma once

#include "ui/graph/detail/scope.h"

namespace ui::graph::detail {

/// Returns one sentence about the graph: that its parts are not connected, what the critical path consists of, or what
/// else sets the pace.
/// `path`: criticalPath() of the scope.
[[nodiscard]] QString captionOf(const engine::trace::Trace& trace, const Scope& scope,
                                const engine::analysis::CriticalPath& path);

}  // namespace ui::graph::detail
