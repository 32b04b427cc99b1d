#pragma once

#include "engine/trace/trace.h"

#include <QString>

namespace ui::machines {

/// Whether a run stopped because it requested a GPU that its machine does not have. How many it needs in total is
/// unknown, because it stopped at the first missing one.
[[nodiscard]] bool asksForMissingGpu(const engine::trace::Trace& trace);

/// A warning before the first run on a machine with fewer GPUs than the program is written for.
[[nodiscard]] QString missingGpusText(int needed, int there);

}  // namespace ui::machines
