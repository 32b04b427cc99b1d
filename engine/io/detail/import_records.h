#pragma once

#include "engine/io/detail/imported_events.h"
#include "engine/trace/store.h"

namespace engine::io::detail {

struct ImportCounts {
    std::uint64_t slices = 0;
    std::uint64_t skipped = 0;
    std::string note;  ///< sentences on what is missing
};

/// Makes records of what another program's trace holds.
///
/// With work on devices: each kernel, copy and fill is an operation on its stream's lane, issued by the call that
/// started it; calls of host threads are host work in lanes of their own, by depth; calls that wait are waits, released
/// by the last work of what they wait for that ended meanwhile. An operation's start has a cause where the times leave
/// no other: the call that issued it, or the operation before it in its stream.
/// Without: every slice is an operation on its thread.
/// Named ranges that stand for themselves are timed blocks, the profiler's steps are batches.
[[nodiscard]] ImportCounts importRecords(ImportedEvents events, const std::string& title, trace::Store& store);

}  // namespace engine::io::detail
