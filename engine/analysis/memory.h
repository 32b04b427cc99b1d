#pragma once

#include "engine/analysis/scope.h"

#include <algorithm>
#include <optional>

namespace engine::analysis {

/// The highest memory levels of one device. The peaks may occur at different times.
struct MemoryPeaks {
    DeviceId device;
    Bytes allocated;  ///< peak of the memory allocated to the program
    Bytes held;       ///< peak of the memory that contained computed results
    Bytes reserved;   ///< peak of the memory reserved from the driver
    Nanoseconds allocatedAt{};
    Bytes usedByOthers;  ///< memory of the driver, the context and the display
    Bytes capacity;      ///< 0: unknown

    /// Peak of what the program took: reserved, or allocated if the trace does not record what the pool reserved.
    [[nodiscard]] Bytes taken() const { return std::max(reserved, allocated); }
    /// What must fit into the capacity. Texts call it "peak"; those of another peak state which.
    [[nodiscard]] Bytes needed() const { return taken() + usedByOthers; }
};

/// The peaks within the scope, including the levels at its start.
[[nodiscard]] MemoryPeaks memoryPeaks(const trace::Trace& trace, DeviceId device, Scope scope);

/// The last record at or before `t`, which has the levels at `t`; none if there is no such record.
[[nodiscard]] std::optional<trace::MemoryRecord> memoryAt(const trace::Trace& trace, DeviceId device, Nanoseconds t);

/// A refused allocation, and its position among the memory records of its device.
struct Refusal {
    trace::MemoryRecord record;
    std::size_t index = 0;  ///< index into Trace::memory() of the record's device
};

/// Returns the refused allocation that the program could not recover from: the last one. In MXNet, operations fail one
/// after the other. So several refusals on a device, without a successful allocation between them, count as one, and
/// the first of them is returned. None: nothing was refused.
[[nodiscard]] std::optional<Refusal> decidingRefusal(const trace::Trace& trace);

}  // namespace engine::analysis
