#include "engine/io/detail/base64.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace engine::io::detail {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 0xff;

constexpr std::array<std::uint8_t, 256> valuesOfLetters()
{
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoLetter);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return values;
}

constexpr std::array<std::uint8_t, 256> kLetterValues = valuesOfLetters();

}  // namespace

void appendBase64(std::string_view bytes, std::string& text)
{
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text.push_back(i <= group.size() ? kAlphabet[bits >> (18 - 6 * i) & 0x3f] : '=');
    }
}

bool appendFromBase64(std::string_view text, std::string& bytes)
{
    if (text.size() % 4 != 0)
        return false;
    for (std::size_t at = 0; at < text.size(); at += 4) {
        std::string_view group = text.substr(at, 4);
        if (at + 4 == text.size())
            group = group.substr(0, std::max<std::size_t>(group.find('=') == group.npos ? 4 : group.find('='), 2));
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint8_t value = i < group.size() ? kLetterValues[static_cast<unsigned char>(group[i])] : 0;
            if (value == kNoLetter)
                return false;
            bits = bits << 6 | value;
        }
        for (std::size_t i = 1; i < group.size(); ++i)
            bytes.push_back(static_cast<char>(bits >> (24 - 8 * i)));
    }
    return true;
}

}  // namespace engine::io::detail
