#pragma once

#include "engine/analysis/scope.h"

#include <optional>

namespace engine::analysis {

struct MemoryPeaks {
    DeviceId device;
    Bytes allocated;  ///< most handed out
    Bytes held;       ///< most that held results
    Bytes reserved;   ///< most taken from the driver
    Nanoseconds allocatedAt{};
    Nanoseconds heldAt{};
    Bytes capacity;  ///< 0: not known
};

/// Within the scope, counting the levels that it begins with.
[[nodiscard]] MemoryPeaks memoryPeaks(const trace::Trace& trace, DeviceId device, Scope scope);

/// The levels at a moment: of the last event at or before it; none if nothing had happened yet.
[[nodiscard]] std::optional<trace::MemoryRecord> memoryAt(const trace::Trace& trace, DeviceId device, Nanoseconds t);

struct Refusal {
    trace::MemoryRecord record;
    std::size_t index = 0;  ///< in Trace::memory() of its device
};

/// The request whose refusal the program did not get over: what was refused after it, with nothing granted between on
/// that device, follows from it. None: nothing was refused.
[[nodiscard]] std::optional<Refusal> decidingRefusal(const trace::Trace& trace);

}  // namespace engine::analysis
