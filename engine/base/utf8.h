#pragma once

#include "engine/base/expect.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace engine {

/// Returns the length in bytes of the UTF-8 character at the start of `text`, which must not be empty; 0 if the bytes
/// are invalid: truncated, an overlong form, a UTF-16 surrogate, or beyond U+10FFFF.
[[nodiscard]] constexpr std::size_t characterLength(std::string_view text)
{
    ENGINE_EXPECT(!text.empty());
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    if (length == 3 && ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)))
        return 0;
    if (length == 4 && ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)))
        return 0;
    return length;
}

/// Replaces by U+FFFD the characters that an image, XML file or terminal should not receive: bytes that are not UTF-8,
/// control characters (tab and line feed are kept), marks that change the writing direction, Unicode's separators of
/// lines and paragraphs, and noncharacters. For texts that do not come from this program.
[[nodiscard]] std::string drawable(std::string text);

/// In a JSON text, escapes the characters that drawable() would replace; the parsed value does not change. The JSON
/// serializer escapes only characters below U+0020.
[[nodiscard]] std::string escapedJson(const std::string& json);

}  // namespace engine
