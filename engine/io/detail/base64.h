#pragma once

#include <string>
#include <string_view>

/// Base64 (RFC 4648), for bytes in JSON.
namespace engine::io::detail {

void appendBase64(std::string_view bytes, std::string& text);

/// Appends the bytes that `text` encodes. Returns false, and may have appended some of them, if it is not Base64.
[[nodiscard]] bool appendFromBase64(std::string_view text, std::string& bytes);

}  // namespace engine::io::detail
