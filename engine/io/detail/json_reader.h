#pragma once

#include "engine/io/detail/byte_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Reads JSON in one pass. Builds no tree and stores only one window of the text. After the first error, every function
/// that reads a value or a bracket returns false or an empty value.
///
///     if (reader.beginObject())
///         while (reader.nextScalarMember(key))
///             if (const std::string_view value = reader.scalar(); key == "ts")
///                 number = value;
///
/// Strings are truncated to kLongestString bytes; a number longer than kLongestNumber characters gives an empty text,
/// or an error if it extends beyond the window.
class JsonReader {
public:
    static constexpr std::size_t kLongestString = std::size_t{1} << 16;
    static constexpr std::size_t kLongestNumber = 4096;

    explicit JsonReader(ByteStream& bytes, std::size_t window = std::size_t{1} << 16);

    [[nodiscard]] bool failed() const { return m_failed; }
    /// Whether the reader failed because the text ended too early.
    [[nodiscard]] bool ranOut() const { return m_failed && m_isAtEnd && m_at >= m_end; }
    /// Bytes read so far.
    [[nodiscard]] std::uint64_t position() const { return m_before + m_at; }
    /// The error of the byte stream, if that is why the reader failed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    [[nodiscard]] char peek();  ///< first character of the next value; 0 at the end
    [[nodiscard]] bool isScalarNext() { return peek() != '{' && peek() != '['; }
    bool beginObject() { return begin('{'); }
    bool beginArray() { return begin('['); }
    /// Moves to the next member and reads its key. At the end of the object it skips the bracket and returns false.
    bool nextMember(std::string& key);
    /// Moves to the next member whose value is neither an object nor an array. Skips other members.
    bool nextScalarMember(std::string& key);
    /// Moves to the next element. At the end of the array it skips the bracket and returns false.
    bool nextElement();
    /// Moves to the next element that is an object, and begins it. Skips other elements.
    bool nextObject();

    /// Reads a value that is no object or array, and returns its text; a string is returned without quotes and escapes.
    /// Valid until the next call.
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
    std::size_t m_end = 0;  ///< end of the window's content
    std::uint64_t m_before = 0;
    bool m_isAtEnd = false;
    bool m_isFirst = true;  ///< no entry of the innermost object or array has been read
    bool m_failed = false;
    std::optional<Error> m_error;
    std::string m_scalar;
};

}  // namespace engine::io::detail
