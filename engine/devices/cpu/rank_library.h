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
    int root = -1;  ///< -1: none. Of Send and Receive: the other rank
    int count = 1;  ///< ranks of the group
    std::vector<VariablePtr> reads;
    std::vector<VariablePtr> writes;
};

/// A library that moves numbers between GPUs of several ranks (NCCL). All ranks of a group must call connect() and
/// run() in the same order.
/// Threads: name(), identityOf(), makeId() and connect() the program's; prepare() any; the others the communicating
/// one.
class RankLibrary {
public:
    virtual ~RankLibrary() = default;

    /// Name and version, "NCCL 2.28"; empty: the library is missing.
    [[nodiscard]] virtual std::string name() const = 0;
    /// No other GPU has the same, on any computer.
    [[nodiscard]] virtual std::array<std::uint32_t, 4> identityOf(DeviceId device) const = 0;
    using Id = std::array<std::uint32_t, 32>;
    /// A new id, which all ranks of a group must pass to connect().
    [[nodiscard]] virtual Result<Id> makeId() = 0;
    /// Connects the GPU of this rank with those of the other ranks; blocks until all are connected.
    [[nodiscard]] virtual Status connect(GroupId group, DeviceId device, const Id& id, int own, int count) = 0;

    /// Allocates the outputs. Errors: an input has no values; there is no memory; Unsupported.
    [[nodiscard]] virtual Status prepare(const Exchange& what) = 0;
    /// Queues the collective on the GPU, where it follows earlier uses of its tensors, and later uses follow it.
    /// `whenEnded`: called on any thread when it has ended, unless the GPU is lost.
    [[nodiscard]] virtual Status run(const Exchange& what, std::function<void()> whenEnded) = 0;
    /// Errors: collectives that are queued will never end.
    [[nodiscard]] virtual Status check() = 0;
    /// Ends collectives that are queued. A GPU that was in one is lost, because its tensors have no valid values.
    virtual void abandon(const std::string& reason) = 0;
};

}  // namespace engine::devices::cpu
