#pragma once

#include "engine/io/detail/byte_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Reads JSON front to back without building anything and without holding more of it than a window. After the first
/// error everything answers false or empty.
///
///     if (reader.beginObject())
///         while (reader.nextMember(key))
///             key == "ts" ? number = reader.scalar() : reader.skip();
///
/// Strings are cut off behind kLongestString bytes; a number of more than kLongestNumber characters is an error.
class JsonReader {
public:
    static constexpr std::size_t kLongestString = std::size_t{1} << 16;
    static constexpr std::size_t kLongestNumber = 4096;

    explicit JsonReader(ByteStream& bytes, std::size_t window = std::size_t{1} << 16);

    [[nodiscard]] bool failed() const { return m_failed; }
    /// Whether it failed because the text ended.
    [[nodiscard]] bool ranOut() const { return m_failed && m_isAtEnd && m_at >= m_end; }
    /// Bytes read so far.
    [[nodiscard]] std::uint64_t position() const { return m_before + m_at; }
    /// Why the bytes themselves could not be had, if that is why it failed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    [[nodiscard]] char peek();  ///< first character of the next value; 0 at the end
    bool beginObject() { return begin('{'); }
    bool beginArray() { return begin('['); }
    /// Moves to the next member and reads its key; false at the object's end, which is passed.
    bool nextMember(std::string& key);
    /// Moves to the next element; false at the array's end, which is passed.
    bool nextElement();

    /// A number, true, false or null as it stands; a string without escapes as its content. Valid until the next call.
    std::string_view scalar();
    void skip();

private:
    bool begin(char bracket);
    bool separate(char end);
    bool fail();
    bool refill();
    std::string_view string();
    bool skipString();
    bool escape(std::string& text);
    bool isNext(char c);
    std::optional<char> next();

    ByteStream& m_bytes;
    std::string m_window;
    std::size_t m_at = 0;
    std::size_t m_end = 0;  ///< the window's content ends here
    std::uint64_t m_before = 0;
    bool m_isAtEnd = false;
    bool m_isFirst = true;  ///< nothing was read yet of the object or array that began last
    bool m_failed = false;
    std::optional<Error> m_error;
    std::string m_scalar;
};

}  // namespace engine::io::detail
