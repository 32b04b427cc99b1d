#pragma once

#include "engine/trace/trace.h"
#include "ui/model/trace_feed.h"

#include <QString>
#include <map>
#include <set>

namespace ui::model {

/// Results of a run that are shown beside a line of the listing.
struct LineMark {
    QString result;         ///< for example "0.4967 s"
    bool isFailed = false;  ///< an exception ended the block
    bool isMistimed = false;
    QString problem;              ///< for example "out of memory"
    QString work;                 ///< for a mistimed block, for example "work 0.5158 s"
    engine::Nanoseconds known{};  ///< the time at which the program received the result
};

/// Returns the marks by line of the listing: the last result of each Benchmark, the time of a training's epochs, and
/// the error that ended the program.
[[nodiscard]] std::map<int, LineMark> marksOf(const engine::trace::Trace& trace, const RunContext& context = {});

/// Returns the lines whose `torch.cuda.synchronize()` names no device and, in this run, waits for all devices instead
/// of only the current one.
[[nodiscard]] std::set<int> widerWaitsOf(const engine::trace::Trace& trace);

}  // namespace ui::model
