#pragma once

#include "engine/trace/trace.h"

namespace engine::trace {

/// The last cause that held the operation back: what delayed its start, else what made it ready.
[[nodiscard]] inline const Cause& decisiveCause(const Op& op)
{
    return op.startCause.kind != CauseKind::None ? op.startCause : op.readyCause;
}

}  // namespace engine::trace
