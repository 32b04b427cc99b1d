#pragma once

#include "ui/graph/detail/quotient.h"

#include <optional>

namespace ui::graph::detail {

/// Pairs of an operation and the copy of its result to the CPU. Each pair is one row.
struct Stairs {
    std::vector<engine::OpId> made;    ///< operations in the scope or before it
    std::vector<engine::OpId> copies;  ///< copies[i] reads made[i]
};

/// Returns nothing if the scope contains anything other than operations and copies of their results to the CPU.
[[nodiscard]] std::optional<Stairs> stairsOf(const engine::trace::Trace& trace, const Scope& scope);

/// Places the rows around `focus` and the last row, with an ellipsis for the rows left out.
void placeStairs(const engine::trace::Trace& trace, const Stairs& stairs, engine::OpId focus,
                 const DiagramLimits& limits, Diagram& diagram);

}  // namespace ui::graph::detail
