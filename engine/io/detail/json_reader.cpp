#include "engine/io/detail/json_reader.h"

#include <algorithm>
#include <cstring>

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

constexpr std::uint32_t kNoCharacter = 0xfffd;

bool isFirstHalf(std::uint32_t code)
{
    return code >= 0xd800 && code < 0xdc00;
}

bool isSecondHalf(std::uint32_t code)
{
    return code >= 0xdc00 && code < 0xe000;
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

JsonReader::JsonReader(ByteStream& bytes, std::size_t window) : m_bytes(bytes), m_window(window, '\0') {}

bool JsonReader::fail()
{
    m_failed = true;
    return false;
}

/// Reads the next window; the previous one must be fully consumed.
bool JsonReader::refill()
{
    if (m_isAtEnd)
        return false;
    m_before += m_at;
    m_at = m_end = 0;
    Result<std::size_t> got = m_bytes.read(std::span(m_window));
    if (!got) {
        m_error = std::move(got).error();
        m_failed = true;
    }
    m_end = got ? *got : 0;
    m_isAtEnd = m_end == 0;
    return m_end > 0;
}

std::optional<char> JsonReader::next()
{
    if (m_at == m_end && !refill())
        return std::nullopt;
    return m_window[m_at++];
}

char JsonReader::peek()
{
    while (true) {
        while (m_at < m_end && isSpace(m_window[m_at]))
            ++m_at;
        if (m_at < m_end)
            return m_window[m_at];
        if (!refill())
            return '\0';
    }
}

bool JsonReader::begin(char bracket)
{
    if (m_failed || peek() != bracket)
        return fail();
    ++m_at;
    m_isFirst = true;
    return true;
}

/// Skips the comma before the next entry and returns true, or skips the closing bracket and returns false. Accepts a
/// trailing comma.
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

bool JsonReader::nextObject()
{
    while (nextElement()) {
        if (peek() == '{')
            return beginObject();
        skip();
    }
    return false;
}

bool JsonReader::nextScalarMember(std::string& key)
{
    while (nextMember(key)) {
        if (isScalarNext())
            return true;
        skip();
    }
    return false;
}

bool JsonReader::nextMember(std::string& key)
{
    if (!separate('}'))
        return false;
    if (peek() != '"')
        return fail();
    key = string();
    if (m_failed || peek() != ':')
        return fail();
    ++m_at;
    return true;
}

/// Reads a string; the position must be at its opening quote.
std::string_view JsonReader::string()
{
    ++m_at;
    m_scalar.clear();
    while (true) {
        const char* const from = m_window.data() + m_at;
        const auto* quote = static_cast<const char*>(std::memchr(from, '"', m_end - m_at));
        const std::size_t length = quote != nullptr ? static_cast<std::size_t>(quote - from) : m_end - m_at;
        const auto* slash = static_cast<const char*>(std::memchr(from, '\\', length));
        const std::size_t plain = slash != nullptr ? static_cast<std::size_t>(slash - from) : length;
        const bool isAll = slash == nullptr && quote != nullptr;
        if (isAll && m_scalar.empty()) {
            m_at += plain + 1;
            return {from, std::min(plain, kLongestString)};
        }
        if (m_scalar.size() < kLongestString)
            m_scalar.append(from, std::min(plain, kLongestString - m_scalar.size()));
        m_at += plain + (isAll || slash != nullptr ? 1 : 0);
        if (isAll)
            return m_scalar;
        if (slash != nullptr ? !escape(m_scalar) : !refill()) {
            fail();
            return {};
        }
        m_scalar.resize(std::min(m_scalar.size(), kLongestString));
    }
}

bool JsonReader::skipString()
{
    ++m_at;
    while (true) {
        while (m_at < m_end && m_window[m_at] != '"' && m_window[m_at] != '\\')
            ++m_at;
        const std::optional<char> stop = next();
        if (!stop)
            return fail();
        if (*stop == '"')
            return true;
        if (*stop == '\\' && !next())
            return fail();
    }
}

bool JsonReader::isNext(char c)
{
    return (m_at < m_end || refill()) && m_window[m_at] == c;
}

bool JsonReader::escape(std::string& text)
{
    const auto hex = [&](std::uint32_t& code) {
        code = 0;
        for (int i = 0; i < 4; ++i) {
            const char c = next().value_or('\0');
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
    const char c = next().value_or('\0');
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = kNames.find(c); known != std::string_view::npos && c != '\0') {
        text.push_back(kValues[known]);
        return true;
    }
    std::uint32_t code = 0;
    if (c != 'u' || !hex(code))
        return false;
    // A high surrogate without a low one after it is replaced by U+FFFD, and the following escape is decoded
    // separately.
    while (isFirstHalf(code) && isNext('\\')) {
        ++m_at;
        if (!isNext('u')) {
            appendUtf8(text, kNoCharacter);
            return escape(text);
        }
        ++m_at;
        std::uint32_t second = 0;
        if (!hex(second))
            return false;
        if (isSecondHalf(second)) {
            appendUtf8(text, 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00));
            return true;
        }
        appendUtf8(text, kNoCharacter);
        code = second;
    }
    appendUtf8(text, isFirstHalf(code) || isSecondHalf(code) ? kNoCharacter : code);
    return true;
}

std::string_view JsonReader::scalar()
{
    if (m_failed)
        return {};
    if (peek() == '"')
        return string();
    m_scalar.clear();
    while (true) {
        const std::size_t begin = m_at;
        while (m_at < m_end && !endsScalar(m_window[m_at]))
            ++m_at;
        const std::string_view piece(m_window.data() + begin, m_at - begin);
        if (m_at < m_end && m_scalar.empty()) {
            if (piece.empty())
                fail();
            return piece.size() <= kLongestNumber ? piece : std::string_view{};
        }
        m_scalar.append(piece);
        if (m_scalar.size() > kLongestNumber) {
            fail();
            return {};
        }
        if (m_at < m_end || !refill())
            break;
    }
    if (m_scalar.empty())
        fail();
    return m_scalar;
}

void JsonReader::skip()
{
    // A loop instead of recursion, so that deep nesting cannot exhaust the stack.
    std::size_t depth = 0;
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
            skipString();
        } else {
            static_cast<void>(scalar());
        }
    } while (depth > 0 && !m_failed);
    m_isFirst = false;
}

}  // namespace engine::io::detail
