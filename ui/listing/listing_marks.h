#pragma once

#include "engine/trace/trace.h"
#include "ui/look/format.h"

#include <QString>
#include <map>
#include <set>

namespace ui::listing {

/// What a run leaves beside the lines of its listing.
struct LineMark {
    QString result;         ///< "0.4967 s"
    bool isFailed = false;  ///< the block was left by an exception
    QString problem;        ///< "out of memory"
};

/// Marks by line of the listing: the last result of each Benchmark, and where the program stopped.
[[nodiscard]] std::map<int, LineMark> marksOf(const engine::trace::Trace& trace);

/// Lines whose `torch.cuda.synchronize()` names no device, in a run in which that waits for all of them and not only
/// for the current one: their text alone does not say what ran.
[[nodiscard]] std::set<int> widerWaitsOf(const engine::trace::Trace& trace);

/// The line of the listing whose statement was under way: the outermost one of the traceback; 0: none.
[[nodiscard]] int statementLineOf(const engine::trace::ErrorRecord& error);

/// An error in a few words for the end of its line: "out of memory", "IndexError".
[[nodiscard]] QString shortReason(const engine::trace::ErrorRecord& error);

}  // namespace ui::listing
