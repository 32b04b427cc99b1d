#pragma once

#include "engine/devices/cpu/task.h"
#include "engine/schedule/engine.h"

namespace engine::devices::cpu {

class RankLibrary;

/// Executes the operations of this computer and owns the memory of its tensors. Implementations:
/// CpuDevice for the CPU alone; GpuDevices of engine/devices/cuda, which owns the GPUs and forwards what belongs to the
/// CPU to CpuDevice.
///
/// For an operation of a GPU, the dependency engine takes "issued to the device" as complete; the await… functions
/// wait for the device itself.
///
/// Thread: run(), store(), observe(), recordEvent() and waitEvent() are called in the body of an operation, on a worker
/// or on the program's thread; allocate(), allocateHost(), isInUse() and checkReadable() also on the thread that
/// communicates with other ranks, or that makes a copy for it ready; cancel() on any thread; the others on the
/// program's.
class Devices {
public:
    virtual ~Devices() = default;

    // -- operations
    /// Creates the data that the devices store with a new tensor, besides its memory on the CPU.
    [[nodiscard]] virtual std::shared_ptr<GpuPart> addTensor(const device::VariableRequest& /*request*/) { return {}; }
    /// The group of workers that execute or issue the operation.
    [[nodiscard]] virtual schedule::GroupId groupOf(const Task& task) const = 0;
    /// The group of workers that execute reads and writes of one tensor.
    [[nodiscard]] virtual schedule::GroupId groupOfWrites(const Variable& variable) const = 0;
    /// Fills in the kind and the host memory of an operation that is being issued.
    virtual void describe(const Task& task, trace::IssueRecord& record) const = 0;
    /// Allocates the outputs when the operation is called, as PyTorch does, and fails if there is no memory.
    [[nodiscard]] virtual Status allocate(const Task& task, OpId op) = 0;
    /// Allocates memory for a tensor of the CPU that has none, page-locked if the program or the run chose that.
    [[nodiscard]] virtual Status allocateHost(Variable& variable, OpId op) = 0;
    /// Executes the operation, or issues it to its device. Called on a worker of its group or on the program's thread.
    [[nodiscard]] virtual Status run(Task& task, const schedule::RunningBody& running) = 0;

    // -- values
    /// Copies the values into the tensor, for Platform::write(). Their number is that of the tensor's elements.
    [[nodiscard]] virtual Status store(Variable& variable, std::span<const float> values) = 0;
    /// Errors: the values of a written tensor of the CPU are not in its memory yet, or never will be.
    [[nodiscard]] virtual Status checkReadable(const Variable& /*variable*/) const { return {}; }
    /// Whether a GPU still copies from or to this tensor of the CPU.
    [[nodiscard]] virtual bool isInUse(const Variable& /*variable*/) const { return false; }
    /// Writes the mean of the tensor as a metric once its values exist.
    virtual Status observe(Variable& variable, const std::string& metric, std::int32_t step) = 0;

    // -- streams and events
    /// Creates the device's stream, before the first operation is issued to it.
    [[nodiscard]] virtual Status addStream(DeviceId /*device*/) { return {}; }
    /// Records `event` on the device of `stream`. Called in the order of that stream.
    virtual Status recordEvent(const EventPtr& event, StreamId stream) = 0;
    /// Makes later operations of `stream` wait for `event`. Called in the order of that stream, after the event was
    /// recorded.
    virtual Status waitEvent(StreamId /*stream*/, Event& /*event*/) { return {}; }
    /// Makes later operations and events of `stream` wait for a collective of a GPU or the copy after it, which is
    /// queued.
    virtual void waitOperation(StreamId /*stream*/, OpId /*op*/) {}
    /// The time between two events; both must have been reached.
    [[nodiscard]] virtual Result<Nanoseconds> elapsed(const Event& begin, const Event& end) const
    {
        return Nanoseconds{end.time.load() - begin.time.load()};
    }

    // -- waits; each returns the failure of the operations that it awaits. If the end of a GPU's operation ended the
    // wait, `releasedBy` becomes that operation
    /// Waits until the dependency engine has completed all operations of a device.
    [[nodiscard]] virtual Status awaitIssued(DeviceId device, OpId& releasedBy) = 0;
    // The following functions wait until the devices have executed all work issued before.
    [[nodiscard]] virtual Status await(Variable& /*variable*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitDevice(DeviceId /*device*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitStream(StreamId /*stream*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitEvent(Event& /*event*/) { return {}; }
    [[nodiscard]] virtual Status awaitAll(OpId& /*releasedBy*/) { return {}; }

    // -- accounting and end
    [[nodiscard]] virtual device::Memory& memory() = 0;
    /// Number of operations that were issued to GPUs and have not ended.
    [[nodiscard]] virtual std::int64_t inFlight() const { return 0; }
    /// The library that moves numbers between GPUs, also between those of several ranks; null: there are no GPUs.
    [[nodiscard]] virtual RankLibrary* rankLibrary() { return nullptr; }
    /// Any thread.
    virtual void cancel() = 0;
    /// Called after the dependency engine has ended, before the last record of the run.
    virtual void drain() {}
};

}  // namespace engine::devices::cpu
