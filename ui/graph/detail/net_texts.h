#pragma once

#include "ui/graph/detail/net.h"
#include "ui/graph/picture.h"

/// Texts of the boxes of a net.
namespace ui::graph::detail {

/// 147456 as "147 k".
[[nodiscard]] QString countText(std::int64_t count);
/// "64x1x3x3" as "64×1×3×3".
[[nodiscard]] QString shapeText(QString shape);
/// Names of the sums of gradients and of the updates of a layer; empty: there are none.
[[nodiscard]] QString exchangeName(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
[[nodiscard]] QString updateName(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
/// Bytes copied between devices and time of a box.
[[nodiscard]] QString factsOf(const engine::trace::Trace& trace, const Node& node);
/// The tooltip of a layer: its name, result, parameters and work.
[[nodiscard]] QString tipOf(const engine::trace::Trace& trace, const NetLayer& of);
[[nodiscard]] QString netCaption(const engine::trace::Trace& trace, std::size_t operations, bool joinsDevices);

}  // namespace ui::graph::detail
