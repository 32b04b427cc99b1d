#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine::frontend {

/// Where a value stands in the text of a JSON file.
struct JsonPlace {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct JsonMember {
    std::string key;
    JsonPlace value;
};

/// Of sound JSON only; what stands in between (spaces, order, spelling of numbers and letters) is the file's own.
[[nodiscard]] JsonPlace jsonValueAt(std::string_view text, std::size_t at);
[[nodiscard]] std::vector<JsonPlace> jsonElements(std::string_view text, JsonPlace array);
/// Of a key that is there twice the last one counts, as everywhere.
[[nodiscard]] std::vector<JsonMember> jsonMembers(std::string_view text, JsonPlace object);

}  // namespace engine::frontend
