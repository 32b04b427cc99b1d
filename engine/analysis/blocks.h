#pragma once

#include "engine/analysis/memory.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// A memory block of a device, from allocation to release.
struct MemoryBlock {
    DeviceId device;
    VariableId variable;
    Bytes bytes;
    Nanoseconds born{};
    std::optional<Nanoseconds> held;  ///< time at which the content had been computed; none: not recorded
    std::optional<Nanoseconds> died;  ///< time of release; none: the block is never released
    OpId bornBy;                      ///< the operation that produced the content; none: unknown
};

/// All blocks of a device in the order of allocation. Empty if the trace has no memory records of the device.
[[nodiscard]] std::vector<MemoryBlock> blocksOf(const trace::Trace& trace, DeviceId device);

/// The blocks that were allocated on the device of `refusal` when it was refused, in the order of allocation.
[[nodiscard]] std::vector<MemoryBlock> blocksAt(const trace::Trace& trace, const Refusal& refusal);

/// Why a block is still allocated at a given time. Of several pending readers, the one issued first decides.
enum class AliveReason : std::uint8_t {
    NotComputed,    ///< allocated, but the operation that writes it has not finished
    Reader,         ///< an operation that has been issued will read the block (`reader`)
    Gradient,       ///< a backward operation issued later will read the block (`reader`)
    ReadLater,      ///< an operation other than a backward one, issued later, will read the block (`reader`)
    HeldByProgram,  ///< no operation reads the block any more; a variable of the program still refers to it
    NeverFreed,     ///< as HeldByProgram, and never released in the run: a leak, or a final result
    Unknown,        ///< the trace does not name the operation that produced the block's content
};

/// An allocated block, and why it is not free.
struct AliveBlock {
    MemoryBlock block;
    AliveReason because = AliveReason::Unknown;
    OpId reader;                          ///< only for Reader, Gradient and ReadLater
    std::optional<Nanoseconds> lastRead;  ///< end of the last operation of the whole run that reads the block
    OpId lastReader;
};

/// The blocks allocated on a device at `time`, largest first; blocks of equal size in the order of allocation.
[[nodiscard]] std::vector<AliveBlock> aliveAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

/// Returns the time within the scope at which most memory is allocated; if an allocation was refused, the time of the
/// last refusal. None: no memory records, or nothing is allocated in the scope.
[[nodiscard]] std::optional<Nanoseconds> peakMoment(const trace::Trace& trace, DeviceId device, Scope scope);

/// Memory that the pool has reserved from the driver, and the portion that is allocated to the program.
struct PoolSlack {
    Bytes reserved;
    Bytes allocated;
    [[nodiscard]] Bytes idle() const { return reserved - allocated; }
    [[nodiscard]] double share() const
    {
        return reserved.value > 0 ? static_cast<double>(idle().value) / static_cast<double>(reserved.value) : 0;
    }
};

/// Returns the memory of the pool at `time`. None: the trace does not record how much memory the pool reserved from the
/// driver.
[[nodiscard]] std::optional<PoolSlack> poolSlackAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

}  // namespace engine::analysis
