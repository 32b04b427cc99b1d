#pragma once

#include "engine/trace/trace.h"

#include <QString>

namespace ui::machines {

/// Whether a run stopped because it asked for a GPU that its machine does not have. How many it would need is not
/// known: the first one that was missing stopped it.
[[nodiscard]] bool asksForMissingGpu(const engine::trace::Trace& trace);

/// Before the first run on a machine with fewer GPUs than the program is written for.
[[nodiscard]] QString missingGpusText(int needed, int there);

}  // namespace ui::machines
