#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <vector>

namespace ui::model {

/// Returns the operations whose result, operator, statement, phase, lane, device or line ("line 15") contains `text`,
/// ignoring case, sorted by start time; operations that did not run come last. An empty text matches nothing. Cost: one
/// comparison per distinct name, plus some tens of nanoseconds per operation.
[[nodiscard]] std::vector<engine::OpId> findOperations(const engine::trace::Trace& trace, const QString& text);

}  // namespace ui::model
