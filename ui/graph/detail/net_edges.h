#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"

namespace ui::graph::detail {

/// Where the boxes of a net stand.
struct NetPlaces {
    enum class Column : std::uint8_t { None, Weights, Forward, Backward, Middle, Before, After };
    struct Place {
        Column column = Column::None;
        std::size_t device = 0;
        QString key;            ///< of the layer
        bool isBranch = false;  ///< beside the other boxes of its column
    };
    std::vector<Place> at;    ///< by node
    std::vector<int> nodeOf;  ///< by operation in scope; -1: none
};

/// Adds the edges between the boxes of a net: from layer to layer, around layers, to the backward pass, to the sums of
/// gradients and the updates. Only dependencies that the trace records are drawn; those that would cross the picture,
/// such as a weight's to its gradient, are counted only. Cost: linear in the scope's edges.
void addNetEdges(const engine::trace::Trace& trace, const Scope& scope, const NetPlaces& places, Picture& picture);

}  // namespace ui::graph::detail
