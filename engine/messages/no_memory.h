#pragma once

#include "engine/base/result.h"
#include "engine/messages/messages.h"

#include <string>
#include <utility>

namespace engine::messages {

/// The error of a reader that was refused memory. Each public reader catches std::bad_alloc and returns this.
[[nodiscard]] inline Error noMemoryToRead(std::string name)
{
    return makeError(ErrorCode::OutOfMemory, message("io.no-memory-to-read", std::move(name)));
}

}  // namespace engine::messages
