#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>

/// Sums over several GPUs by NCCL, which is loaded if it is there. Threads: any, one at a time within.
namespace engine::devices::cuda::plugin {

/// "NCCL 2.28"; null: it is not there.
[[nodiscard]] const char* collectivesName();

/// As abi::Module::allReduce. Communicators of a set of GPUs are made with the first sum over them.
[[nodiscard]] abi::Code allReduce(abi::Stream& stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                                  std::int64_t elements);

/// Communicators that a GPU is part of go before it does; nothing is under way in them.
void closeCollectives(int ordinal);

}  // namespace engine::devices::cuda::plugin
