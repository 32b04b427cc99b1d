#include "engine/io/detail/imported_events.h"

#include "engine/io/detail/own_events.h"

namespace engine::io::detail {

namespace {

/// Length of the character of UTF-8 at the front, 0 if it is none.
std::size_t characterLength(std::string_view text)
{
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
    std::string own =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; }) ? std::string(text) : asUtf8(text);
    if (own != text)
        if (const auto repaired = m_numbers.find(own); repaired != m_numbers.end())
            return repaired->second;
    m_bytes += own.size() + 128;
    if (m_bytes > kMostTextBytes) {
        m_isFull = true;
        return 0;
    }
    m_texts.push_back(std::move(own));
    const auto number = static_cast<std::uint32_t>(m_texts.size() - 1);
    m_numbers.emplace(m_texts.back(), number);
    return number;
}

ImportedEvents::ImportedEvents() = default;
ImportedEvents::ImportedEvents(ImportedEvents&&) noexcept = default;
ImportedEvents& ImportedEvents::operator=(ImportedEvents&&) noexcept = default;
ImportedEvents::~ImportedEvents() = default;

}  // namespace engine::io::detail
