#include "engine/io/detail/json_reader.h"

namespace engine::io::detail {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool endsScalar(char c)
{
    return c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '{' || c == '[' || isSpace(c);
}

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | (code >> 6));
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3f));
        put(0x80 | ((code >> 6) & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

}  // namespace

bool JsonReader::fail()
{
    m_failed = true;
    return false;
}

char JsonReader::peek()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
        ++m_at;
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonReader::begin(char bracket)
{
    if (m_failed || peek() != bracket)
        return fail();
    ++m_at;
    m_isFirst = true;
    return true;
}

/// Passes the comma before the next entry, or the closing bracket. A comma before the bracket is let pass.
bool JsonReader::separate(char end)
{
    if (m_failed)
        return false;
    char next = peek();
    if (!m_isFirst && next == ',') {
        ++m_at;
        next = peek();
    } else if (!m_isFirst && next != end) {
        return fail();
    }
    m_isFirst = false;
    if (next == end) {
        ++m_at;
        return false;
    }
    return next == '\0' ? fail() : true;
}

bool JsonReader::nextElement()
{
    return separate(']');
}

bool JsonReader::nextMember(std::string& key)
{
    if (!separate('}') || !string(key))
        return false;
    if (peek() != ':')
        return fail();
    ++m_at;
    return true;
}

bool JsonReader::string(std::string& text)
{
    text.clear();
    if (m_failed || peek() != '"')
        return fail();
    ++m_at;
    while (true) {
        const std::size_t stop = m_text.find_first_of("\"\\", m_at);
        if (stop == std::string_view::npos) {
            m_at = m_text.size();
            return fail();
        }
        text.append(m_text, m_at, stop - m_at);
        m_at = stop + 1;
        if (m_text[stop] == '"')
            return true;
        if (!escape(text))
            return fail();
    }
}

bool JsonReader::escape(std::string& text)
{
    const auto hex = [&](std::uint32_t& code) {
        code = 0;
        for (int i = 0; i < 4; ++i, ++m_at) {
            if (m_at >= m_text.size())
                return false;
            const char c = m_text[m_at];
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
            if (digit < 0)
                return false;
            code = code * 16 + static_cast<std::uint32_t>(digit);
        }
        return true;
    };
    if (m_at >= m_text.size())
        return false;
    const char c = m_text[m_at++];
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = kNames.find(c); known != std::string_view::npos) {
        text.push_back(kValues[known]);
        return true;
    }
    std::uint32_t code = 0;
    if (c != 'u' || !hex(code))
        return false;
    if (code >= 0xd800 && code < 0xdc00 && m_text.substr(m_at).starts_with("\\u")) {
        m_at += 2;
        std::uint32_t low = 0;
        if (!hex(low))
            return false;
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    } else if (code >= 0xd800 && code < 0xe000) {
        code = 0xfffd;
    }
    appendUtf8(text, code);
    return true;
}

std::string_view JsonReader::scalar()
{
    if (m_failed)
        return {};
    const char first = peek();
    if (first == '"') {
        string(m_scalar);
        return m_failed ? std::string_view{} : std::string_view{m_scalar};
    }
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && !endsScalar(m_text[m_at]))
        ++m_at;
    if (m_at == begin)
        fail();
    return m_text.substr(begin, m_at - begin);
}

void JsonReader::skip()
{
    // Without recursion, so that no depth of brackets can exhaust the stack.
    std::size_t depth = 0;
    std::string ignored;
    do {
        const char first = peek();
        if (m_failed || first == '\0') {
            fail();
            return;
        }
        if (first == '{' || first == '[') {
            ++depth;
            ++m_at;
        } else if (first == '}' || first == ']') {
            if (depth == 0) {
                fail();
                return;
            }
            --depth;
            ++m_at;
        } else if (first == ',' || first == ':') {
            if (depth == 0) {
                fail();
                return;
            }
            ++m_at;
        } else if (first == '"') {
            string(ignored);
        } else {
            static_cast<void>(scalar());
        }
    } while (depth > 0 && !m_failed);
    m_isFirst = false;
}

}  // namespace engine::io::detail
