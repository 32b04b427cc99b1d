#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"

namespace ui::graph::detail {

/// Adds to a placed picture what other zoom levels show: run times and shapes of its nodes, and the clusters. Cost:
/// linear in the operations of the nodes.
void addFacts(const engine::trace::Trace& trace, const Scope& scope, Picture& picture);

}  // namespace ui::graph::detail
