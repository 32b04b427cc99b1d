#include "engine/base/utf8.h"

#include <algorithm>

namespace engine {

namespace {

/// The code point of a valid character.
char32_t codePoint(std::string_view character)
{
    constexpr unsigned char kBitsOfFirst[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    char32_t code = static_cast<unsigned char>(character[0]) & kBitsOfFirst[character.size()];
    for (const char c : character.substr(1))
        code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
    return code;
}

bool isDrawable(char32_t code)
{
    if (code < 0x20)
        return code == '\t' || code == '\n';
    const bool isControl = code >= 0x7f && code <= 0x9f;
    const bool isDirection = code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                             (code >= 0x2066 && code <= 0x2069);
    const bool isNoncharacter = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    return !isControl && !isDirection && !isNoncharacter;
}

}  // namespace

std::string drawable(std::string text)
{
    if (std::all_of(text.begin(), text.end(), [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n'; }))
        return text;
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t length = characterLength(rest);
        if (length > 0 && isDrawable(codePoint(rest.substr(0, length))))
            result += rest.substr(0, length);
        else
            result += "\ufffd";
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

}  // namespace engine
