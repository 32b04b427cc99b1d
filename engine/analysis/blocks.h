#pragma once

#include "engine/analysis/scope.h"

#include <optional>
#include <vector>

namespace engine::analysis {

/// One piece of a device's memory from its birth to its death.
struct MemoryBlock {
    DeviceId device;
    VariableId variable;
    Bytes bytes;
    Nanoseconds born{};
    std::optional<Nanoseconds> held;  ///< its content was computed
    std::optional<Nanoseconds> died;  ///< none: it outlives the run
    OpId bornBy;                      ///< the operation whose result it is; none: not known
};

/// All blocks of a device, by birth. A device of which nothing is recorded has none.
[[nodiscard]] std::vector<MemoryBlock> blocksOf(const trace::Trace& trace, DeviceId device);

/// Why a block is alive at a moment: the first that is true.
enum class AliveBecause : std::uint8_t {
    NotComputed,    ///< it was reserved when its statement was issued; its operation has not ended
    Reader,         ///< an operation that is issued has still to read it (`reader`)
    Gradient,       ///< an operation of the backward pass reads it later (`reader`)
    ReadLater,      ///< an operation that the program issues later reads it (`reader`)
    HeldByProgram,  ///< nothing reads it any more; a name of the program still holds it
    NeverFreed,     ///< likewise, and it is there when the run ends: a leak, or a result that is wanted
    Unknown,        ///< the trace does not say whose result it is
};

struct AliveBlock {
    MemoryBlock block;
    AliveBecause because = AliveBecause::Unknown;
    OpId reader;                          ///< of Reader, Gradient, ReadLater
    std::optional<Nanoseconds> lastRead;  ///< end of the last operation of the run that reads it
    OpId lastReader;
};

/// What is alive on a device at a moment, the largest first and the oldest first among equals.
[[nodiscard]] std::vector<AliveBlock> aliveAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

/// The moment within the scope at which most is handed out; of a refusal, that moment. None: nothing is recorded.
[[nodiscard]] std::optional<Nanoseconds> peakMoment(const trace::Trace& trace, DeviceId device, Scope scope);

/// What the pool holds and has not handed out.
struct PoolSlack {
    Bytes reserved;
    Bytes allocated;
    [[nodiscard]] Bytes idle() const { return reserved - allocated; }
    [[nodiscard]] double share() const
    {
        return reserved.value > 0 ? static_cast<double>(idle().value) / static_cast<double>(reserved.value) : 0;
    }
};

/// At a moment; none if the trace does not say what the pool took from the driver.
[[nodiscard]] std::optional<PoolSlack> poolSlackAt(const trace::Trace& trace, DeviceId device, Nanoseconds time);

}  // namespace engine::analysis
