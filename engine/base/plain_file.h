#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace engine {

/// Opens a regular file for reading and never waits: the path may meanwhile name a pipe, or a file of the kernel that
/// blocks until it has news. Returns the descriptor, or -errno (-ENOENT if it is not a regular file).
[[nodiscard]] int openPlainFile(const std::filesystem::path& path);

/// Reads the file up to its end, or until more than `most` bytes came, whatever size it states. Returns 0 or errno.
[[nodiscard]] int readPlainFile(const std::filesystem::path& path, std::size_t most, std::string& content);

}  // namespace engine
