#pragma once

#include "engine/base/units.h"
#include "engine/messages/table.h"

#include <concepts>
#include <type_traits>

namespace engine::messages {

/// Returns the row of `id`; an unknown id does not compile. (With GCC's sanitizers a pointer to a row cannot be
/// compared with null at compile time, so find() is not used.)
[[nodiscard]] consteval const MessageText* row(const char* id)
{
    for (const MessageText& text : kTable)
        if (std::string_view(text.id) == id)
            return &text;
    throw "unknown id";
}

/// A row that takes `kArguments` arguments. An id that is missing in the table, or a row with another number of
/// arguments, does not compile.
template <std::size_t kArguments>
class Row {
public:
    consteval Row(const char* id)  // NOLINT(google-explicit-constructor)
    {
        m_text = row(id);
        if (argumentsOf(m_text->english) != kArguments)
            throw "wrong number of arguments";
    }
    [[nodiscard]] const MessageText& text() const { return *m_text; }

private:
    const MessageText* m_text = nullptr;
};

/// Converts a value to an argument: any integer to 64 bits, any text to a string.
template <typename T>
MessageArgument argument(T&& value)
{
    if constexpr (std::integral<std::remove_cvref_t<T>>)
        return static_cast<std::int64_t>(value);
    else if constexpr (std::convertible_to<T, std::string_view>)
        return std::string(std::string_view(value));
    else
        return std::forward<T>(value);
}

/// Makes the message `id`. Arguments are strings, integers, messages or lists.
template <typename... A>
[[nodiscard]] Message message(std::type_identity_t<Row<sizeof...(A)>> id, A&&... arguments)
{
    std::vector<MessageArgument> values;
    values.reserve(sizeof...(A));
    (values.push_back(argument(std::forward<A>(arguments))), ...);
    return {id.text(), std::move(values)};
}

/// Makes a list argument.
[[nodiscard]] std::vector<MessageArgument> list(const auto& elements)
{
    std::vector<MessageArgument> values;
    for (const auto& element : elements)
        values.push_back(argument(element));
    return values;
}

/// Joins two sentences; if one is empty, returns the other.
[[nodiscard]] Message joined(Message first, Message second);

/// Format numbers as arguments of messages, as the window shows them: durations with at most three significant digits
/// (more from 1000 s on) and a unit ("1.25 ms"), memory in KiB, MiB or GiB, other numbers with at most six significant
/// digits.
[[nodiscard]] std::string durationText(Nanoseconds duration);
[[nodiscard]] std::string bytesText(Bytes bytes);
[[nodiscard]] std::string numberText(double value);

}  // namespace engine::messages

namespace engine {

using messages::message;

}  // namespace engine
