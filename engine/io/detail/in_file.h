#pragma once

#include "engine/base/result.h"
#include "engine/messages/messages.h"

#include <filesystem>

namespace engine::io::detail {

/// Adds the file's name to an error; not to NotFound and Cancelled, whose messages already contain it.
[[nodiscard]] inline Error inFile(const std::filesystem::path& path, const Error& error)
{
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::NotFound)
        return error;
    return makeError(error.code, message("trace.not-opened", path.string(), error.message), error.where);
}

}  // namespace engine::io::detail
