#pragma once

#include "engine/trace/record.h"

#include <QString>

namespace ui::look {

/// States where the times of a run come from: "simulated", "measured", or "imported" from another program; "no records"
/// if the file does not describe its run.
[[nodiscard]] QString timesSource(const engine::trace::RunInfo& run);
/// Like timesSource(), as a full sentence.
[[nodiscard]] QString timesSourceSentence(const engine::trace::RunInfo& run);

}  // namespace ui::look
