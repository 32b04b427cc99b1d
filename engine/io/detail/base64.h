#pragma once

#include <string>
#include <string_view>

/// Base64 (RFC 4648), for bytes in JSON.
namespace engine::io::detail {

void appendBase64(std::string_view bytes, std::string& text);

/// Appends the bytes that `text` encodes. Returns false if `text` is not Base64; some bytes may then be appended.
[[nodiscard]] bool appendFromBase64(std::string_view text, std::string& bytes);

}  // namespace engine::io::detail
