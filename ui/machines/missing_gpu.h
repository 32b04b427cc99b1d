#pragma once

#include "engine/trace/trace.h"

#include <QString>

namespace ui::machines {

/// Whether a run stopped because it requested a GPU that its machine does not have. How many it needs in total is
/// unknown, because it stopped at the first missing one.
[[nodiscard]] bool asksForMissingGpu(const engine::trace::Trace& trace);

/// The number of GPUs that a listing addresses: 2 for "devices[1]", "cuda:1", "gpu(1)". 0: it may run without. The
/// book's try_gpu() falls back to the CPU.
[[nodiscard]] int gpusAddressed(const QString& source);

/// A warning before the first run on a machine with fewer GPUs than gpusAddressed().
[[nodiscard]] QString missingGpusText(int addressed, int there);

}  // namespace ui::machines
