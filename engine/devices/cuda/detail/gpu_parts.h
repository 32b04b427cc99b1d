#pragma once

#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cuda/detail/gpu.h"
#include "engine/devices/cuda/detail/launcher.h"
#include "engine/devices/cuda/detail/staging.h"
#include "engine/devices/cuda/detail/tensors.h"

#include <atomic>
#include <memory>
#include <vector>

namespace engine::devices::cuda::detail {

/// Everything that belongs to one GPU.
struct GpuSite {
    std::unique_ptr<Gpu> gpu;
    std::unique_ptr<Launcher> launcher;
    std::unique_ptr<Staging> staging;
    schedule::GroupId issue;
    schedule::GroupId in;
    schedule::GroupId out;
    schedule::GroupId peer;              ///< group of copies from this GPU to others; a wait for this GPU includes it
    std::atomic<std::uint32_t> next{0};  ///< compute stream for the next independent operation
};

/// Shared state of the classes that implement the GPUs, for one program run.
struct GpuParts {
    GpuParts(cpu::ComputerState& state, ModulePtr loaded)
        : computer(state),
          module(std::move(loaded)),
          ledger([&state](const trace::LifeRecord& life) { state.trace.write(life); })
    {
    }

    [[nodiscard]] GpuSite& siteOf(DeviceId device) const { return *sites[device.index - 1]; }
    [[nodiscard]] Gpu& gpuOf(DeviceId device) const { return *siteOf(device).gpu; }

    cpu::ComputerState& computer;
    const ModulePtr module;
    std::atomic<bool> isStopping{false};
    LifeLedger ledger;
    std::vector<std::unique_ptr<GpuSite>> sites;
    std::unique_ptr<cpu::Storage> pinned;                ///< page-locked memory for tensors of the CPU
    bool isShared = false;                               ///< one GPU appears as two devices
    std::vector<trace::LaneRecord>* newLanes = nullptr;  ///< lanes of a GPU whose device record is not written yet
};

/// The direction of a copy between devices, relative to the GPU. None: not a copy between devices.
enum class CopyDirection : std::uint8_t { None, In, Out, Peer };
[[nodiscard]] CopyDirection directionOf(const cpu::Task& task);

/// Blocks until the device has executed everything up to `point`. Sets `releasedBy` if the device had not done so
/// before the call.
/// Errors: the device was lost; Cancelled.
[[nodiscard]] Status await(const Point& point, OpId* releasedBy = nullptr);

}  // namespace engine::devices::cuda::detail
