#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>
#include <mutex>

/// Collectives over several GPUs of this process, or of several, by NCCL if installed. Threads: any.
namespace engine::devices::cuda::plugin {

// As those of abi::Module. The first sum over a set of GPUs creates its communicators.
[[nodiscard]] const char* collectives();
[[nodiscard]] abi::Code allReduce(abi::Stream* stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                                  std::int64_t elements);
[[nodiscard]] abi::Code makeId(void* id);
[[nodiscard]] abi::Code connect(abi::Gpu* gpu, std::int32_t number, const void* id, std::int32_t rank,
                                std::int32_t count);
void disconnect(abi::Gpu* gpu, std::int32_t number);
[[nodiscard]] abi::Code exchange(abi::Stream* stream, std::int32_t number, const abi::ExchangeStep* steps,
                                 std::int32_t count);
[[nodiscard]] abi::Code checkExchanges(abi::Gpu* gpu);
void abandon(abi::Gpu* gpu);
void interrupt(abi::Gpu* gpu);

/// Excludes sums over several GPUs from being queued. A call that waits for a device could otherwise block between the
/// launches of a sum on two GPUs, of which the first waits for the second.
[[nodiscard]] std::unique_lock<std::mutex> lockCollectives();

/// Destroys the communicators of a GPU before the GPU is closed; they must be idle. Those with other processes, of all
/// GPUs: when these have received everything and do the same.
void closeCollectives(int ordinal);

}  // namespace engine::devices::cuda::plugin
