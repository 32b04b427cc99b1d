#pragma once

#include "engine/io/detail/slice_rows.h"
#include "engine/trace/store.h"

namespace engine::io::detail {

/// Where things of an imported file ended up.
struct ImportedLanes {
    std::vector<LaneId> ofRow;
    std::vector<DeviceId> ofProcess;
    std::map<std::int32_t, DeviceId> gpus;  ///< by the number that the file gives them
    std::size_t lanes = 0;
    std::size_t devices = 0;
};

/// Writes devices and lanes: processes that work become devices, rows lanes. With work on devices the processor comes
/// first, with a lane for the program, and rows of host threads are no work.
[[nodiscard]] ImportedLanes writeLanes(const ImportedEvents& events, const PlacedSlices& placed, bool hasDeviceWork,
                                       trace::Store& store);

}  // namespace engine::io::detail
