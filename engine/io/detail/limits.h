#pragma once

#include <cstddef>
#include <cstdint>

/// Largest values that a file may contain. The sum of a hundred such values does not overflow. The codec must accept
/// every value that an importer accepts; otherwise an imported trace could be saved but not opened again.
namespace engine::io::detail {

constexpr std::int64_t kMaxTime = std::int64_t{1} << 55;   ///< ns: 417 days
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 55;  ///< bytes: 36 PB
/// Largest native file in bytes, limited because it is read into memory as a whole; its chunks are compressed.
constexpr std::size_t kMaxNativeFile = std::size_t{1} << 30;

}  // namespace engine::io::detail
