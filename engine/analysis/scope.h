#pragma once

#include "engine/trace/trace.h"

#include <algorithm>

/// Pure functions of a trace. Any thread; for a live trace, the result covers what has been recorded so far.
namespace engine::analysis {

/// The part of a run that a figure covers: [begin, end).
struct Scope {
    Nanoseconds begin{};
    Nanoseconds end{};

    [[nodiscard]] Nanoseconds length() const { return end - begin; }
};

[[nodiscard]] inline Scope wholeRun(const trace::Trace& trace)
{
    return {Nanoseconds{}, trace.extent()};
}

/// The time of a timed block; the whole run if there is no such block.
[[nodiscard]] inline Scope blockScope(const trace::Trace& trace, std::size_t block)
{
    if (block >= trace.blocks().size())
        return wholeRun(trace);
    const trace::BlockRecord& record = trace.blocks()[block];
    return {record.begin, record.end};
}

/// Whether the lane's spans are work, that is, computing or copying. Excluded are the program's thread, page work, and
/// links, whose spans repeat those of the copies.
[[nodiscard]] inline bool isWorkLane(const trace::LaneRecord& lane)
{
    switch (lane.role) {
        case trace::LaneRole::CpuWorker:
        case trace::LaneRole::Compute:
        case trace::LaneRole::CopyIn:
        case trace::LaneRole::CopyOut:
        case trace::LaneRole::CopyPeer:
            return true;
        case trace::LaneRole::Frontend:
        case trace::LaneRole::HostPages:
        case trace::LaneRole::Link:
            break;
    }
    return false;
}

/// Whether the operation has ended after it ran. Skipped and cancelled operations never run.
[[nodiscard]] inline bool hasEnded(const trace::Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

[[nodiscard]] inline bool hasStarted(const trace::Op& op)
{
    return op.state == trace::OpState::Running || hasEnded(op);
}

[[nodiscard]] constexpr bool isCopy(trace::Kind kind)
{
    return kind == trace::Kind::CopyIn || kind == trace::Kind::CopyOut || kind == trace::Kind::CopyPeer;
}

}  // namespace engine::analysis
