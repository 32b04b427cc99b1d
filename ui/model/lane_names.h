#pragma once

#include "engine/trace/trace.h"

#include <QString>

/// What lanes are called, in the reader's language: the same in every view.
namespace ui::model {

/// "GPU 0"; of an unknown device nothing.
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);

/// "compute", "copy out 2", "core 1", "copies": the lane without its device. Of an imported trace its own name.
[[nodiscard]] QString laneName(const engine::trace::Trace& trace, const engine::trace::LaneRecord& lane);

/// Where an operation works: "GPU 0"; of a copy its way, "GPU 0 → CPU".
[[nodiscard]] QString placeOf(const engine::trace::Trace& trace, const engine::trace::Op& op);

}  // namespace ui::model
