#include "engine/frontend/rank_count.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace engine::frontend {

int ranksOf(const RunRequest& request)
{
    const std::vector<Parameter>& parameters = request.program.parameters;
    const auto declared = std::ranges::find(parameters, "ranks", &Parameter::name);
    std::string text = declared == parameters.end() ? std::string() : declared->value;
    if (const auto chosen = request.parameters.find("ranks"); chosen != request.parameters.end())
        text = chosen->second;
    int ranks = 1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
    return error == std::errc{} && end == text.data() + text.size() ? ranks : 1;
}

bool declares(const Program& program, std::string_view parameter)
{
    return std::ranges::find(program.parameters, parameter, &Parameter::name) != program.parameters.end();
}

}  // namespace engine::frontend
