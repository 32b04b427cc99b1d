#pragma once

#include "engine/io/detail/import_lanes.h"

namespace engine::io::detail {

/// Writes what is measured over time: the blocks of an allocator as memory, all
/// counters as metrics. May add devices to `lanes` that only memory speaks of. The latest of their times, ns.
[[nodiscard]] std::int64_t writeLevels(ImportedEvents& events, ImportedLanes& lanes, trace::Store& store);

}  // namespace engine::io::detail
