#include "engine/frontend/detail/json_places.h"

#include <nlohmann/json.hpp>

namespace engine::frontend {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::size_t next(std::string_view text, std::size_t at)
{
    return std::min(text.find_first_not_of(kSpace, at), text.size());
}

std::size_t stringEnd(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

}  // namespace

JsonPlace jsonValueAt(std::string_view text, std::size_t at)
{
    at = next(text, at);
    JsonPlace place{at, at};
    std::size_t depth = 0;
    while (at < text.size()) {
        const char letter = text[at];
        if (letter == '"') {
            at = stringEnd(text, at);
        } else if (letter == '{' || letter == '[') {
            ++depth;
            ++at;
            continue;
        } else if (letter == '}' || letter == ']') {
            if (depth == 0)
                break;
            --depth;
            ++at;
        } else if (depth == 0) {
            at = std::min(text.find_first_of(" \t\r\n,:]}", at), text.size());
        } else {
            ++at;
            continue;
        }
        if (depth == 0)
            break;
    }
    place.end = at;
    return place;
}

std::vector<JsonPlace> jsonElements(std::string_view text, JsonPlace array)
{
    std::vector<JsonPlace> elements;
    for (std::size_t at = next(text, array.begin + 1); at < array.end && text[at] != ']';) {
        elements.push_back(jsonValueAt(text, at));
        at = next(text, elements.back().end);
        if (at < array.end && text[at] == ',')
            at = next(text, at + 1);
    }
    return elements;
}

std::vector<JsonMember> jsonMembers(std::string_view text, JsonPlace object)
{
    std::vector<JsonMember> members;
    for (std::size_t at = next(text, object.begin + 1); at < object.end && text[at] == '"';) {
        const std::size_t keyEnd = stringEnd(text, at);
        JsonMember member;
        member.key = nlohmann::json::parse(text.substr(at, keyEnd - at)).get<std::string>();
        member.value = jsonValueAt(text, next(text, keyEnd) + 1);
        at = next(text, member.value.end);
        if (at < object.end && text[at] == ',')
            at = next(text, at + 1);
        std::erase_if(members, [&](const JsonMember& other) { return other.key == member.key; });
        members.push_back(std::move(member));
    }
    return members;
}

}  // namespace engine::frontend
