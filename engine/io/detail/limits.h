#pragma once

#include <cstdint>

/// What a number in a file may claim: a hundred of each can be added up. What importers let through, the codec must
/// take, or an imported trace could be saved and never opened again.
namespace engine::io::detail {

constexpr std::int64_t kMostTime = std::int64_t{1} << 55;   ///< ns: a year
constexpr std::int64_t kMostBytes = std::int64_t{1} << 55;  ///< 36 PB

}  // namespace engine::io::detail
