#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"

// Finds nodes and cells of a diagram, and describes them in words. Points are in the diagram's units. Node indices may
// be -1, which denotes no node.
namespace ui::graph::detail {

/// Whether a node consists of text only: it cannot be focused or selected.
[[nodiscard]] bool isText(const Node& node);

/// The node with this index; null: there is none.
[[nodiscard]] const Node* nodeIn(const Diagram& diagram, int node);

/// The node under `point`, other than nodes of text; -1: none.
[[nodiscard]] int nodeAt(const Diagram& diagram, QPointF point);

/// The nearest node in a direction from `node`, where sideways distance counts twice; `node` itself if there is none.
/// If `node` is -1, returns the first node that is not text.
[[nodiscard]] int nodeTowards(const Diagram& diagram, int node, QPointF direction);

/// The innermost open layer around a node, or the node itself if it is open; null: there is none.
[[nodiscard]] const Node* openAround(const Diagram& diagram, int node);

/// The operation whose matrix cell contains `point`; the gaps after a cell belong to it. Invalid outside the cells.
[[nodiscard]] engine::OpId cellAt(const Node& node, QPointF point);
[[nodiscard]] QRectF cellRect(const Node& node, std::size_t cell);

/// The operation of the node or matrix cell under `point`, which is within `node`. If the node or cell has several
/// operations, the first one.
[[nodiscard]] engine::OpId opAt(const Node& node, QPointF point);

[[nodiscard]] bool standsFor(const Node& node, engine::OpId op);
/// Whether a node stands for this operation.
[[nodiscard]] bool shows(const Diagram& diagram, engine::OpId op);

/// The text that a screen reader speaks for a node, as "y[17], running, reads x_gpu2".
[[nodiscard]] QString spokenName(const Node& node, const engine::trace::Trace& trace, engine::Nanoseconds now);
/// As spokenName(), for the node or matrix cell under `point`; empty: there is none.
[[nodiscard]] QString spokenNameAt(const Diagram& diagram, QPointF point, const engine::trace::Trace& trace,
                                   engine::Nanoseconds now);
/// A node's number and neighbours, as "3 of 12; after x_gpu2; before y[1]".
[[nodiscard]] QString spokenPosition(const Diagram& diagram, int node);

}  // namespace ui::graph::detail
