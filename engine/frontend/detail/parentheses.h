#pragma once

#include <string>
#include <string_view>

namespace engine::frontend {

/// Returns `operand`, a Python expression to be inserted between the texts `before` and `after`. Adds parentheses if
/// Python would parse the result differently without them.
[[nodiscard]] std::string parenthesized(const std::string& operand, std::string_view before, std::string_view after);

}  // namespace engine::frontend
