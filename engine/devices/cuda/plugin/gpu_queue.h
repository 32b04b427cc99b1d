#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

namespace engine::devices::cuda::plugin {

/// Queues one operation of the program in a stream. Defined where nvcc compiles (kernels.cu).
[[nodiscard]] abi::Code launchWork(abi::Stream& stream, const abi::Work& work);

/// Scratch memory that launchWork() wants.
[[nodiscard]] abi::Code scratchOf(abi::Gpu& gpu, const abi::Work& work, std::int64_t& bytes);

}  // namespace engine::devices::cuda::plugin
