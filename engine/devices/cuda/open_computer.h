#pragma once

#include "engine/device/platform.h"
#include "engine/devices/cuda/module.h"

#include <memory>

/// This computer with its GPUs, if it has some; else this computer.
namespace engine::devices::cuda {

/// For the machine selector: "This computer · 16 cores · 2 GPUs", or with the sentence why there is none.
[[nodiscard]] device::MachineInfo describeComputer(const ModuleSearch& search);

/// As cpu::openThisComputer(). Errors besides: a GPU does not open, with the driver's reason.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

/// With chosen settings of the module.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                                     const abi::Options& settings,
                                                                     const device::PlatformOptions& options,
                                                                     trace::Sink& sink);

}  // namespace engine::devices::cuda
