#pragma once

#include "ui/drawing/lane_layout.h"

#include <vector>

namespace ui::drawing {

/// Distributes up to `spare` pixels to the program's row and the rows with statement labels, in stage mode also to the
/// rows of copies. A row grows by at most `most` times its height. Moves the rows below. Returns the pixels used.
[[nodiscard]] int growLanes(std::vector<Row>& rows, int spare, double most, const LayoutOptions& options);

}  // namespace ui::drawing
