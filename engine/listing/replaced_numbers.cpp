#include "engine/listing/replaced_numbers.h"

#include <charconv>
#include <utility>

namespace engine::listing {

namespace {

template <typename Number>
bool isSame(const std::string& text, Number value)
{
    Number listed{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), listed);
    return error == std::errc{} && end == text.data() + text.size() && listed == value;
}

}  // namespace

std::vector<ReplacedNumber> replacedNumbers(const Literals& literals, const std::map<std::string, std::string>& chosen)
{
    std::vector<ReplacedNumber> replaced;
    for (const auto& [key, value] : literals) {
        const std::size_t equals = key.find('=');
        ReplacedNumber one{key.substr(0, equals), key.substr(equals + 1), {}, std::holds_alternative<double>(value)};
        const auto found = chosen.find(one.parameter);
        if (found == chosen.end() || std::visit([&](auto number) { return isSame(one.listed, number); }, value))
            continue;
        one.runs = found->second;
        replaced.push_back(std::move(one));
    }
    return replaced;
}

}  // namespace engine::listing
