#pragma once

#include "engine/trace/trace.h"

namespace ui::model {

/// The state of an operation at one time of the run.
enum class Phase : std::uint8_t { NotIssued, Queued, Ready, Running, Done, Failed, Skipped, Cancelled };

/// Returns the phase of `op` at `now`. In a live run, phases that are not recorded yet count as not reached.
[[nodiscard]] inline Phase phaseAt(const engine::trace::Op& op, engine::Nanoseconds now)
{
    using engine::trace::OpState;
    if (now < op.issueBegin)
        return Phase::NotIssued;
    if (op.state == OpState::Skipped)
        return now < op.finished ? Phase::Queued : Phase::Skipped;
    if (op.state == OpState::Cancelled)
        return now < op.finished ? Phase::Queued : Phase::Cancelled;
    const bool hasEnded = op.state == OpState::Done || op.state == OpState::Failed;
    if (hasEnded && now >= op.finished)
        return op.state == OpState::Done ? Phase::Done : Phase::Failed;
    if ((hasEnded || op.state == OpState::Running) && now >= op.started)
        return Phase::Running;
    // An operation that waits for its turn in a stream or copy engine counts as queued, even though its inputs are
    // ready.
    using engine::trace::CauseKind;
    const bool isInLine = op.startCause.kind == CauseKind::Stream || op.startCause.kind == CauseKind::CopyEngine;
    const bool isReadyKnown = op.state != OpState::Issued && !isInLine;
    return isReadyKnown && now >= op.ready ? Phase::Ready : Phase::Queued;
}

/// The fraction of `op` that is done at `now`, 0 to 1; 0.5 for a running operation whose end is unknown.
[[nodiscard]] inline double progressAt(const engine::trace::Op& op, engine::Nanoseconds now)
{
    switch (phaseAt(op, now)) {
        case Phase::Done:
        case Phase::Failed:
            return 1;
        case Phase::Running:
            if (op.state == engine::trace::OpState::Running || op.finished <= op.started)
                return 0.5;
            return static_cast<double>((now - op.started).count()) /
                   static_cast<double>((op.finished - op.started).count());
        default:
            return 0;
    }
}

}  // namespace ui::model
