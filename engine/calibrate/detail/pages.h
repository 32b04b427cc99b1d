#pragma once

#include "engine/calibrate/detail/bench.h"

namespace engine::calibrate::detail {

/// Bytes of a page; of a platform that exists it is a number of the report.
double notePageSize(Bench& bench, Report& report);

/// First touch of pages and giving them back. On a platform that exists by the system's own calls; on a virtual
/// machine by what it charges the program's thread.
Status measurePages(Bench& bench, Report& report);

/// What the first use of a tensor's memory costs the operation that writes it, and up to which size the memory of
/// tensors is kept. By tensors that no other item may have left memory for.
Status measureTouch(Bench& bench, Report& report);

}  // namespace engine::calibrate::detail
