#include "engine/messages/json.h"

#include "engine/messages/messages.h"
#include "engine/messages/table.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace engine::messages {

namespace {

/// ordered_json is not used: it copies its values recursively when it grows, so a deeply nested file would exhaust the
/// stack.
using Json = nlohmann::json;

/// Limits the recursion, so that a damaged file cannot exhaust the stack.
constexpr int kMaxNested = 16;

Json jsonOf(const Message& message);

Json jsonOf(const MessageArgument& argument)
{
    if (const auto* text = std::get_if<std::string>(&argument))
        return *text;
    if (const auto* number = std::get_if<std::int64_t>(&argument))
        return *number;
    if (const auto* message = std::get_if<Message>(&argument))
        return jsonOf(*message);
    Json list = Json::array();
    for (const MessageArgument& element : *std::get_if<std::vector<MessageArgument>>(&argument))
        list.push_back(jsonOf(element));
    return list;
}

Json jsonOf(const Message& message)
{
    if (message.text() == nullptr)
        return message.english();
    return {{"id", message.text()->id}, {"arguments", jsonOf(message.arguments())}, {"english", message.english()}};
}

std::optional<MessageArgument> argumentOf(const Json& json, int nested);

std::optional<std::vector<MessageArgument>> listOf(const Json& json, int nested)
{
    std::vector<MessageArgument> list;
    for (const Json& element : json)
        if (auto argument = argumentOf(element, nested))
            list.push_back(*std::move(argument));
        else
            return std::nullopt;
    return list;
}

std::optional<Message> messageOf(const Json& json, int nested)
{
    const auto id = json.find("id"), arguments = json.find("arguments"), english = json.find("english");
    if (id == json.end() || !id->is_string() || arguments == json.end() || !arguments->is_array() ||
        english == json.end() || !english->is_string())
        return std::nullopt;
    auto values = listOf(*arguments, nested);
    if (!values)
        return std::nullopt;
    const MessageText* row = find(id->get_ref<const std::string&>());
    if (row == nullptr || argumentsOf(row->english) != values->size())
        return Message(english->get<std::string>());
    return Message(*row, *std::move(values));
}

std::optional<MessageArgument> argumentOf(const Json& json, int nested)
{
    if (json.is_string())
        return MessageArgument(json.get<std::string>());
    if (json.is_number_integer())
        return MessageArgument(json.get<std::int64_t>());
    if (nested == kMaxNested)
        return std::nullopt;
    if (json.is_array()) {
        auto list = listOf(json, nested + 1);
        return list ? std::optional<MessageArgument>(*std::move(list)) : std::nullopt;
    }
    auto message = json.is_object() ? messageOf(json, nested + 1) : std::nullopt;
    return message ? std::optional<MessageArgument>(*std::move(message)) : std::nullopt;
}

}  // namespace

std::string toJson(const Message& message)
{
    return jsonOf(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Message> fromJson(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_string())
        return Message(json.get<std::string>());
    return json.is_object() ? messageOf(json, 0) : std::nullopt;
}

Message describeInvalidJson(std::string_view text)
try {
    [[maybe_unused]] const Json parsed = Json::parse(text);
    return {};
} catch (const Json::parse_error& trouble) {
    const std::string_view before = text.substr(0, std::min(trouble.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const bool isSurrogate = std::string_view(trouble.what()).find("surrogate") != std::string_view::npos;
    return isSurrogate ? message("json.lone-surrogate", line) : message("json.invalid", line);
} catch (const Json::exception&) {
    return message("json.huge-number");
}

}  // namespace engine::messages
