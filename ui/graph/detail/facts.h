#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/diagram.h"

namespace ui::graph::detail {

/// Adds to a placed diagram the run times and shapes of its nodes, shown when zoomed in, and the clusters, shown when
/// zoomed out. Cost: linear in the operations of the nodes.
void addFacts(const engine::trace::Trace& trace, const Scope& scope, Diagram& diagram);

/// The call that waits: "torch.cuda.synchronize()", or ".to()" if only the name of a method is recorded.
[[nodiscard]] QString callOf(const engine::trace::Trace& trace, const engine::trace::WaitRecord& wait);

}  // namespace ui::graph::detail
