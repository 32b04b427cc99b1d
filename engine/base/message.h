#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engine {

/// A row of the message table (engine/messages). Translations are found by `id`. `english` contains {0}, {1}… for the
/// arguments. Both are literals, so rows and their texts exist until the process ends.
struct MessageText {
    const char* id;
    const char* english;
};

struct MessageArgument;
/// Returns the text of a row in one language.
using Wording = std::function<std::string(const MessageText&)>;

/// A translatable sentence: a row of the message table and the arguments of its placeholders. A message may instead be
/// a foreign text, which a program, a library or a user wrote and which is never translated.
class Message {
public:
    Message() = default;
    Message(const MessageText& text, std::vector<MessageArgument> arguments);
    explicit Message(std::string notOurs);

    /// Returns the row of the message table; null for a foreign text.
    [[nodiscard]] const MessageText* text() const { return m_text; }
    [[nodiscard]] const std::vector<MessageArgument>& arguments() const { return m_arguments; }
    [[nodiscard]] bool empty() const { return m_text == nullptr && m_arguments.empty(); }
    /// Returns the English sentence, for the command line, Python exceptions and files.
    [[nodiscard]] std::string english() const;
    /// Returns the sentence in the language of `wording`.
    [[nodiscard]] std::string in(const Wording& wording) const;

private:
    const MessageText* m_text = nullptr;
    std::vector<MessageArgument> m_arguments;  ///< a foreign text is stored as the only argument
};

/// A list is rendered with ", " between its elements.
struct MessageArgument : std::variant<std::string, std::int64_t, Message, std::vector<MessageArgument>> {
    using variant::variant;
};

/// Replaces {0}, {1}… in `pattern` in one pass: a placeholder inside a value is not replaced.
[[nodiscard]] std::string filled(std::string_view pattern, std::span<const std::string> values);

}  // namespace engine
