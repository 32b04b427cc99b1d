#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QString>
#include <optional>

namespace ui::model {

/// The label of the operation whose refusal ended the run: "y[44]". If it was issued, its own label. If not, the next
/// number after the last result of the failed statement. Empty if nothing failed, or if the statement's results are not
/// numbered. Cost: linear in the run's operations.
[[nodiscard]] QString refusedLabel(const engine::trace::Trace& trace);

/// The interval in which the failed statement issued its operations, with a margin on both sides. Nothing if no
/// statement failed, or if the interval is more than a fifth of the run, where the whole run shows it well enough.
[[nodiscard]] std::optional<TimeRange> rangeAroundFailure(const engine::trace::Trace& trace);

}  // namespace ui::model
