#pragma once

#include "ui/graph/detail/net.h"
#include "ui/graph/detail/scope.h"
#include "ui/graph/diagram.h"

namespace ui::graph::detail {

/// The place of each box of a net: its column, device and layer.
struct NetPlaces {
    enum class Column : std::uint8_t { None, Weights, Forward, Backward, Middle, Before, After };
    struct Place {
        Column column = Column::None;
        std::size_t device = 0;
        QString key;            ///< key of the layer
        bool isBranch = false;  ///< the box is beside the other boxes of its column
    };
    std::vector<Place> at;    ///< place of each node
    std::vector<int> nodeOf;  ///< node of each operation in scope; -1: none
};

/// Adds the edges between the boxes of a net: from layer to layer, around layers, to the backward pass, to the sums of
/// gradients and the updates. Draws only dependencies that the trace records. A dependency that would cross the
/// diagram, such as from a weight to its gradient, is not drawn, although Diagram::counts includes it. Cost: linear in
/// the scope's edges.
void addNetEdges(const engine::trace::Trace& trace, const Scope& scope, const NetPlaces& places, Diagram& diagram);

/// Whether the forward pass of the layer `of` reads a result of `from`. Inspects only the first device.
[[nodiscard]] bool reads(const engine::trace::Trace& trace, const NetLayer& of, const NetLayer& from);
/// Whether `ops` contain the operation that joins the branches of a residual connection: an operation that reads
/// several results of the forward pass, at least one of them a result of `ops`.
[[nodiscard]] bool hasFork(const engine::trace::Trace& trace, const Scope& scope, const Net& net,
                           const std::vector<engine::OpId>& ops);

}  // namespace ui::graph::detail
