#pragma once

#include "engine/trace/record.h"

#include <QString>

namespace ui::look {

/// Where the times of a run come from: "simulated", "measured", "imported" from another program, or "no records" if the
/// file does not contain it.
[[nodiscard]] QString timesSource(const engine::trace::RunInfo& run);
/// The same as a sentence.
[[nodiscard]] QString timesSourceSentence(const engine::trace::RunInfo& run);

}  // namespace ui::look
