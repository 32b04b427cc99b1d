#pragma once

#include "engine/devices/cpu/device_waits.h"
#include "engine/devices/cpu/task.h"
#include "engine/schedule/engine.h"

namespace engine::devices::cpu {

class RankLibrary;

/// Executes the operations of this computer and owns the memory of its tensors. Implementations: CpuDevice for the CPU
/// alone; GpuDevices of engine/devices/cuda, which owns the GPUs and forwards operations and tensors of the CPU to
/// CpuDevice.
///
/// For the dependency engine, an operation of a GPU is complete when it was issued to the device; the functions of
/// waits() wait for the device itself.
///
/// Thread: run(), store() and observe() are called in the body of an operation, on a worker or on the program's thread;
/// allocate(), allocateHost(), isInUse() and checkReadable() also on the thread that communicates with other ranks, and
/// on threads that make its staged copies ready; cancel() on any thread; the others on the program's.
class Devices {
public:
    virtual ~Devices() = default;

    // -- operations
    /// Creates the data that the devices store with a new tensor, besides its memory on the CPU.
    [[nodiscard]] virtual std::shared_ptr<GpuPart> addTensor(const device::VariableRequest& /*request*/) { return {}; }
    /// The group of workers that execute or issue the operation.
    [[nodiscard]] virtual schedule::GroupId groupOf(const Task& task) const = 0;
    /// The group of workers that execute store() and observe() for a tensor.
    [[nodiscard]] virtual schedule::GroupId groupOfWrites(const Variable& variable) const = 0;
    /// Completes the record of an operation that is being issued: sets its kind, and for a copy between host and GPU or
    /// between GPUs also bytes, device and type of host memory.
    virtual void describe(const Task& task, trace::IssueRecord& record) const = 0;
    /// With PyTorch's semantics, allocates the outputs when the operation is called, and fails if there is no memory;
    /// with MXNet's, has no effect.
    [[nodiscard]] virtual Status allocate(const Task& task, OpId op) = 0;
    /// Allocates memory for a tensor of the CPU that has none. The memory is page-locked if the program or an option of
    /// the run requests that.
    [[nodiscard]] virtual Status allocateHost(Variable& variable, OpId op) = 0;
    /// Executes the operation, or issues it to its device. Called on a worker of its group or on the program's thread.
    [[nodiscard]] virtual Status run(Task& task, const schedule::RunningBody& running) = 0;

    // -- values
    /// Copies the values into the tensor, for Platform::write(). There is one value for each element.
    [[nodiscard]] virtual Status store(Variable& variable, std::span<const float> values) = 0;
    /// Checks a tensor of the CPU that has been written. Errors: Unavailable while a GPU copies to the tensor; the
    /// error of the GPU if the GPU was lost during the copy.
    [[nodiscard]] virtual Status checkReadable(const Variable& /*variable*/) const { return {}; }
    /// Whether a GPU still copies from or to this tensor of the CPU.
    [[nodiscard]] virtual bool isInUse(const Variable& /*variable*/) const { return false; }
    /// Writes the mean of the tensor as a metric once its values exist.
    virtual Status observe(Variable& variable, const std::string& metric, std::int32_t step) = 0;

    [[nodiscard]] virtual DeviceWaits& waits() = 0;

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
