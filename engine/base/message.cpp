#include "engine/base/message.h"

#include "engine/base/utf8.h"

namespace engine {

namespace {

/// Renders one argument. Strings may come from outside (names of files, fields, operations), so drawable() is applied
/// to them.
std::string render(const MessageArgument& argument, const Wording& wording)
{
    if (const auto* text = std::get_if<std::string>(&argument))
        return drawable(*text);
    if (const auto* number = std::get_if<std::int64_t>(&argument))
        return std::to_string(*number);
    if (const auto* message = std::get_if<Message>(&argument))
        return message->in(wording);
    std::string list;
    for (const MessageArgument& element : *std::get_if<std::vector<MessageArgument>>(&argument))
        list += (list.empty() ? "" : ", ") + render(element, wording);
    return list;
}

}  // namespace

Message::Message(const MessageText& text, std::vector<MessageArgument> arguments)
    : m_text(&text), m_arguments(std::move(arguments))
{
}

Message::Message(std::string notOurs)
{
    if (!notOurs.empty())
        m_arguments.emplace_back(std::move(notOurs));
}

std::string Message::english() const
{
    return in([](const MessageText& text) { return std::string(text.english); });
}

std::string Message::in(const Wording& wording) const
{
    std::vector<std::string> values;
    for (const MessageArgument& argument : m_arguments)
        values.push_back(render(argument, wording));
    if (m_text == nullptr)
        return values.empty() ? std::string() : std::move(values.front());
    return filled(wording(*m_text), values);
}

std::string filled(std::string_view pattern, std::span<const std::string> values)
{
    std::string result;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool isPlaceholder = pattern[at] == '{' && at + 2 < pattern.size() && pattern[at + 2] == '}' &&
                                   pattern[at + 1] >= '0' && pattern[at + 1] <= '9';
        const auto index = isPlaceholder ? static_cast<std::size_t>(pattern[at + 1] - '0') : values.size();
        if (index < values.size()) {
            result += values[index];
            at += 2;
        } else {
            result += pattern[at];
        }
    }
    return result;
}

}  // namespace engine
