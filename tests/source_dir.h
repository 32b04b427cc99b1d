#pragma once

#include <string>
#include <string_view>

namespace tests {

/// The path of a file of the source tree, for example of "resources/machines". Only source_dir.cpp is compiled with the
/// folder of the tree: the objects of all other tests are the same in every clone, and a compiler cache finds them.
[[nodiscard]] std::string inSource(std::string_view relative);

}  // namespace tests
