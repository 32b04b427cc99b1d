#pragma once

#include "engine/trace/trace.h"

#include <algorithm>

/// Pure functions of a trace. Any thread; for a live trace, the result covers what has been recorded so far.
namespace engine::analysis {

/// A section [begin, end) of a run, for which figures are computed.
struct Scope {
    Nanoseconds begin{};
    Nanoseconds end{};

    [[nodiscard]] Nanoseconds length() const { return end - begin; }
};

/// All records, including the warm-up.
[[nodiscard]] inline Scope wholeRun(const trace::Trace& trace)
{
    return {Nanoseconds{}, trace.extent()};
}

/// The part of a run that the figures of the run cover, without the warm-up: from the begin of the first timed block
/// to the last record. Without timed blocks, the whole run.
[[nodiscard]] inline Scope runScope(const trace::Trace& trace)
{
    Scope scope = wholeRun(trace);
    if (trace.blocks().empty())
        return scope;
    scope.begin = scope.end;
    for (const trace::BlockRecord& block : trace.blocks())
        scope.begin = std::min(scope.begin, block.begin);
    return scope;
}

/// A timed block from its begin until the program read its clock; the whole run if there is no such block. Figures use
/// workScope().
[[nodiscard]] inline Scope blockScope(const trace::Trace& trace, std::size_t block)
{
    if (block >= trace.blocks().size())
        return wholeRun(trace);
    const trace::BlockRecord& record = trace.blocks()[block];
    return {record.begin, record.end};
}

/// A range of operation ids, which ascend with the time of issue.
struct OpRange {
    std::size_t first = 0;
    std::size_t last = 0;  ///< index after the last
};
/// The operations whose issue began in [scope.begin, scope.end). Cost: logarithmic.
[[nodiscard]] OpRange issuedIn(const trace::Trace& trace, Scope scope);
/// The time at which the last operation that was issued in the scope completed; the begin of the scope if none has
/// ended.
[[nodiscard]] Nanoseconds workEnd(const trace::Trace& trace, Scope scope);

/// Whether the lane's spans are work, that is, computing or copying, also between ranks. Excluded are the program's
/// thread, page work, and links, whose spans repeat those of the copies.
[[nodiscard]] inline bool isWorkLane(const trace::LaneRecord& lane)
{
    switch (lane.role) {
        case trace::LaneRole::CpuWorker:
        case trace::LaneRole::Compute:
        case trace::LaneRole::CopyIn:
        case trace::LaneRole::CopyOut:
        case trace::LaneRole::CopyPeer:
        case trace::LaneRole::Communication:
            return true;
        case trace::LaneRole::Frontend:
        case trace::LaneRole::HostPages:
        case trace::LaneRole::Link:
            break;
    }
    return false;
}

/// Whether the program's own thread did the work; otherwise it is work on pages or the use of a link.
[[nodiscard]] inline bool isOfProgram(const trace::Trace& trace, const trace::HostRecord& work)
{
    return !work.lane.isValid() || trace.lanes()[work.lane.index].role == trace::LaneRole::Frontend;
}

/// Whether anything of the program's thread was recorded; a profile may contain only the work of GPUs.
[[nodiscard]] inline bool recordsProgram(const trace::Trace& trace)
{
    return !trace.programPart().lines.empty() || !trace.waits().empty() || !trace.blocks().empty() ||
           std::ranges::any_of(trace.programPart().hosts,
                               [&](const trace::HostRecord& work) { return isOfProgram(trace, work); });
}

/// The device on which the operation ran: that of its lane; for a copy to the host, the GPU. Before the operation
/// starts: the device to which it was issued.
[[nodiscard]] inline DeviceId deviceOf(const trace::Trace& trace, const trace::Op& op)
{
    const DeviceId ofLane = op.lane.isValid() ? trace.lanes()[op.lane.index].device : DeviceId{};
    return ofLane.isValid() ? ofLane : op.device;
}

/// Whether the operation ran to its end or failed. Skipped and cancelled operations did not.
[[nodiscard]] inline bool hasEnded(const trace::Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

[[nodiscard]] inline bool hasStarted(const trace::Op& op)
{
    return op.state == trace::OpState::Running || hasEnded(op);
}

}  // namespace engine::analysis
