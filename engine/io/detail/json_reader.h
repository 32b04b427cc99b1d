#pragma once

#include <string>
#include <string_view>

namespace engine::io::detail {

/// Reads JSON front to back without building anything. After the first error everything answers false or empty.
///
///     if (reader.beginObject())
///         while (reader.nextMember(key))
///             key == "ts" ? number = reader.scalar() : reader.skip();
class JsonReader {
public:
    explicit JsonReader(std::string_view text) : m_text(text) {}

    [[nodiscard]] bool failed() const { return m_failed; }
    /// Whether it failed because the text ended.
    [[nodiscard]] bool ranOut() const { return m_failed && m_at >= m_text.size(); }
    [[nodiscard]] std::size_t position() const { return m_at; }

    [[nodiscard]] char peek();  ///< first character of the next value; 0 at the end
    bool beginObject() { return begin('{'); }
    bool beginArray() { return begin('['); }
    /// Moves to the next member and reads its key; false at the object's end, which is passed.
    bool nextMember(std::string& key);
    /// Moves to the next element; false at the array's end, which is passed.
    bool nextElement();

    /// A string without its escapes; into `text`.
    bool string(std::string& text);
    /// A number, true, false or null as it stands; a string without escapes as its content.
    std::string_view scalar();
    void skip();

private:
    bool begin(char bracket);
    bool separate(char end);
    bool fail();
    bool escape(std::string& text);

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isFirst = true;  ///< nothing was read yet of the object or array that began last
    bool m_failed = false;
    std::string m_scalar;
};

}  // namespace engine::io::detail
