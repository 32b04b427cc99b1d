#pragma once

#include "engine/io/detail/import_lanes.h"

namespace engine::io::detail {

/// Writes values sampled over time: allocator blocks as memory, all counters as metrics. May add devices to `lanes`
/// that occur only in memory events. Returns the latest of their times, in ns.
[[nodiscard]] std::int64_t writeLevels(ImportedEvents& events, ImportedLanes& lanes, trace::Store& store);

}  // namespace engine::io::detail
