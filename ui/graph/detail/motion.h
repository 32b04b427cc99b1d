#pragma once

#include "ui/graph/picture.h"

namespace ui::graph::detail {

/// The picture while a layer opens or closes: boxes that both pictures have move, the others appear at the end.
/// `progress` is 0 at `from` and 1 at `to`. Cost: a copy of `to`.
[[nodiscard]] Picture between(const Picture& from, const Picture& to, double progress);

}  // namespace ui::graph::detail
