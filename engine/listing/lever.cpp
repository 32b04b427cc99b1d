#include "engine/listing/lever.h"

#include <algorithm>
#include <charconv>

namespace engine::listing {

namespace {

constexpr std::int64_t kMostNumber = 1'000'000'000;
constexpr const char* kNoStream = "None";

const Lever::State* findState(const std::vector<Lever::State>& states, const std::string& value)
{
    const auto found =
        std::find_if(states.begin(), states.end(), [&](const auto& state) { return state.value == value; });
    return found == states.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::string> Lever::valueOf(const std::string& text) const
{
    const bool isStream = findState(states, kNoStream) != nullptr;
    if (isStream && text == "off")
        return kNoStream;
    if (isStream && text == "on")
        return value == kNoStream ? otherValue() : value;
    for (const std::string& written : {text, "'" + text + "'", "torch.device('" + text + "')"})
        if (findState(states, written) != nullptr)
            return written;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    if (!isNumber() || !isWhole || number < least || number > kMostNumber)
        return std::nullopt;
    return std::to_string(number);
}

std::string Lever::lineWith(const std::string& accepted) const
{
    const State* state = findState(states, accepted);
    return state != nullptr ? state->text : head + accepted + tail;
}

std::optional<std::string> Lever::valueIn(const std::string& text) const
{
    const auto state = std::find_if(states.begin(), states.end(), [&](const State& one) { return one.text == text; });
    if (state != states.end())
        return state->value;
    const bool isFramed =
        isNumber() && text.size() > head.size() + tail.size() && text.starts_with(head) && text.ends_with(tail);
    return isFramed ? valueOf(text.substr(head.size(), text.size() - head.size() - tail.size())) : std::nullopt;
}

std::optional<std::string> Lever::otherValue() const
{
    if (isSwitch())
        return value == "on" ? "off" : "on";
    if (findState(states, kNoStream) == nullptr)
        return std::nullopt;
    if (value != kNoStream)
        return kNoStream;
    const auto stream =
        std::find_if(states.begin(), states.end(), [](const State& state) { return state.value != kNoStream; });
    return stream == states.end() ? std::nullopt : std::optional(stream->value);
}

const Lever* findLever(const std::vector<Lever>& levers, int line, const std::string& name)
{
    const auto found = std::find_if(levers.begin(), levers.end(),
                                    [&](const Lever& lever) { return lever.line == line && lever.name == name; });
    return found == levers.end() ? nullptr : &*found;
}

}  // namespace engine::listing
