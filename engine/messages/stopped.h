#pragma once

#include "engine/base/result.h"
#include "engine/messages/messages.h"

#include <source_location>

namespace engine::messages {

/// Returns the error of a call that ends because the run was stopped.
[[nodiscard]] inline Error runStopped(std::source_location where = std::source_location::current())
{
    return makeError(ErrorCode::Cancelled, message("run.stopped"), where);
}

}  // namespace engine::messages
