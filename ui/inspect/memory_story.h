#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <optional>
#include <vector>

namespace ui::inspect {

/// What a run needs of one device's memory, from its trace; what a way out is predicted by.
struct PeakPrediction {
    engine::Bytes peak;          ///< of the program: the most that its pool took from the driver
    engine::Bytes usedByOthers;  ///< driver, context, display
    engine::Bytes capacity;      ///< 0: not known
    bool fits = true;            ///< nothing was refused
};

/// Of `device`; none: of the GPU on which something was refused, or else of the one that needed most.
[[nodiscard]] PeakPrediction peakOf(const engine::trace::Trace& trace, engine::DeviceId device = {});

/// Live blocks of one size at the moment of the refusal.
struct BlockGroup {
    engine::Bytes size;  ///< of each
    int count = 0;
    QString names;  ///< "x_gpu1 and 44 products"
};

/// Why memory ran out, as a sum that adds up to the device's capacity.
struct MemoryStory {
    engine::DeviceId device;
    QString deviceName;
    engine::Nanoseconds time{};
    engine::OpId refused;  ///< the operation that was not issued; may be none
    engine::Bytes asked;
    engine::Bytes total;
    engine::Bytes usedByOthers;
    engine::Bytes reserved;          ///< by the program's pool
    engine::Bytes free;              ///< total - reserved - used by others
    std::vector<BlockGroup> groups;  ///< largest first; their sum is at most `reserved`
    int ahead = 0;                   ///< operations issued on the device and not finished then
    QString aheadWord;               ///< "products", "operations"
    bool isTakenAtIssue = true;      ///< memory is had when the statement is issued, not when the operation runs
};

/// Of the last refusal; none if nothing was refused.
[[nodiscard]] std::optional<MemoryStory> memoryStory(const engine::trace::Trace& trace);

}  // namespace ui::inspect
