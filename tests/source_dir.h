#pragma once

#include <string>
#include <string_view>

namespace tests {

/// The path of a file of the source tree, for example of "resources/machines". Only source_dir.cpp is compiled with the
/// path of the tree, so the objects of all other tests are equal in every clone and can come from a compiler cache.
[[nodiscard]] std::string inSource(std::string_view relative);

}  // namespace tests
