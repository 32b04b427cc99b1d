#pragma once

#include "engine/device/machine.h"
#include "engine/device/platform.h"
#include "engine/devices/sim/detail/event_queue.h"
#include "engine/devices/sim/detail/operations.h"
#include "engine/devices/sim/detail/storage.h"
#include "engine/devices/sim/detail/trace_writer.h"

namespace engine::devices::sim::detail {

constexpr DeviceId kCpu{0};

/// State shared by the parts of a virtual machine. Only the simulator changes `now`.
struct State {
    State(const device::Profile& machine, const device::PlatformOptions& runOptions, TraceWriter& writer)
        : profile(machine),
          options(runOptions),
          trace(writer),
          operations(machine.gpus.size() + 1),
          storage(machine, runOptions, writer)
    {
    }

    [[nodiscard]] bool isTorch() const { return options.semantics == device::Semantics::Torch; }
    [[nodiscard]] bool isDevice(DeviceId device) const { return device.index <= profile.gpus.size(); }
    [[nodiscard]] const device::GpuModel& gpu(std::int32_t ordinal) const
    {
        return profile.gpus[static_cast<std::size_t>(ordinal)];
    }
    /// The time `ns` from now, rounded to nanoseconds.
    [[nodiscard]] std::int64_t after(double ns) const { return now + static_cast<std::int64_t>(ns + 0.5); }

    const device::Profile& profile;
    const device::PlatformOptions& options;
    TraceWriter& trace;
    std::int64_t now = 0;  ///< ns
    EventQueue events;
    Operations operations;
    Storage storage;
};

}  // namespace engine::devices::sim::detail
