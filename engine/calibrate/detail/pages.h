#pragma once

#include "engine/calibrate/detail/bench.h"

namespace engine::calibrate::detail {

/// Returns the size of a page in bytes; for a real platform, also adds it to the report.
double notePageSize(Bench& bench, Report& report);

/// Measures the cost of the first access to a page and, on a real platform, of unmapping it. A real platform maps and
/// touches memory; for a virtual machine, the cost is the time that it charges the program's thread.
Status measurePages(Bench& bench, Report& report);

/// Measures the cost of the first use of a tensor's memory, and the largest size of a tensor whose memory is cached.
/// Must run before the items that free large tensors, because their memory could be reused.
Status measureTouch(Bench& bench, Report& report);

}  // namespace engine::calibrate::detail
