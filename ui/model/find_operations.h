#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <vector>

namespace ui::model {

/// Operations whose result, operator, statement, phase, lane, device or line ("line 15") contains `text`, letters small
/// or large, by the time at which they began; those that did not run come last. Empty text finds nothing.
/// Cost: each name once, and some tens of nanoseconds per operation.
[[nodiscard]] std::vector<engine::OpId> findOperations(const engine::trace::Trace& trace, const QString& text);

}  // namespace ui::model
