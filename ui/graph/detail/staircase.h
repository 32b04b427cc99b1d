#pragma once

#include "ui/graph/detail/quotient.h"

#include <optional>

namespace ui::graph::detail {

/// Producers and the copies that carry each of them away, one to one: drawn as rows, the copies below each other.
struct Stairs {
    std::vector<engine::OpId> made;    ///< by the scope or before it
    std::vector<engine::OpId> copies;  ///< copies[i] reads made[i]
    bool isMadeHere = true;            ///< `made` belongs to the scope
};

/// None if the scope is anything else than products and their copies to the CPU.
[[nodiscard]] std::optional<Stairs> stairsOf(const engine::trace::Trace& trace, const Scope& scope);

/// Places rows: those around `focus`, and the last, with an ellipsis for what is left out.
void placeStairs(const engine::trace::Trace& trace, const Scope& scope, const Stairs& stairs, engine::OpId focus,
                 const PictureLimits& limits, Picture& picture);

}  // namespace ui::graph::detail
