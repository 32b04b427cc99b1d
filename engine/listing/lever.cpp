#include "engine/listing/lever.h"

#include "engine/base/expect.h"
#include "engine/base/text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace engine::listing {

namespace {

constexpr std::int64_t kMostNumber = 1'000'000'000;
constexpr const char* kNoStream = "None";

const Lever::State* findState(const std::vector<Lever::State>& states, const std::string& value)
{
    const auto found = std::ranges::find_if(states, [&](const auto& state) { return state.value == value; });
    return found == states.end() ? nullptr : &*found;
}

/// The part of a line that a lever replaces, with the text for each value.
struct Slot {
    const Lever* lever = nullptr;
    std::size_t begin = 0, end = 0;                            ///< positions in the analysed line
    std::vector<std::pair<std::string, std::string>> written;  ///< text in the slot, and the value that it denotes
};

/// Returns the smallest slot outside of which the line is the same for all values of the lever.
Slot slotOf(const Lever& lever, const std::string& line)
{
    Slot slot{&lever, lever.head.size(), line.size() - std::min(line.size(), lever.tail.size()), {}};
    if (!lever.isNumber()) {
        slot.begin = line.size();
        std::size_t after = line.size();
        for (const Lever::State& state : lever.states) {
            const auto same = std::mismatch(line.begin(), line.end(), state.text.begin(), state.text.end());
            slot.begin = std::min(slot.begin, static_cast<std::size_t>(same.first - line.begin()));
        }
        for (const Lever::State& state : lever.states) {
            const std::size_t most = std::min(line.size(), state.text.size()) - slot.begin;
            std::size_t equal = 0;
            while (equal < most && line[line.size() - 1 - equal] == state.text[state.text.size() - 1 - equal])
                ++equal;
            after = std::min(after, equal);
        }
        slot.end = line.size() - after;
    }
    const std::size_t after = line.size() - slot.end;
    for (const Lever::State& state : lever.states)
        if (state.text.size() >= slot.begin + after)
            slot.written.emplace_back(state.text.substr(slot.begin, state.text.size() - slot.begin - after),
                                      state.value);
    return slot;
}

/// Reads the values of slot `next` and of later slots. `text`: the rest of the line to read, whose start corresponds to
/// position `from` of the analysed line. Backtracks if a value does not fit.
bool readSlots(const std::vector<Slot>& slots, std::size_t next, const std::string& line, std::size_t from,
               const std::string& text, std::vector<std::string>& values)
{
    const std::size_t literal = (next < slots.size() ? slots[next].begin : line.size()) - from;
    if (text.compare(0, literal, line, from, literal) != 0 || text.size() < literal)
        return false;
    if (next == slots.size())
        return text.size() == literal;
    const std::string rest = text.substr(literal);
    const auto accept = [&](std::size_t length, const std::string& value) {
        values.push_back(value);
        if (readSlots(slots, next + 1, line, slots[next].end, rest.substr(length), values))
            return true;
        values.pop_back();
        return false;
    };
    for (const auto& [written, value] : slots[next].written)
        if (rest.starts_with(written) && accept(written.size(), value))
            return true;
    std::size_t digits = 0;
    while (slots[next].lever->isNumber() && digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9')
        ++digits;
    const auto number = digits > 0 ? slots[next].lever->valueOf(rest.substr(0, digits)) : std::nullopt;
    return number && accept(digits, *number);
}

/// Returns the change if `before` and `now` differ in this lever only. The old value may be any expression, unless the
/// lever is a switch or a number.
std::optional<LeverChange> changeOf(const Lever& lever, const std::string& before, const std::string& now)
{
    const std::optional<std::string> value = lever.valueIn(now);
    const std::optional<std::string> was = lever.valueIn(before);
    if (!value || before == now)
        return std::nullopt;
    if (was)
        return LeverChange{lever.name, *was, *value};
    if (lever.isSwitch() || lever.isNumber())
        return std::nullopt;
    const Slot slot = slotOf(lever, now);
    std::size_t begin = slot.begin, end = slot.end;  // extended to the whole argument
    while (begin > 0 && std::string_view("(,= ").find(now[begin - 1]) == std::string_view::npos)
        --begin;
    while (end < now.size() && std::string_view("), ").find(now[end]) == std::string_view::npos)
        ++end;
    const std::size_t after = now.size() - end;
    if (before.size() <= begin + after || before.compare(0, begin, now, 0, begin) != 0 ||
        before.compare(before.size() - after, after, now, end, after) != 0)
        return std::nullopt;
    return LeverChange{lever.name, before.substr(begin, before.size() - begin - after), *value};
}

}  // namespace

std::vector<LeverChange> changedLevers(const std::vector<Lever>& levers, const std::string& before,
                                       const std::string& now)
{
    if (levers.empty())
        return {};
    for (const Lever& lever : levers)
        if (auto change = changeOf(lever, before, now))
            return {*std::move(change)};
    const std::string line = levers.front().lineWith(levers.front().value);
    std::vector<Slot> slots;
    for (const Lever& lever : levers)
        slots.push_back(slotOf(lever, line));
    std::ranges::sort(
        slots, [](const Slot& a, const Slot& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    for (std::size_t i = 1; i < slots.size(); ++i)
        if (slots[i].begin < slots[i - 1].end)
            return {};
    std::vector<std::string> was, is;
    if (!readSlots(slots, 0, line, 0, before, was) || !readSlots(slots, 0, line, 0, now, is))
        return {};
    std::vector<LeverChange> changes;
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (was[i] != is[i])
            changes.push_back({slots[i].lever->name, was[i], is[i]});
    return changes;
}

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
    const auto number = parseNumber<std::int64_t>(text);
    if (!isNumber() || !number || *number < least || *number > kMostNumber)
        return std::nullopt;
    return std::to_string(*number);
}

std::string Lever::lineWith(const std::string& accepted) const
{
    const State* state = findState(states, accepted);
    ENGINE_EXPECT(state != nullptr || isNumber());
    return state != nullptr ? state->text : head + accepted + tail;
}

std::optional<std::string> Lever::valueIn(const std::string& text) const
{
    const auto state = std::ranges::find(states, text, &State::text);
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
    const auto stream = std::ranges::find_if(states, [](const State& state) { return state.value != kNoStream; });
    return stream == states.end() ? std::nullopt : std::optional(stream->value);
}

const Lever* findLever(const std::vector<Lever>& levers, int line, const std::string& name)
{
    const auto found =
        std::ranges::find_if(levers, [&](const Lever& lever) { return lever.line == line && lever.name == name; });
    return found == levers.end() ? nullptr : &*found;
}

}  // namespace engine::listing
