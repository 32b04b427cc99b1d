#pragma once

#include "engine/calibrate/detail/bench.h"

namespace engine::calibrate::detail {

/// First touch of pages and giving them back. On a platform that exists by the system's own calls; on a virtual
/// machine by what it charges the program's thread.
Status measurePages(Bench& bench, Report& report);

}  // namespace engine::calibrate::detail
