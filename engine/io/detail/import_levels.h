#pragma once

#include "engine/io/detail/import_lanes.h"

namespace engine::io::detail {

/// Writes values that were sampled over time: allocators' memory blocks as memory, counters as metrics. Adds devices
/// that occur only in memory events to `lanes`. Returns the latest time of a value, in ns.
[[nodiscard]] std::int64_t writeLevels(ImportedEvents& events, ImportedLanes& lanes, trace::Store& store);

}  // namespace engine::io::detail
