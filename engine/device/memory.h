#pragma once

#include "engine/base/id.h"
#include "engine/base/units.h"

namespace engine::device {

/// Levels of one device's memory at the current program time.
struct MemoryLevels {
    Bytes allocated;  ///< memory of live tensors
    Bytes reserved;   ///< `allocated`, plus memory that the pool caches
    Bytes peakAllocated;
    Bytes peakReserved;
    Bytes free;      ///< memory used neither by the pool nor by other programs
    Bytes capacity;  ///< 0: unknown
};

/// The memory of a platform's devices. Thread, and calls that refer to missing objects: as for Platform.
class Memory {
public:
    virtual ~Memory() = default;

    [[nodiscard]] virtual MemoryLevels levels(DeviceId device) const = 0;
    /// Returns the pool's cached blocks to the driver (torch.cuda.empty_cache()).
    virtual void emptyCache(DeviceId device) = 0;
    /// Restarts the peak statistics of a GPU's levels() (torch.cuda.reset_peak_memory_stats()).
    virtual void resetPeaks(DeviceId /*device*/) {}
};

}  // namespace engine::device
