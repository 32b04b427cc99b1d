#include "engine/frontend/replaced_numbers.h"

#include "engine/frontend/detail/run_options.h"

#include <charconv>

namespace engine::frontend {

namespace {

template <typename Number>
bool isSame(const std::string& text, Number value)
{
    Number listed{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), listed);
    return error == std::errc{} && end == text.data() + text.size() && listed == value;
}

}  // namespace

Result<std::vector<ReplacedNumber>> replacedNumbers(const RunRequest& request)
{
    const Result<RunSettings> settings = settingsOf(request);
    if (!settings)
        return Error(settings.error());
    std::vector<ReplacedNumber> replaced;
    for (const auto& [key, value] : settings->literals) {
        const std::size_t parted = key.find('=');
        ReplacedNumber one{key.substr(0, parted), key.substr(parted + 1), {}, std::holds_alternative<double>(value)};
        if (std::visit([&](auto number) { return isSame(one.listed, number); }, value))
            continue;
        const auto chosen = request.parameters.find(one.parameter);
        if (chosen == request.parameters.end())
            continue;
        one.runs = chosen->second;
        replaced.push_back(std::move(one));
    }
    return replaced;
}

}  // namespace engine::frontend
