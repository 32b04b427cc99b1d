#pragma once

#include "engine/trace/op.h"

namespace engine::trace {

/// Returns the recorded cause of the operation's start, whether or not it cost time; if the start has none, the cause
/// of its readiness.
[[nodiscard]] inline Cause decisiveCause(const Op& op)
{
    return op.startCause.kind != CauseKind::None ? op.startCause : op.readyCause;
}

/// Returns the input for which the operation waited until it was ready; none: it waited for something else.
[[nodiscard]] inline OpId readyInput(const Op& op)
{
    return op.readyCause.kind == CauseKind::Data ? op.readyCause.op : OpId{};
}

/// Returns the input that the operation waited for last; none if it waited for no input.
[[nodiscard]] inline OpId lastInput(const Op& op)
{
    return op.startCause.kind == CauseKind::Data && op.startCause.op.isValid() ? op.startCause.op : readyInput(op);
}

}  // namespace engine::trace
