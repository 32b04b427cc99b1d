#pragma once

#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/trace/imported.h"

#include <memory>

/// This computer as a platform: real processors and real time. Kernels are oneDNN's and our own.
namespace engine::devices::cpu {

using trace::kThisComputer;

/// Describes this computer for the machine selector: "This computer · 2 cores".
[[nodiscard]] device::MachineInfo thisComputer();

/// Opens this computer. Several threads write records to `sink` during the run; `sink` must stay valid until finish()
/// has returned.
/// Torch: operations run in the program's thread. MXNet: on workers, or in the program's thread under the naive policy.
/// Values are always computed, whatever `options` requests. Errors: InvalidArgument for an invalid option;
/// those of schedule::Engine::addGroup().
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openThisComputer(const device::PlatformOptions& options,
                                                                         trace::Sink& sink);

/// Number of ranks of the program run that share this computer.
[[nodiscard]] int ranksHere(const device::PlatformOptions& options);

/// Checks the options of openThisComputer(). Errors: InvalidArgument.
[[nodiscard]] Status checkOptions(const device::PlatformOptions& options);

/// Creates an engine that computes the values of virtual machines on `threads` threads (1 to 256). Errors:
/// InvalidArgument for another number of threads; those of schedule::Engine::addGroup().
[[nodiscard]] Result<std::unique_ptr<device::ValueEngine>> makeValueEngine(int threads);

}  // namespace engine::devices::cpu
