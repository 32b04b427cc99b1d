#pragma once

#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/devices.h"
#include "engine/devices/cuda/detail/computer_memory.h"
#include "engine/devices/cuda/detail/gpu_operations.h"
#include "engine/devices/cuda/detail/gpu_parts.h"
#include "engine/devices/cuda/detail/gpu_queues.h"
#include "engine/devices/cuda/detail/gpu_waits.h"
#include "engine/devices/cuda/detail/host_tensors.h"
#include "engine/devices/cuda/detail/ordered_callbacks.h"
#include "engine/devices/cuda/detail/rank_collectives.h"
#include "engine/devices/cuda/open_computer.h"

#include <atomic>

namespace engine::devices::cuda::detail {

/// The GPUs of this computer, beside its CPU. The dependency engine of the computer orders all operations. For a GPU
/// operation, "complete" means issued to a stream: a worker of the GPU (PyTorch: the program's thread) enqueues the
/// operation behind the events that the device must wait for, without blocking. A copy to the host is complete when it
/// has ended on the device, unless it is PyTorch's non-blocking copy or a copy for a collective. Thread: as
/// cpu::Devices.
class GpuDevices final : public cpu::Devices {
public:
    /// `computer.devices` must contain only the CPU.
    GpuDevices(cpu::ComputerState& computer, ModulePtr module);
    ~GpuDevices() override;

    /// Adds the GPUs to the computer. Errors: why a GPU could not be opened.
    [[nodiscard]] Status open(int count, const GpuSettings& settings);

    [[nodiscard]] std::shared_ptr<cpu::GpuPart> addTensor(const device::VariableRequest& request) override;
    [[nodiscard]] schedule::GroupId groupOf(const cpu::Task& task) const override;
    [[nodiscard]] schedule::GroupId groupOfWrites(const cpu::Variable& variable) const override;
    void describe(const cpu::Task& task, trace::IssueRecord& record) const override;
    [[nodiscard]] Status allocate(const cpu::Task& task, OpId op) override;
    [[nodiscard]] Status allocateHost(cpu::Variable& variable, OpId op) override;
    [[nodiscard]] Status run(cpu::Task& task, const schedule::RunningBody& running) override;

    [[nodiscard]] Status store(cpu::Variable& variable, std::span<const float> values) override;
    [[nodiscard]] Status checkReadable(const cpu::Variable& variable) const override;
    [[nodiscard]] bool isInUse(const cpu::Variable& variable) const override;
    Status observe(cpu::Variable& variable, const std::string& metric, std::int32_t step) override;

    [[nodiscard]] cpu::DeviceWaits& waits() override { return m_waits; }

    [[nodiscard]] device::Memory& memory() override { return m_memory; }
    [[nodiscard]] std::int64_t inFlight() const override;
    [[nodiscard]] cpu::RankLibrary* rankLibrary() override { return &m_rankCollectives; }
    void cancel() override;
    void drain() override;

private:
    /// Whether the lifetime belongs to a GPU operation and is recorded here or by the ledger; otherwise the caller
    /// records it. Corrects lifetimes of CPU operations.
    [[nodiscard]] bool isRecordedHere(schedule::Life& life);
    [[nodiscard]] Status observeOnHost(const cpu::Variable& variable, const std::string& metric, std::int32_t step);

    cpu::Devices& m_cpu;
    GpuParts m_parts;
    ComputerMemory m_memory;
    GpuQueues m_queues;
    GpuWaits m_waits;
    HostTensors m_hostTensors;
    GpuOperations m_operations;
    RankCollectives m_rankCollectives;
    OrderedCallbacks
        m_observations;  ///< observed values, in program order, so that the first NaN reported is the program's first
};

}  // namespace engine::devices::cuda::detail
