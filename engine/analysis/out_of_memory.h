#pragma once

#include "engine/analysis/blocks.h"

#include <algorithm>

namespace engine::analysis {

/// What occupied the memory of a device when an allocation was refused, and why.
struct OutOfMemory {
    DeviceId device;
    Nanoseconds time{};
    OpId refused;  ///< the operation that was not issued; may be invalid
    Bytes asked;   ///< size of the request; if blocks of its rounded size are allocated, that size
    Bytes capacity;
    Bytes usedByOthers;               ///< memory of the driver, the context and the display
    Bytes reserved;                   ///< reserved by the program's pool
    std::vector<MemoryBlock> blocks;  ///< allocated at `time`; together at most `reserved`
    int kept = 0;                     ///< number of results of `keptLine` in memory; 0: fewer than 2
    int keptLine = 0;                 ///< the line with most results in memory; 0: no line has several
    std::vector<OpId> ahead;     ///< issued on the device but not finished at `time`; empty if they are not the cause
    bool isTakenAtIssue = true;  ///< memory is allocated when the statement is issued, not when the operation runs

    [[nodiscard]] Bytes free() const { return std::max(Bytes{}, capacity - reserved - usedByOthers); }
    /// Whether memory ran out because the program keeps results, not because it issued operations ahead.
    [[nodiscard]] bool isByKeeping() const { return kept > 0 && isTakenAtIssue && ahead.empty(); }
};

/// Explains the refused allocation that decidingRefusal() selects; nothing if none was refused.
[[nodiscard]] std::optional<OutOfMemory> outOfMemory(const trace::Trace& trace);

}  // namespace engine::analysis
