#pragma once

#include "engine/device/machine_choice.h"
#include "engine/device/platform.h"
#include "engine/devices/cuda/module.h"

#include <memory>
#include <vector>

/// Opens this computer with its GPUs, or without them if there are none.
namespace engine::devices::cuda {

/// Describes this computer for the machine selector: "This computer · 16 cores · 2 GPUs", or with the reason why no GPU
/// can be used.
[[nodiscard]] device::MachineInfo describeComputer(const ModuleSearch& search);

/// Describes this computer with the chosen GPU settings: "This computer · 16 cores · 1 GPU · TF32".
[[nodiscard]] device::MachineInfo describeComputer(const ModuleSearch& search, const device::MachineChoice& choice);

/// Describes the variants of this computer: the default; one with TF32 if there are GPUs; and one that shows the GPU as
/// two devices if there is exactly one.
[[nodiscard]] std::vector<device::MachineInfo> describeComputers(const ModuleSearch& search);

/// Opens this computer; see cpu::openThisComputer(). Additional error: a GPU cannot be opened, with the driver's
/// reason.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

/// Options for the use of the GPUs.
struct GpuSettings {
    abi::Options module;
    /// One GPU appears as two devices: two sets of streams, each with half of the memory. They compete for the same
    /// hardware.
    bool isShared = false;
};
[[nodiscard]] GpuSettings gpuSettings(const device::MachineChoice& choice);

/// Opens this computer with these settings. Additional error: isShared is set but the number of GPUs is not 1.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const GpuSettings& settings,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

}  // namespace engine::devices::cuda
