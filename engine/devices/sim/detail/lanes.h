#pragma once

#include "engine/device/machine.h"
#include "engine/device/platform.h"
#include "engine/devices/sim/detail/trace_writer.h"

#include <array>
#include <vector>

namespace engine::devices::sim::detail {

/// The lanes that exist at the start of a program run; lanes of links and additional streams are added at their first
/// use.
struct Lanes {
    struct Gpu {
        std::vector<LaneId> compute;
        std::array<std::vector<LaneId>, 3> copy;  ///< by CopyDirection
    };

    Lanes(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace);

    int cpuWorkers = 1;
    int computeStreams = 1;  ///< per GPU
    std::vector<LaneId> cpu;
    LaneId pages;
    std::vector<Gpu> gpus;
};

}  // namespace engine::devices::sim::detail
