#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace engine {

/// Opens a regular file for reading. Does not block, even if the path names a pipe, or a kernel file without data.
/// Returns the descriptor, or -errno (-ENOENT if it is not a regular file).
[[nodiscard]] int openPlainFile(const std::filesystem::path& path);

/// Appends the file to `content`, up to the file's end or until `content` has more than `most` bytes, whatever size the
/// file reports. Returns 0 or errno.
[[nodiscard]] int readPlainFile(const std::filesystem::path& path, std::size_t most, std::string& content);

}  // namespace engine
