#pragma once

#include "ui/drawing/lane_layout.h"

#include <vector>

namespace ui::drawing {

/// Distributes up to `spare` pixels to the rows with work, which grow by at most the factor `most`, and moves the rows
/// below them. In stage mode, copies grow too. Returns the pixels used.
[[nodiscard]] int growLanes(std::vector<Row>& rows, int spare, double most, const LayoutOptions& options);

}  // namespace ui::drawing
