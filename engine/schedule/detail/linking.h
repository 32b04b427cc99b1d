#pragma once

#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/life.h"

#include <array>
#include <cstdint>

namespace engine::schedule::detail {

/// Where the edges of a push are recorded.
enum class EdgeObserver : std::uint8_t {
    Nobody,
    Records,    ///< in the queue for drain(), with a place for each edge that fits into the operation's slots
    Elsewhere,  ///< passed to EngineOptions::edgeSink, or only counted as lost
};

[[nodiscard]] constexpr bool carriesData(trace::DependencyKind kind)
{
    return kind == trace::DependencyKind::ReadAfterWrite;
}

/// The push in progress, with copies of the values that each edge needs: members of the core would be read again after
/// each atomic operation.
struct PushInProgress {
    // No initial values: they would be written twice, and most pushes never use reportedPredecessors.
    OpRecord* records;
    std::uint32_t* slot;  ///< link of the next edge
    std::uint32_t* slotsEnd;
    EdgeEntry* place;    ///< where the next edge is recorded
    std::uint64_t self;  ///< {generation, record} of the operation
    std::uint32_t record;
    std::uint32_t op;           ///< the operation's number for the trace; kNone: unnumbered
    std::uint32_t slotsBefore;  ///< number of slots in this operation's earlier records, which are all full
    EdgeObserver observing;
    bool isPoisoned;
    std::uint8_t reportedCount;
    std::array<std::uint64_t, 12> reportedPredecessors;  ///< sources of the first edges passed to the edge sink

    void useSlots(OpRecord& of)
    {
        slot = of.slots;
        slotsEnd = of.slots + OpRecord::kSlots;
    }
    /// Returns the edge whose link is `slot`.
    [[nodiscard]] std::uint32_t edge(bool isData) const
    {
        const auto bytes = reinterpret_cast<std::uintptr_t>(slot) - reinterpret_cast<std::uintptr_t>(records);
        return static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t)) << 1 | static_cast<std::uint32_t>(isData);
    }
    /// Number of edges to this operation; each uses one slot.
    [[nodiscard]] std::uint32_t edges() const
    {
        return slotsBefore + static_cast<std::uint32_t>(OpRecord::kSlots - static_cast<std::size_t>(slotsEnd - slot));
    }
};

}  // namespace engine::schedule::detail
