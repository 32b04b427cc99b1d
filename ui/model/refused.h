#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QString>
#include <optional>

namespace ui::model {

/// What the operation that a run was stopped by would have been called: "y[44]". Of one that was issued its own label;
/// of one that was refused before it was issued the next in the row of results that its statement had made until then.
/// Empty if nothing was refused, or if the statement's results are not numbered. Cost: the operations of the run.
[[nodiscard]] QString refusedLabel(const engine::trace::Trace& trace);

/// Where a statement failed: what it issued up to then, with as much room around it as that took. None where nothing
/// failed, or where the whole run shows it as well.
[[nodiscard]] std::optional<TimeRange> rangeAroundFailure(const engine::trace::Trace& trace);

}  // namespace ui::model
