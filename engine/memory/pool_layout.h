#pragma once

#include "engine/trace/trace.h"

#include <optional>

namespace engine::memory {

/// The free memory that a pool has reserved, and how it is fragmented.
struct PoolLayout {
    Bytes reserved;
    Bytes allocated;
    Bytes largestFree;  ///< size of the largest free block

    [[nodiscard]] Bytes idle() const { return reserved - allocated; }
    /// Fraction of the free memory that is not in the largest free block; 0 if no memory is free.
    [[nodiscard]] double fragmentation() const
    {
        return idle().value > 0 ? 1 - static_cast<double>(largestFree.value) / static_cast<double>(idle().value) : 0;
    }
};

/// Computes the layout that PyTorch's pool of `device` had at `time`, by replaying the recorded allocations and frees.
/// None if the device has no such pool, if nothing was recorded up to `time`, or if the records cannot be replayed to
/// the recorded levels.
[[nodiscard]] std::optional<PoolLayout> layoutAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

}  // namespace engine::memory
