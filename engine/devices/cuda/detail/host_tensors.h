#pragma once

#include "engine/devices/cuda/detail/gpu_parts.h"

#include <mutex>
#include <optional>
#include <unordered_map>

namespace engine::devices::cuda::detail {

/// Tensors of the CPU that GPUs copy to and from: page-locked memory, and waits of CPU operations for copies.
/// Threads: any.
class HostTensors {
public:
    explicit HostTensors(GpuParts& parts) : m_parts(parts) {}

    /// The kind of memory of a CPU tensor: the program's choice for the tensor, else the option of the program run.
    [[nodiscard]] device::HostMemoryMode modeOf(const cpu::Variable& variable) const;
    /// The kind of memory of the target of a copy to the CPU. PyTorch's non-blocking copies use page-locked memory by
    /// default.
    [[nodiscard]] device::HostMemoryMode targetModeOf(const cpu::Task& copyOut) const;
    /// Allocates those outputs of a CPU operation for which the program chose page-locked memory.
    [[nodiscard]] Status allocatePinned(const cpu::Task& task, OpId op);
    /// Allocates memory for a CPU tensor if it has none.
    [[nodiscard]] Status allocate(cpu::Variable& variable, device::HostMemoryMode mode, OpId op);

    /// Blocks until the GPUs have ended their writes to the CPU tensors that `task` reads, and all uses of those that
    /// it writes.
    [[nodiscard]] Status awaitUses(const cpu::Task& task) const;
    /// Blocks like awaitUses(task), before CPU operation `op`; stores the end of the wait for correct().
    [[nodiscard]] Status awaitUses(const cpu::Task& task, OpId op);
    /// Moves the start of a CPU operation to the end of its wait for the GPU: the engine starts the operation as soon
    /// as the GPU work that it depends on is queued, but the operation computes only after the wait. If the wait was
    /// cancelled, marks the operation as cancelled.
    void correct(schedule::Life& life);

private:
    GpuParts& m_parts;
    std::mutex m_mutex;  ///< guards m_awaited
    std::unordered_map<std::uint32_t, std::optional<std::uint64_t>>
        m_awaited;  ///< by operation: end of the operation's wait, in ticks; none: cancelled
};

}  // namespace engine::devices::cuda::detail
