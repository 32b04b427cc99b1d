#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

namespace engine::devices::cuda::plugin {

/// Queues one operation in a stream. Defined in kernels.cu.
[[nodiscard]] abi::Code launchWork(abi::Stream& stream, const abi::Work& work);

/// Returns the bytes of scratch memory that launchWork() needs.
[[nodiscard]] abi::Code scratchOf(abi::Gpu& gpu, const abi::Work& work, std::int64_t& bytes);

}  // namespace engine::devices::cuda::plugin
