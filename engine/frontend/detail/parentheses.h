#pragma once

#include <string>
#include <string_view>

namespace engine::frontend {

/// Returns `operand`, a Python expression, in parentheses if it would be read differently without them between the
/// texts `before` and `after`.
[[nodiscard]] std::string parenthesized(const std::string& operand, std::string_view before, std::string_view after);

}  // namespace engine::frontend
