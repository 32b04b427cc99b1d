#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <optional>
#include <vector>

namespace ui::inspect {

/// A run's peak memory on one device, computed from its trace; used to predict whether a fix would fit.
struct PeakPrediction {
    engine::Bytes peak;          ///< maximum memory that the program's pool reserved from the driver
    engine::Bytes usedByOthers;  ///< memory of the driver, the context and the display
    engine::Bytes capacity;      ///< 0: unknown
    bool fits = true;            ///< no allocation was refused
};

/// Returns the peak of `device`. If `device` is invalid, returns the peak of the GPU that refused an allocation, or
/// else the highest peak of a GPU.
[[nodiscard]] PeakPrediction peakOf(const engine::trace::Trace& trace, engine::DeviceId device = {});

/// Blocks of one size that were allocated when the allocation was refused.
struct BlockGroup {
    engine::Bytes size;  ///< size of one block
    int count = 0;
    QString names;  ///< for example "x_gpu1 and 44 products"
};

/// Explains an out-of-memory error as a sum that equals the device's capacity.
struct MemoryStory {
    engine::DeviceId device;
    QString deviceName;
    engine::Nanoseconds time{};
    engine::OpId refused;  ///< the operation that was not issued; may be invalid
    engine::Bytes asked;
    engine::Bytes total;
    engine::Bytes usedByOthers;
    engine::Bytes reserved;          ///< reserved by the program's pool
    engine::Bytes free;              ///< total - reserved - used by others
    std::vector<BlockGroup> groups;  ///< largest first; together at most `reserved`
    int kept = 0;                    ///< number of results of `keptLine` in memory; 0: fewer than 2
    int keptLine = 0;                ///< the line with most results in memory; 0: no line has several
    int ahead = 0;      ///< operations issued on the device but not finished at `time`; 0 if they are not the cause
    QString aheadWord;  ///< name of the operations that `ahead` counts: "products", "operations"
    bool isTakenAtIssue =
        true;  ///< true: memory is allocated when the statement is issued, not when the operation runs
};

/// Explains the refused allocation that analysis::decidingRefusal() selects; nothing if none was refused.
[[nodiscard]] std::optional<MemoryStory> memoryStory(const engine::trace::Trace& trace);

}  // namespace ui::inspect
