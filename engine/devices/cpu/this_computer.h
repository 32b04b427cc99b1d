#pragma once

#include "engine/device/platform.h"
#include "engine/device/values.h"

#include <memory>

/// This computer as a platform: the real processors and the real clock. Kernels by oneDNN and by this room.
namespace engine::devices::cpu {

/// Id of this computer among the machines.
constexpr const char* kThisComputer = "this-computer";

/// For the machine selector: "This computer · 2 cores".
[[nodiscard]] device::MachineInfo thisComputer();

/// Opens this computer. Records go to `sink`, live, from several threads; `sink` outlives the platform's finish().
/// Torch: operations run in the program's thread. MXNet: on workers, or in the program's thread by the naive policy.
/// Values are always computed, whatever `options` says. Errors: InvalidArgument for a senseless option.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openThisComputer(const device::PlatformOptions& options,
                                                                         trace::Sink& sink);

/// What openThisComputer() refuses. Errors: InvalidArgument.
[[nodiscard]] Status checkOptions(const device::PlatformOptions& options);

/// Computes the values of virtual machines on `threads` threads (1 to 256). Errors: InvalidArgument.
[[nodiscard]] Result<std::unique_ptr<device::ValueEngine>> makeValueEngine(int threads);

}  // namespace engine::devices::cpu
