#pragma once

#include <string>
#include <string_view>

namespace tests {

/// Returns the absolute path of a file or folder of the source tree, for example of "resources/machines". Only
/// source_dir.cpp is compiled with the path of the tree, so a compiler cache can reuse all other object files in every
/// clone.
[[nodiscard]] std::string inSource(std::string_view relative);

}  // namespace tests
