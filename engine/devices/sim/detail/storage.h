#pragma once

#include "engine/device/machine.h"
#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/devices/sim/detail/trace_writer.h"
#include "engine/memory/device_pool.h"
#include "engine/memory/host_pool.h"

#include <memory>
#include <vector>

namespace engine::devices::sim::detail {

/// A tensor of the program: its device, its memory, and the number of operations that use it. A view has no memory: it
/// shows the memory of its root, and operations that use the view are also counted at the root.
struct Variable {
    DeviceId device;
    ops::Shape shape;
    Bytes bytes;
    std::optional<device::HostMemoryMode> hostMemory;
    VariableId tracked;  ///< variable in the dependency engine; of a view: that of its root
    VariableId root;     ///< the variable whose memory this one shows; usually itself
    VariableId base;     ///< of a view: the variable of which it is a view; else invalid
    device::ValueId value;
    memory::BlockId block;         ///< memory on a GPU
    memory::HostPool::Block host;  ///< memory on the CPU
    std::uint32_t stream = 0;      ///< the stream for which the block was allocated
    std::int32_t uses = 0;         ///< number of operations that use the variable and are not complete
    std::int32_t foreignUses = 0;  ///< the operations of `uses` that run on streams other than `stream`
    bool wasRead = false;          ///< of a root: read as a whole since it was last written as a whole
    std::int32_t holders = 1;      ///< of a root: number of the program's tensors that show the root's memory
    std::int32_t views = 0;        ///< number of variables that are a view of this one
    bool hasMemory = false;
    std::uint32_t version = 1;  ///< of a root: incremented by each write to the root's values
    bool isHeld = false;        ///< contains a computed result
    bool isReleased = false;    ///< the program has released the variable; views of it may exist
    bool isMade = false;        ///< the variable was written, or an operation that writes it was issued
    bool isAlive = false;
};

/// The cost of a memory allocation.
struct Allocation {
    double driverNs = 0;  ///< time of driver calls
    double poolNs = 0;
    Bytes fromDriver;
    Bytes pagesToFault;  ///< pageable memory that was never accessed
    Bytes pagesToPin;
    int driverFrees = 0;  ///< number of frees by the driver; each waits until the device is idle
};

/// All variables and all memory of a virtual machine. Writes the memory records.
class Storage {
public:
    Storage(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace);

    [[nodiscard]] VariableId add(Variable variable);
    [[nodiscard]] Variable& operator[](VariableId id) { return m_variables[id.index]; }
    [[nodiscard]] const Variable& operator[](VariableId id) const { return m_variables[id.index]; }
    /// Returns the variable that owns the memory of `id`: itself, or the root of a view.
    [[nodiscard]] Variable& rootOf(VariableId id) { return m_variables[m_variables[id.index].root.index]; }
    [[nodiscard]] const Variable& rootOf(VariableId id) const { return m_variables[m_variables[id.index].root.index]; }
    [[nodiscard]] bool isKnown(VariableId id) const
    {
        return id.index < m_variables.size() && m_variables[id.index].isAlive && !m_variables[id.index].isReleased;
    }

    /// Allocates memory for the variable. Errors: OutOfMemory, which is also recorded as a refusal.
    [[nodiscard]] Result<Allocation> allocate(VariableId id, std::uint32_t stream, device::HostMemoryMode mode, OpId op,
                                              std::int64_t now);
    /// The state that host memory would have if it were allocated now.
    [[nodiscard]] trace::HostMemory hostStateFor(Bytes bytes, device::HostMemoryMode mode) const;

    /// Records that the variable's memory contains values from now on, the first ones from `op` (invalid id: from the
    /// program). Later calls for the same memory have no effect.
    void markWritten(VariableId id, OpId op, std::int64_t now);

    /// Call when the program has dropped this tensor. Returns true if no other tensor of the program uses the tensor's
    /// memory.
    [[nodiscard]] bool drop(VariableId id);
    /// Frees the memory of the variable; returns the bytes of host memory that must be unmapped.
    /// `reuse`: whether the pool may reuse device memory immediately.
    [[nodiscard]] Bytes free(VariableId id, memory::DevicePool::Reuse reuse, std::int64_t now);
    void makeAvailable(VariableId id);
    /// Erases the variable, which must have no references.
    void forget(VariableId id);

    [[nodiscard]] device::MemoryLevels levels(DeviceId device) const;
    /// Returns the number of driver calls that freed memory.
    [[nodiscard]] int emptyCache(DeviceId device, std::int64_t now);
    /// Restarts the peak statistics of a GPU.
    void resetPeaks(DeviceId device) { m_gpus[device.index - 1]->resetPeaks(); }
    [[nodiscard]] memory::HostPool& hostPool() { return m_host; }

private:
    void record(DeviceId device, trace::MemoryAct act, Bytes bytes, VariableId id, OpId op, std::int64_t now);
    [[nodiscard]] Result<Allocation> allocateOnGpu(VariableId id, std::uint32_t stream, OpId op, std::int64_t now);
    [[nodiscard]] Result<Allocation> allocateOnHost(VariableId id, device::HostMemoryMode mode, OpId op,
                                                    std::int64_t now);
    void recordReserved(DeviceId device, Bytes before, Bytes after, OpId op, std::int64_t now);

    const device::Profile& m_profile;
    TraceWriter& m_trace;
    std::vector<Variable> m_variables;
    std::vector<std::uint32_t> m_spare;
    std::vector<std::unique_ptr<memory::DevicePool>> m_gpus;
    memory::HostPool m_host;
    std::vector<Bytes> m_held;  ///< by device
};

}  // namespace engine::devices::sim::detail
