#pragma once

#include "engine/devices/cuda/detail/gpu_parts.h"
#include "engine/devices/cuda/detail/gpu_queues.h"
#include "engine/devices/cuda/detail/host_tensors.h"

#include <span>
#include <vector>

namespace engine::devices::cuda::detail {

/// Issues operations to the GPUs: selects the points on the device that each operation follows, the memory for its
/// result, and its stream. Threads: any; the dependency engine orders accesses to the tensors.
class GpuOperations {
public:
    GpuOperations(GpuParts& parts, GpuQueues& queues, HostTensors& hostTensors)
        : m_parts(parts), m_queues(queues), m_hostTensors(hostTensors)
    {
    }

    /// Issues an operation of a GPU, or a copy from or to a GPU. Blocks until the operation has ended if the framework
    /// or the naive policy waits for it.
    [[nodiscard]] Status run(cpu::Task& task, OpId op);
    /// Allocates the outputs of a GPU operation when the program calls it, as PyTorch does.
    [[nodiscard]] Status allocate(const cpu::Task& task, OpId op);
    /// Copies values of the program into a tensor of a GPU.
    [[nodiscard]] Status store(cpu::Variable& variable, std::span<const float> values);

private:
    [[nodiscard]] Status compute(cpu::Task& task, OpId op);
    [[nodiscard]] Status copyIn(cpu::Task& task, OpId op);
    [[nodiscard]] Status copyOut(cpu::Task& task, OpId op);
    [[nodiscard]] Status copyPeer(cpu::Task& task, OpId op);
    [[nodiscard]] Status collective(cpu::Task& task, OpId op);
    [[nodiscard]] bool isNaive() const { return m_parts.computer.options.policy == device::EnginePolicy::Naive; }
    /// Returns memory for output `index`: its present memory if the result may be written there, else a new block in
    /// `fresh`.
    [[nodiscard]] Result<void*> place(const cpu::Task& task, std::size_t index, GpuStream& stream, OpId op,
                                      GpuBlock& fresh, std::vector<Point>& after);
    void noteUse(cpu::Task& task, const Point& point, std::span<GpuBlock> fresh, OpId op);
    [[nodiscard]] GpuStream::Entry entryOf(const cpu::Task& task, OpId op) const;
    /// Estimates the shortest possible duration of an operation from FLOP and bytes.
    [[nodiscard]] Nanoseconds modelled(const cpu::Task& task) const;

    GpuParts& m_parts;
    GpuQueues& m_queues;
    HostTensors& m_hostTensors;
};

}  // namespace engine::devices::cuda::detail
