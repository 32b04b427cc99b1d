#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QString>
#include <optional>

namespace ui::model {

/// Returns the label of the operation whose refusal ended the run: "y[44]". If the operation was issued, this is its
/// recorded label. Otherwise it is the next number after the last result of the failed statement. Empty if nothing
/// failed, or if the statement's results are not numbered. Cost: linear in the run's operations.
[[nodiscard]] QString refusedLabel(const engine::trace::Trace& trace);

/// Returns the interval in which the failed statement issued its operations, with a margin on both sides. None if no
/// statement failed, if the failed statement issued no operation, or if the interval is longer than a fifth of the run,
/// because the whole run then shows it well enough.
[[nodiscard]] std::optional<TimeRange> rangeAroundFailure(const engine::trace::Trace& trace);

}  // namespace ui::model
