#pragma once

#include "engine/messages/messages.h"

#include <filesystem>
#include <system_error>

namespace engine::messages {

/// Names the type of a path that is not a regular file: a folder, a pipe, a socket or a device. Call this before
/// opening a path that a person entered: opening a pipe blocks until there is a writer, and reading a device may never
/// end. Returns an empty message for a regular file, and for a path that does not exist or cannot be examined; opening
/// that path reports the reason.
[[nodiscard]] inline Message describeNonFile(const std::filesystem::path& path)
{
    std::error_code trouble;
    switch (std::filesystem::status(path, trouble).type()) {
        case std::filesystem::file_type::directory:
            return message("io.a-folder");
        case std::filesystem::file_type::fifo:
            return message("io.a-pipe");
        case std::filesystem::file_type::socket:
            return message("io.a-socket");
        case std::filesystem::file_type::block:
        case std::filesystem::file_type::character:
            return message("io.a-device");
        default:
            return {};
    }
}

}  // namespace engine::messages
