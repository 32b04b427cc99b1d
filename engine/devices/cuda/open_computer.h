#pragma once

#include "engine/device/machine_choice.h"
#include "engine/device/platform.h"
#include "engine/devices/cuda/module.h"

#include <memory>
#include <vector>

/// This computer with its GPUs, if it has some; else this computer.
namespace engine::devices::cuda {

/// For the machine selector: "This computer · 16 cores · 2 GPUs", or with the sentence why there is none.
[[nodiscard]] device::MachineInfo describeComputer(const ModuleSearch& search);

/// This computer with what was chosen about its GPUs: "This computer · 16 cores · 1 GPU · TF32".
[[nodiscard]] device::MachineInfo describeComputer(const ModuleSearch& search, const device::MachineChoice& choice);

/// Every way to have this computer, plain first: with TF32 if it has GPUs, its GPU twice if it has one.
[[nodiscard]] std::vector<device::MachineInfo> describeComputers(const ModuleSearch& search);

/// As cpu::openThisComputer(). Errors besides: a GPU does not open, with the driver's reason.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

/// How the GPUs are used.
struct GpuSettings {
    abi::Options module;
    /// One GPU is two devices: two sets of streams, each with half of the memory. What both do adds up.
    bool isShared = false;
};
[[nodiscard]] GpuSettings gpuSettings(const device::MachineChoice& choice);

/// With chosen settings. Errors besides: a GPU is to be shared where there is none, or more than one.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const GpuSettings& settings,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

}  // namespace engine::devices::cuda
