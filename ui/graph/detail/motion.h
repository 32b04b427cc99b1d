#pragma once

#include "ui/graph/diagram.h"

namespace ui::graph::detail {

/// The diagram while a layer opens or closes: boxes that both diagrams have move, the others appear at the end.
/// `progress` is 0 at `from` and 1 at `to`. Cost: a copy of `to`.
[[nodiscard]] Diagram between(const Diagram& from, const Diagram& to, double progress);

}  // namespace ui::graph::detail
