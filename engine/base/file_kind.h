#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace engine {

/// What stands at a path if it is no file: "a folder", "a pipe", "a socket" or "a device". Merely opening a pipe waits
/// for somebody to write into it, and a device may never end, so whoever reads a file that a person named asks this
/// first. Empty: a file; or nothing, or nothing that one may look at, which opening it says better.
[[nodiscard]] inline std::string_view whatIsNoFile(const std::filesystem::path& path)
{
    std::error_code trouble;
    switch (std::filesystem::status(path, trouble).type()) {
        case std::filesystem::file_type::directory:
            return "a folder";
        case std::filesystem::file_type::fifo:
            return "a pipe";
        case std::filesystem::file_type::socket:
            return "a socket";
        case std::filesystem::file_type::block:
        case std::filesystem::file_type::character:
            return "a device";
        default:
            return {};
    }
}

}  // namespace engine
