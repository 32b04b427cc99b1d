#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QString>
#include <optional>

/// Names of scopes, lanes, devices and operations, the same in every view.
namespace ui::model {

/// Returns the text of a name that the trace stores.
[[nodiscard]] QString text(const engine::trace::Trace& trace, engine::NameId name);

/// Returns the operation's label such as "y[17]", or without a label its operator and number such as "mm #17"; empty
/// for an unknown operation.
[[nodiscard]] QString nameOf(const engine::trace::Trace& trace, engine::OpId op);

/// Returns the name of Selection's scope: "GPU1 & GPU2, line 21", "0.5200 – 0.9600 s", "whole run".
[[nodiscard]] QString scopeName(const engine::trace::Trace& trace, int block, const std::optional<TimeRange>& range);

/// "GPU 0"; empty for an unknown device.
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);

/// The forms of a lane's name.
enum class LaneForm : std::uint8_t {
    Row,          ///< without its device: "compute", "copy out 2", "core 1", "copies"
    Sentence,     ///< "compute stream", "copy out stream 2", "the program's thread"
    Figure,       ///< with its device: "GPU 0 compute", "GPU 0 copy out 2", "Link → GPU 0"
    ShortFigure,  ///< "GPU 0", "Copy to CPU 2"
};

/// Returns the lane's name. `device` is the name of its device, for the forms that contain it. A lane of an imported
/// trace has the name that the file gives it.
[[nodiscard]] QString laneName(const engine::trace::Trace& trace, const engine::trace::LaneRecord& lane,
                               LaneForm form = LaneForm::Row, const QString& device = {});

/// The name of a role in files: "copy in".
[[nodiscard]] const char* roleKey(engine::trace::LaneRole role);

/// Technology and end points of a link: "PCIe 3.0 × 16 → GPU 0" gives "PCIe 3.0 × 16" and "→ GPU 0".
struct LinkName {
    QString technology, ends;
};
[[nodiscard]] LinkName linkName(const QString& name);

/// The device that executes an operation, "GPU 0"; for a copy its direction, "GPU 0 → CPU".
[[nodiscard]] QString placeOf(const engine::trace::Trace& trace, const engine::trace::Op& op);

}  // namespace ui::model
