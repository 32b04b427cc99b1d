#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"
#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/trace/sink.h"

#include <memory>

namespace engine::devices::sim {

/// Opens a virtual machine: the platform's calls move a modelled clock, nothing ever sleeps, and the same calls give
/// the same records byte for byte. Devices and lanes are recorded at once; the machine is copied.
///
/// `values`: computes numbers on this computer; needed for ValueMode::Computed only. Numbers never change a time.
/// Errors: Unavailable if numbers are wanted and `values` is empty; those of `values`.
/// Thread:  the platform belongs to the thread of the program; cancel() may be called by any.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openVirtual(const device::Machine& machine,
                                                                    const device::PlatformOptions& options,
                                                                    trace::Sink& sink,
                                                                    const device::ValueEngineFactory& values = {});

}  // namespace engine::devices::sim
