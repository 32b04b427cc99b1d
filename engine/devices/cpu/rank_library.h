#pragma once

#include "engine/devices/cpu/task.h"
#include "engine/trace/rank_records.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace engine::devices::cpu {

/// One call of a collective with this rank's tensors, all on one device.
struct Exchange {
    OpId op;
    std::int32_t line = 0;
    trace::Collective what;
    DeviceId device;
    // Positions of ranks in the group.
    int own = 0;
    int root = -1;          ///< -1: none
    int count = 1;          ///< number of ranks in the group
    Nanoseconds posted{};   ///< when this rank had called the collective, with its inputs issued
    Nanoseconds started{};  ///< when this rank was notified that all ranks had called the collective
    std::vector<VariablePtr> reads;
    std::vector<VariablePtr> writes;
};

/// A library that moves numbers between GPUs of several ranks (NCCL): collectives, not transfers between two ranks. All
/// ranks of a group must call connect() and run() in the same order.
/// Threads: the communicating one; the program's for name(), identityOf(), makeId(), connect() and disconnect(); any
/// for prepare().
class RankLibrary {
public:
    virtual ~RankLibrary() = default;

    /// Name and version, "NCCL 2.28.3"; empty: the library is missing.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Whether several devices of this computer are the same GPU; the library accepts each GPU only once.
    [[nodiscard]] virtual bool isGpuShared() const = 0;
    using Identity = std::array<unsigned char, 16>;
    /// Returns an identity that no other GPU has, on any computer.
    [[nodiscard]] virtual Identity identityOf(DeviceId device) const = 0;
    using Id = std::array<unsigned char, 128>;
    /// Creates an id, which all ranks of a group must pass to connect().
    [[nodiscard]] virtual Result<Id> makeId() = 0;
    /// Connects the GPU of this rank with those of the other ranks; blocks until all are connected.
    [[nodiscard]] virtual Status connect(GroupId group, DeviceId device, const Id& id, int own, int count) = 0;
    /// Ends a connection that no collective has used.
    virtual void disconnect(GroupId group, DeviceId device) = 0;

    /// Allocates the outputs. Errors: Unavailable if an input has no values; OutOfMemory; Unsupported; the device was
    /// lost.
    [[nodiscard]] virtual Status prepare(const Exchange& what) = 0;
    /// Queues the collective on the GPU, after earlier uses of its tensors and before later ones. `whenEnded`: called
    /// on any thread when it has ended, unless the GPU is lost.
    [[nodiscard]] virtual Status run(const Exchange& what, std::function<void()> whenEnded) = 0;
    /// Returns an error if queued collectives will never end.
    [[nodiscard]] virtual Status check() = 0;
    /// Call when the run has failed on all ranks: ends queued collectives and the connections. A GPU that was running a
    /// collective is lost, because the collective's tensors have no valid values.
    virtual void abandon(const Error& reason) = 0;
};

}  // namespace engine::devices::cpu
