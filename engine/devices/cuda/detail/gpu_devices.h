#pragma once

#include "engine/devices/cpu/computer.h"
#include "engine/devices/cuda/detail/computer_memory.h"
#include "engine/devices/cuda/detail/gpu_operations.h"
#include "engine/devices/cuda/detail/gpu_parts.h"
#include "engine/devices/cuda/detail/gpu_queues.h"
#include "engine/devices/cuda/detail/host_tensors.h"
#include "engine/devices/cuda/detail/ordered_callbacks.h"
#include "engine/devices/cuda/detail/rank_collectives.h"
#include "engine/devices/cuda/open_computer.h"

#include <atomic>

namespace engine::devices::cuda::detail {

/// The GPUs of this computer, beside its CPU. The dependency engine of the computer orders all operations. For a GPU
/// operation, "complete" means issued to a stream: a worker per GPU (PyTorch: the program's thread) enqueues the
/// operation behind the events that the device must wait for, and continues. A copy to the host is complete when it has
/// ended on the device. Thread: as cpu::Devices.
class GpuDevices final : public cpu::Devices {
public:
    GpuDevices(cpu::Computer& computer, ModulePtr module);
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

    [[nodiscard]] Status addStream(DeviceId device) override;
    Status recordEvent(const cpu::EventPtr& event, StreamId stream) override;
    Status waitEvent(StreamId stream, cpu::Event& event) override;
    void waitOperation(StreamId stream, OpId op) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(const cpu::Event& begin, const cpu::Event& end) const override;

    [[nodiscard]] Status awaitIssued(DeviceId device, OpId& releasedBy) override;
    [[nodiscard]] Status await(cpu::Variable& variable, OpId& releasedBy) override;
    [[nodiscard]] Status awaitDevice(DeviceId device, OpId& releasedBy) override;
    [[nodiscard]] Status awaitStream(StreamId stream, OpId& releasedBy) override;
    [[nodiscard]] Status awaitEvent(cpu::Event& event) override;
    [[nodiscard]] Status awaitAll(OpId& releasedBy) override;

    [[nodiscard]] device::Memory& memory() override { return m_memory; }
    [[nodiscard]] std::int64_t inFlight() const override;
    [[nodiscard]] cpu::RankLibrary* rankLibrary() override { return &m_rankCollectives; }
    void cancel() override;
    void drain() override;

private:
    /// The driver's event for one recording; never reused, so its time can be read later.
    struct Marker final : cpu::GpuPart {
        ModulePtr module;
        abi::Event* event = nullptr;
        Point point;
        ~Marker() override;
    };

    /// Whether the lifetime belongs to a GPU operation, which the ledger records. Lifetimes of CPU operations are
    /// corrected.
    [[nodiscard]] bool isRecordedHere(schedule::Life& life);
    [[nodiscard]] Status observeOnHost(const cpu::Variable& variable, const std::string& metric, std::int32_t step);

    cpu::CpuDevice& m_cpu;
    GpuParts m_parts;
    ComputerMemory m_memory;
    GpuQueues m_queues;
    HostTensors m_hostTensors;
    GpuOperations m_operations;
    RankCollectives m_rankCollectives;
    OrderedCallbacks
        m_observations;  ///< observed values, in program order, so that the first NaN reported is the program's first
};

}  // namespace engine::devices::cuda::detail
