#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

namespace engine::devices::cuda::plugin {

/// Queues one operation in a stream. Defined in kernels.cu.
[[nodiscard]] abi::Code launchWork(abi::Stream& stream, const abi::Work& work);

}  // namespace engine::devices::cuda::plugin
