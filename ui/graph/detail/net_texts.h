#pragma once

#include "ui/graph/detail/net.h"
#include "ui/graph/diagram.h"

/// Texts of the boxes of a net.
namespace ui::graph::detail {

/// Formats a count: 147456 as "147 k".
[[nodiscard]] QString countText(std::int64_t count);
/// Names of the sums of gradients and of the updates of a layer; empty: there are none.
[[nodiscard]] QString exchangeName(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
[[nodiscard]] QString updateName(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
/// Formats bytes for a box, in a unit that needs few digits: "289 KiB".
[[nodiscard]] QString briefBytes(engine::Bytes bytes);
/// Returns the bytes that `ops` copy between GPUs.
[[nodiscard]] engine::Bytes copiedBytes(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
/// The names of the operators of `ops`, each once.
[[nodiscard]] QString namesOf(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
/// States the bytes that a box copies between GPUs, and the time of the box (Node::time).
[[nodiscard]] QString factsOf(const engine::trace::Trace& trace, const Node& node);
/// The tooltip of a layer: its name, result, parameters and work.
[[nodiscard]] QString tipOf(const engine::trace::Trace& trace, const NetLayer& of);
/// Formats a fraction: "4.6 %"; empty if a time is 0.
[[nodiscard]] QString percentText(engine::Nanoseconds part, engine::Nanoseconds whole);
/// Sets the texts of the box of a layer's parameters: their shape, or their number and bytes.
void describeWeights(const NetLayer& of, Node& node);
[[nodiscard]] QString netCaption(const engine::trace::Trace& trace, std::size_t operations, bool joinsDevices);

}  // namespace ui::graph::detail
