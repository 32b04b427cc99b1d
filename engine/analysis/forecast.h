#pragma once

#include "engine/analysis/memory.h"

#include <string_view>
#include <vector>

namespace engine::analysis {

/// The allocation request whose refusal ends a run.
struct RefusalForecast {
    DeviceId device;
    OpId op;            ///< operation that made the request; none: the request failed before the operation was issued
    Bytes asked;        ///< size of the request; one contiguous block is needed
    int line = 0;       ///< line of the listing; 0: unknown
    NameId name;        ///< the operator, named as in the dialect; none: unknown
    std::size_t nth{};  ///< number among the operations of the same name, line and device, from 1; 0 without `name`
};

/// The memory that a run would need, and the request that would be refused. Computed from a simulated run before the
/// user starts the real one.
struct MemoryForecast {
    std::vector<MemoryPeaks> devices;  ///< devices with allocations: GPUs, or the CPU if no GPU has any
    std::optional<RefusalForecast> refused;

    /// The device that decides whether the run fits: that of `refused`, else the one of which the program takes most.
    [[nodiscard]] MemoryPeaks tightest() const;
};

[[nodiscard]] MemoryForecast memoryForecast(const trace::Trace& trace);

/// Whether the operator is a matrix product; messages call such operations "products", as the book does.
[[nodiscard]] bool isProduct(std::string_view name);

}  // namespace engine::analysis
