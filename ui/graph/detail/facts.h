#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"

namespace ui::graph::detail {

/// Adds to a placed picture what it tells at other zooms: times and shapes of its nodes, and the clusters. Cost: the
/// operations that the nodes stand for.
void addFacts(const engine::trace::Trace& trace, const Scope& scope, Picture& picture);

}  // namespace ui::graph::detail
