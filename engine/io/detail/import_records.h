#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/imported_events.h"
#include "engine/trace/store.h"

#include <functional>

namespace engine::io::detail {

/// What the file states about a collective and its process group.
struct ImportedCall {
    OpId op;
    std::uint32_t group = 0;                    ///< index into ImportCounts::groups
    std::int64_t sequence = -1;                 ///< number in the group; -1: unknown
    Bytes bytes;                                ///< bytes that this rank contributes; 0: unknown
    std::optional<trace::CollectiveKind> kind;  ///< nullopt: the name of the operation states it
};

struct ImportCounts {
    std::uint64_t slices = 0;
    std::uint64_t skipped = 0;
    Message note;                       ///< sentences about missing data
    std::vector<ImportedCall> calls{};  ///< ascending by operation; excludes calls that have only a name
    std::vector<ImportedGroup> groups{};
};

/// Called from time to time; returns false to stop the work.
using ShouldContinue = std::function<bool()>;

/// Converts the events of another program's trace to records.
///
/// If the trace contains device work: each kernel, copy and fill becomes an operation on its stream's lane, issued by
/// the call that started it. Calls of host threads become host work in separate lanes, one per depth. Calls that wait
/// become waits; a wait is released by the last awaited work that ended during it. The start of an operation gets a
/// cause only where the times allow no other cause: the call that issued it, the previous operation of its stream, or
/// work of another stream for which its stream waited. If the trace contains no device work, slices become operations
/// on their threads; but named ranges, calls within a framework's operators, and statements and waits of a program run
/// that we exported become host work. The profiler's steps become batches; without steps, up to 64 named top-level
/// ranges become timed blocks. If the file contains the records of a program run that we exported, the trace is
/// restored from these records alone.
/// Errors: Cancelled; for records of our own export, those of readTraceFile(). The content of the store is then
/// unusable.
[[nodiscard]] Result<ImportCounts> importRecords(ImportedEvents events, const std::string& title, trace::Store& store,
                                                 const ShouldContinue& shouldContinue = {});

}  // namespace engine::io::detail
