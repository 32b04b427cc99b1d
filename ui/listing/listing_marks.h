#pragma once

#include "engine/trace/trace.h"
#include "ui/look/format.h"

#include <QString>
#include <map>
#include <set>

namespace ui::listing {

/// Results of a run that are shown beside a line of the listing.
struct LineMark {
    QString result;         ///< for example "0.4967 s"
    bool isFailed = false;  ///< an exception ended the block
    QString problem;        ///< for example "out of memory"
};

/// Marks by line of the listing: the last result of each Benchmark, and the error that ended the program.
[[nodiscard]] std::map<int, LineMark> marksOf(const engine::trace::Trace& trace);

/// Lines whose `torch.cuda.synchronize()` names no device, in a run where it waits for all devices instead of the
/// current one; the text alone does not show that.
[[nodiscard]] std::set<int> widerWaitsOf(const engine::trace::Trace& trace);

/// The line of the listing whose statement raised the error, which is the outermost frame of the traceback; 0: none.
[[nodiscard]] int statementLineOf(const engine::trace::ErrorRecord& error);

/// A short reason for the end of the line: "out of memory", "IndexError".
[[nodiscard]] QString shortReason(const engine::trace::ErrorRecord& error);

}  // namespace ui::listing
