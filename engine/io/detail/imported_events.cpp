#include "engine/io/detail/imported_events.h"

#include "engine/base/utf8.h"

namespace engine::io::detail {

namespace {

std::string asUtf8(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length > 0) {
            result.append(text.substr(0, length));
        } else {
            const auto code = static_cast<unsigned char>(text[0]);
            result.push_back(static_cast<char>(0xc0 | (code >> 6)));
            result.push_back(static_cast<char>(0x80 | (code & 0x3f)));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

}  // namespace

std::uint32_t Texts::add(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto found = m_numbers.find(text);
    if (found != m_numbers.end())
        return found->second;
    std::string own = std::ranges::all_of(text, [](char c) { return c >= 0; }) ? std::string(text) : asUtf8(text);
    if (own != text)
        if (const auto repaired = m_numbers.find(own); repaired != m_numbers.end())
            return repaired->second;
    m_bytes += own.size() + 128;
    if (m_bytes > kMaxTextBytes) {
        m_isFull = true;
        return 0;
    }
    m_texts.push_back(std::move(own));
    const auto number = static_cast<std::uint32_t>(m_texts.size() - 1);
    m_numbers.emplace(m_texts.back(), number);
    return number;
}

}  // namespace engine::io::detail
