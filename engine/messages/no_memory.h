#pragma once

#include "engine/base/result.h"
#include "engine/messages/messages.h"

#include <string>
#include <utility>

namespace engine::messages {

/// Returns the error of a reader function for which there was not enough memory. Each public reader function catches
/// std::bad_alloc and returns this error.
[[nodiscard]] inline Error noMemoryToRead(std::string name)
{
    return makeError(ErrorCode::OutOfMemory, message("io.no-memory-to-read", std::move(name)));
}

}  // namespace engine::messages
