#pragma once

#include "engine/io/detail/slice_rows.h"
#include "engine/trace/store.h"

namespace engine::io::detail {

/// Maps rows, processes and GPUs of an imported file to the lanes and devices made for them.
struct ImportedLanes {
    std::vector<LaneId> ofRow;
    std::vector<DeviceId> ofProcess;
    std::map<std::int32_t, DeviceId> gpus;  ///< by the GPU's number in the file
    std::size_t lanes = 0;
    std::size_t devices = 0;
};

/// Writes devices and lanes: a process that did work becomes a device, and a row of slices a lane. If the trace
/// contains device work, the CPU is the first device and has a lane for the program, and rows of host threads do not
/// count as work.
[[nodiscard]] ImportedLanes writeLanes(const ImportedEvents& events, const PlacedSlices& placed, bool hasDeviceWork,
                                       trace::Store& store);

}  // namespace engine::io::detail
