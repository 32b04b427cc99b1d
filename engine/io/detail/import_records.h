#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/imported_events.h"
#include "engine/trace/store.h"

#include <functional>

namespace engine::io::detail {

struct ImportCounts {
    std::uint64_t slices = 0;
    std::uint64_t skipped = 0;
    std::string note;  ///< sentences on what is missing
};

/// Asked now and then; false stops the work.
using GoesOn = std::function<bool()>;

/// Makes records of what another program's trace holds.
///
/// With work on devices: each kernel, copy and fill is an operation on its stream's lane, issued by the call that
/// started it; calls of host threads are host work in lanes of their own, by depth; calls that wait are waits, released
/// by the last work of what they wait for that ended meanwhile. An operation's start has a cause where the times leave
/// no other: the call that issued it, or the operation before it in its stream.
/// Without: every slice is an operation on its thread.
/// Named ranges that stand for themselves are timed blocks, the profiler's steps are batches.
/// Errors: Cancelled; what is in the store then is of no use.
[[nodiscard]] Result<ImportCounts> importRecords(ImportedEvents events, const std::string& title, trace::Store& store,
                                                 const GoesOn& goesOn = {});

}  // namespace engine::io::detail
