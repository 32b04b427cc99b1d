#pragma once

#include "ui/graph/detail/quotient.h"

#include <optional>

namespace ui::graph::detail {

/// Pairs of an operation and the copy of its result to the CPU. Each pair is one row.
struct Stairs {
    std::vector<engine::OpId> made;    ///< operations in the scope or before it
    std::vector<engine::OpId> copies;  ///< copies[i] reads made[i]
};

/// Returns the pairs if the scope consists of at least 3 copies to the CPU and of the operations whose results they
/// read, or of such copies alone; otherwise nothing. Each result must be copied once, and the operations must be of one
/// device.
[[nodiscard]] std::optional<Stairs> stairsOf(const engine::trace::Trace& trace, const Scope& scope);

/// Places the rows around `focus` and the last row, with an ellipsis for the rows left out.
void placeStairs(const engine::trace::Trace& trace, const Stairs& stairs, engine::OpId focus,
                 const DiagramLimits& limits, Diagram& diagram);

}  // namespace ui::graph::detail
