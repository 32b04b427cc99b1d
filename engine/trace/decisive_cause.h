#pragma once

#include "engine/trace/op.h"

namespace engine::trace {

/// Returns the last cause that delayed the operation: the cause of its start, else the cause of its being ready.
[[nodiscard]] inline Cause decisiveCause(const Op& op)
{
    return op.startCause.kind != CauseKind::None ? op.startCause : op.readyCause;
}

}  // namespace engine::trace
