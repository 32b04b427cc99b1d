#pragma once

#include "engine/trace/trace.h"

#include <optional>

namespace engine::memory {

/// How the memory that a pool holds and has not handed out lies about.
struct PoolLayout {
    Bytes reserved;
    Bytes allocated;
    Bytes largestFree;   ///< the largest request that needs nothing from the driver
    int freeBlocks = 0;  ///< pieces between blocks that are handed out

    [[nodiscard]] Bytes idle() const { return reserved - allocated; }
    /// Share of the idle memory that the largest piece leaves out: 0 if it is all in one piece.
    [[nodiscard]] double fragmentation() const
    {
        return idle().value > 0 ? 1 - static_cast<double>(largestFree.value) / static_cast<double>(idle().value) : 0;
    }
};

/// PyTorch's pool of a device at a moment of a run, by handing out and taking back the recorded blocks once more. None
/// if the run's pool was another one, or if the levels that come out are not those that were recorded.
[[nodiscard]] std::optional<PoolLayout> layoutAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

}  // namespace engine::memory
