#pragma once

#include "engine/trace/trace.h"

#include <QString>

namespace ui::model {

/// What the operation that a run was stopped by would have been called: "y[44]". Of one that was issued its own label;
/// of one that was refused before it was issued the next in the row of results that its statement had made until then.
/// Empty if nothing was refused, or if the statement's results are not numbered. Cost: the operations of the run.
[[nodiscard]] QString refusedLabel(const engine::trace::Trace& trace);

}  // namespace ui::model
