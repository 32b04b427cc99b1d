#pragma once

#include "engine/trace/record.h"

#include <algorithm>

namespace engine::trace {

/// One interval on a lane, 24 bytes.
struct Span {
    Nanoseconds begin{};
    std::uint32_t durationLow = 0;   ///< low 32 bits of the duration in ns
    std::uint16_t durationHigh = 0;  ///< next 16 bits
    Kind kind = Kind::Compute;
    OpState state = OpState::Done;
    OpId op;                  ///< none: host work, see Trace::hosts
    std::uint32_t extra = 0;  ///< index of the HostRecord when `op` is none

    [[nodiscard]] Nanoseconds duration() const
    {
        return Nanoseconds{(std::int64_t{durationHigh} << 32) | std::int64_t{durationLow}};
    }
    [[nodiscard]] Nanoseconds end() const { return begin + duration(); }

    /// Sets the duration, limited to 48 bits (78 hours).
    void setDuration(Nanoseconds duration)
    {
        const std::int64_t ns = std::clamp<std::int64_t>(duration.count(), 0, (std::int64_t{1} << 48) - 1);
        durationLow = static_cast<std::uint32_t>(ns & 0xffffffff);
        durationHigh = static_cast<std::uint16_t>(ns >> 32);
    }
};
static_assert(sizeof(Span) == 24);

}  // namespace engine::trace
