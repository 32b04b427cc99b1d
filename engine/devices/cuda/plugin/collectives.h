#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>
#include <mutex>
#include <span>

/// Collectives over several GPUs of this process, or of several, by NCCL if installed. Threads: any; calls are
/// serialized.
namespace engine::devices::cuda::plugin {

/// "NCCL 2.28"; null: NCCL is missing.
[[nodiscard]] const char* collectivesName();

/// As abi::Module::allReduce. The first sum over a set of GPUs creates its communicators.
[[nodiscard]] abi::Code allReduce(abi::Stream& stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                                  std::int64_t elements);

/// As those of abi::Module.
[[nodiscard]] abi::Code makeId(abi::UniqueId& id);
[[nodiscard]] abi::Code connect(int ordinal, int number, const abi::UniqueId& id, int rank, int count);
[[nodiscard]] abi::Code exchange(abi::Stream& stream, int number, std::span<const abi::ExchangeStep> steps);
[[nodiscard]] abi::Code checkExchanges(int ordinal);

/// Excludes sums from being queued. A call that waits for a device could otherwise block between the launches of a sum
/// on two GPUs, of which the first waits for the second.
[[nodiscard]] std::unique_lock<std::mutex> lockCollectives();

/// Ends the kernels of collectives that wait for a lost GPU.
void abandonCollectives(int ordinal);

/// As abi::Module::interrupt.
void interruptCollectives(int ordinal);

/// Destroys the communicators of a GPU before the GPU is closed; they must be idle. Those with other processes: when
/// these have received everything.
void closeCollectives(int ordinal);

}  // namespace engine::devices::cuda::plugin
