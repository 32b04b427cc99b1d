#pragma once

#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/life.h"

#include <array>
#include <cstdint>

namespace engine::schedule::detail {

/// Who is told of the edges of a push.
enum class Observing : std::uint8_t {
    Nobody,
    Records,    ///< what drain() hands over, where there is room for as many edges as the record has slots
    Elsewhere,  ///< EngineOptions::edgeSink, or nothing but the count of what was lost
};

[[nodiscard]] constexpr bool carriesData(trace::DependencyKind kind)
{
    return kind == trace::DependencyKind::ReadAfterWrite;
}

/// The push under way, with copies of what each of its edges needs: members of the core would be read again, one after
/// the other, after each atomic operation.
struct Linking {
    // Without first values: they would be written twice, and heardFrom never by most.
    OpRecord* records;
    std::uint32_t* slot;  ///< the link of the next edge
    std::uint32_t* slotsEnd;
    EdgeEntry* place;    ///< where it is recorded
    std::uint64_t self;  ///< {generation, record} of the operation
    std::uint32_t record;
    std::uint32_t op;           ///< its number for the trace; none: unnumbered
    std::uint32_t slotsBefore;  ///< in records before the newest
    Observing observing;
    bool isPoisoned;
    std::uint8_t heard;
    std::array<std::uint64_t, 12> heardFrom;  ///< the first ones that a sink heard of

    void useSlots(OpRecord& of)
    {
        slot = of.slots;
        slotsEnd = of.slots + OpRecord::kSlots;
    }
    /// The name of the edge whose link is `slot`.
    [[nodiscard]] std::uint32_t edge(bool isData) const
    {
        const auto bytes = reinterpret_cast<std::uintptr_t>(slot) - reinterpret_cast<std::uintptr_t>(records);
        return static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t)) << 1 | static_cast<std::uint32_t>(isData);
    }
    /// Edges that lead here; each takes a slot.
    [[nodiscard]] std::uint32_t edges() const
    {
        return slotsBefore + static_cast<std::uint32_t>(OpRecord::kSlots - static_cast<std::size_t>(slotsEnd - slot));
    }
};

}  // namespace engine::schedule::detail
