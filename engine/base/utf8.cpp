#include "engine/base/utf8.h"

#include <algorithm>

namespace engine {

namespace {

/// Returns the code point of a valid character.
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
    const bool isSeparator = code == 0x2028 || code == 0x2029;  // of lines or paragraphs
    const bool isNoncharacter = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    return !isControl && !isDirection && !isSeparator && !isNoncharacter;
}

bool isPlain(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n'; });
}

/// Replaces each character that is not drawable by `replacement(character)`.
std::string replaced(std::string_view text, auto replacement)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && isDrawable(codePoint(character)))
            result += character;
        else
            result += replacement(character);
        text.remove_prefix(character.size());
    }
    return result;
}

/// Returns the JSON escape of a UTF-16 unit, such as \u001b.
std::string escapedHalf(char32_t unit)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        text += kDigits[unit >> shift & 0xf];
    return text;
}

}  // namespace

std::string drawable(std::string text)
{
    if (isPlain(text))
        return text;
    return replaced(text, [](std::string_view) { return std::string("\ufffd"); });
}

std::string escapedJson(const std::string& json)
{
    if (isPlain(json))
        return json;
    return replaced(json, [](std::string_view character) {
        // An invalid byte becomes U+FFFD. A character beyond U+FFFF becomes two UTF-16 units.
        const char32_t code = characterLength(character) == 0 ? U'\ufffd' : codePoint(character);
        const bool isLong = code > 0xffff;
        std::string text = escapedHalf(isLong ? 0xd7c0 + (code >> 10) : code);
        return isLong ? text + escapedHalf(0xdc00 + (code & 0x3ff)) : text;
    });
}

}  // namespace engine
