#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"
#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/trace/sink.h"

#include <memory>

namespace engine::devices::sim {

/// Opens a virtual machine. Calls advance a simulated clock and never sleep; the same calls produce the same records
/// byte for byte. The function records the devices and the lanes of their workers, default streams and copy engines
/// before it returns. It copies the machine.
///
/// `values`: creates the engine that computes values on this computer; needed for ValueMode::Computed only. Values do
/// not affect times. Errors: Unavailable if values are to be computed and `values` is empty; those of `values`. Thread:
/// all methods of the platform are called from the program's thread, except cancel(), which any thread may call.
[[nodiscard]] Result<std::unique_ptr<device::Platform>> openVirtual(const device::Machine& machine,
                                                                    const device::PlatformOptions& options,
                                                                    trace::Sink& sink,
                                                                    const device::ValueEngineFactory& values = {});

}  // namespace engine::devices::sim
