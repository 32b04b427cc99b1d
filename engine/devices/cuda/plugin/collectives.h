#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>
#include <mutex>

/// Collectives over several GPUs of one process or of several processes, by NCCL if installed. Threads: any.
namespace engine::devices::cuda::plugin {

// The functions of abi::Module with these names. The first sum over a set of GPUs creates its communicators.
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

/// Prevents other threads from queueing sums over several GPUs. Without the lock, a deadlock is possible: a sum has
/// been launched on one GPU but not on the next GPU, for which the first one waits, and a call that waits for the first
/// GPU blocks the second launch.
[[nodiscard]] std::unique_lock<std::mutex> lockCollectives();

/// Destroys the communicators of a GPU before the GPU is closed; they must be idle. Communicators with other processes
/// are destroyed for all GPUs together, once those processes have received all data and destroy their communicators
/// too.
void closeCollectives(int ordinal);

}  // namespace engine::devices::cuda::plugin
