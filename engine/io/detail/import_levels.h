#pragma once

#include "engine/io/detail/import_lanes.h"

namespace engine::io::detail {

/// Writes what is measured over time: our own counters of memory and the blocks of an allocator as memory, all other
/// counters as metrics. May add devices to `lanes` that only memory speaks of. The latest of their times, ns.
[[nodiscard]] std::int64_t writeLevels(ImportedEvents& events, ImportedLanes& lanes, bool isOurs, trace::Store& store);

}  // namespace engine::io::detail
