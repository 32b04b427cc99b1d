#pragma once

#include "engine/trace/trace.h"

#include <QString>
#include <optional>
#include <vector>

namespace ui::inspect {

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
