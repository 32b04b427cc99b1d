#pragma once

#include "engine/base/result.h"
#include "engine/messages/messages.h"

#include <string>
#include <utility>

namespace engine::messages {

/// Returns the error of a reader function for which there was not enough memory. Public functions that read a file or a
/// text return this error instead of throwing std::bad_alloc.
[[nodiscard]] inline Error noMemoryToRead(std::string name)
{
    return makeError(ErrorCode::OutOfMemory, message("io.no-memory-to-read", std::move(name)));
}

}  // namespace engine::messages
