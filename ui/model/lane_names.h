#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QString>
#include <optional>

/// Names of scopes, lanes, devices and operations, the same in every view.
namespace ui::model {

/// A name that the trace stores.
[[nodiscard]] QString text(const engine::trace::Trace& trace, engine::NameId name);

/// The operation's label as "y[17]"; without a label as "mm #17"; empty for an unknown operation.
[[nodiscard]] QString nameOf(const engine::trace::Trace& trace, engine::OpId op);

/// The name of the scope of all figures (Selection): "GPU1 & GPU2, line 21", "0.5200 – 0.9600 s", "whole run".
[[nodiscard]] QString scopeName(const engine::trace::Trace& trace, int block, const std::optional<TimeRange>& range);

/// "GPU 0"; empty for an unknown device.
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);

/// The lane's name without its device: "compute", "copy out 2", "core 1", "copies". In an imported trace, the name in
/// the file.
[[nodiscard]] QString laneName(const engine::trace::Trace& trace, const engine::trace::LaneRecord& lane);

/// The device that executes an operation, "GPU 0"; for a copy its direction, "GPU 0 → CPU".
[[nodiscard]] QString placeOf(const engine::trace::Trace& trace, const engine::trace::Op& op);

}  // namespace ui::model
