#pragma once

#include "engine/trace/op.h"

namespace engine::trace {

/// Returns the last cause that delayed the operation: its start cause, or its ready cause if it has no start cause.
[[nodiscard]] inline Cause decisiveCause(const Op& op)
{
    return op.startCause.kind != CauseKind::None ? op.startCause : op.readyCause;
}

/// Returns the input that the operation waited for last; none if it waited for no input.
[[nodiscard]] inline OpId lastInput(const Op& op)
{
    for (const Cause& cause : {op.startCause, op.readyCause})
        if (cause.kind == CauseKind::Data && cause.op.isValid())
            return cause.op;
    return {};
}

}  // namespace engine::trace
