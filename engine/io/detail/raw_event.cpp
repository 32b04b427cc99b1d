#include "engine/io/detail/raw_event.h"

#include "engine/base/text.h"
#include "engine/io/detail/collective_names.h"
#include "engine/io/detail/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <span>

namespace engine::io::detail {

namespace {

std::int64_t toBytes(std::string_view text, std::int64_t least)
{
    return std::clamp(toInteger(text), least, kMaxBytes);
}

std::int32_t toLine(std::string_view text)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(toInteger(text), 0, 1 << 30));
}

using Value = std::string_view;

constexpr std::string_view kGroupRanks = "Process Group Ranks";

/// Removes the quotation marks that some versions of the profiler write at both ends of a text, inside the JSON string.
Value unquoted(Value value)
{
    return value.size() > 1 && value.starts_with('"') && value.ends_with('"') ? value.substr(1, value.size() - 2)
                                                                              : value;
}

/// The name of a member or an argument, and the function that stores its value in an event.
struct Field {
    std::string_view key;
    void (*set)(RawEvent& event, Value value);
};

constexpr Field kMembers[] = {
    {"ph", [](RawEvent& e, Value value) { e.phase = value.size() == 1 ? value[0] : '\0'; }},
    {"name", [](RawEvent& e, Value value) { e.name = value; }},
    {"cat", [](RawEvent& e, Value value) { e.category = value; }},
    {"pid", [](RawEvent& e, Value value) { e.pid = value; }},
    {"tid", [](RawEvent& e, Value value) { e.tid = value; }},
    {"ts", [](RawEvent& e, Value value) { e.isTimeKnown = toNanoseconds(value, e.ts); }},
    {"dur", [](RawEvent& e, Value value) { e.isDurationWrong = !toNanoseconds(value, e.duration); }},
    {"id", [](RawEvent& e, Value value) { e.id = value; }},
    {"id2", [](RawEvent& e, Value value) { e.id = value; }},
    {"bind_id", [](RawEvent& e, Value value) { e.id = value; }},
};

constexpr Field kArguments[] = {
    {"correlation", [](RawEvent& e, Value value) { e.links.link = toInteger(value); }},
    {"stream", [](RawEvent& e, Value value) { e.details.stream = toInteger(value); }},
    {"bytes", [](RawEvent& e, Value value) { e.details.bytes = std::max(0.0, toDouble(value)); }},
    {"flops", [](RawEvent& e, Value value) { e.details.flops = std::max(0.0, toDouble(value)); }},
    {"op", [](RawEvent& e, Value) { e.isOperation = true; }},
    {"line", [](RawEvent& e, Value value) { e.details.line = toLine(value); }},
    {"text", [](RawEvent& e, Value value) { e.text = value; }},
    // Stores only the innermost call, which is the first one of the text.
    {"Call stack", [](RawEvent& e, Value value) { e.stack = value.substr(0, value.find(';')); }},
    {"failed", [](RawEvent& e, Value) { e.details.isFailed = true; }},
    {"state", [](RawEvent& e, Value value) { e.details.isFailed |= value == "failed"; }},
    {"wait_on_stream", [](RawEvent& e, Value value) { e.links.waitedStream = toInteger(value); }},
    {"wait_on_cuda_event_record_corr_id", [](RawEvent& e, Value value) { e.links.recordLink = toInteger(value); }},
    {"Collective name", [](RawEvent& e, Value value) { e.details.collective = collectiveIn(value); }},
    {"Process Group Name", [](RawEvent& e, Value value) { e.group.name = unquoted(value); }},
    {"Process Group Description", [](RawEvent& e, Value value) { e.group.description = unquoted(value); }},
    {kGroupRanks, [](RawEvent& e, Value value) { e.group.ranks = value; }},
    {"Group size", [](RawEvent& e, Value value) { e.group.size = toInteger(value); }},
    {"Global rank start", [](RawEvent& e, Value value) { e.group.start = toInteger(value); }},
    {"Global rank stride", [](RawEvent& e, Value value) { e.group.stride = toInteger(value); }},
    {"In msg nelems", [](RawEvent& e, Value value) { e.group.elements = toInteger(value); }},
    {"dtype", [](RawEvent& e, Value value) { e.group.type = unquoted(value); }},
    {"Seq", [](RawEvent& e, Value value) { e.details.sequence = toInteger(value); }},
    {"name", [](RawEvent& e, Value value) { e.metadata.name = value; }},
    {"labels", [](RawEvent& e, Value value) { e.metadata.labels = value; }},
    {"sort_index", [](RawEvent& e, Value value) { e.metadata.sort = toInteger(value); }},
    {"Total Allocated", [](RawEvent& e, Value value) { e.memory.allocated = toBytes(value, -1); }},
    {"Total Reserved", [](RawEvent& e, Value value) { e.memory.reserved = toBytes(value, -1); }},
    {"Bytes", [](RawEvent& e, Value value) { e.memory.bytes = toBytes(value, -kMaxBytes); }},
    {"Addr", [](RawEvent& e, Value value) { e.memory.address = hashOf(value); }},
    {"Device Type", [](RawEvent& e, Value value) { e.deviceType = toInteger(value); }},
    {"Device Id", [](RawEvent& e, Value value) { e.device = toInteger(value); }},
};

/// Returns the size of an element of PyTorch's type; 0 if it is unknown.
double bytesOf(std::string_view type)
{
    constexpr std::pair<std::string_view, int> kSizes[] = {
        {"Double", 8}, {"Long", 8},     {"Float", 4}, {"Int", 4},  {"Half", 2},
        {"Short", 2},  {"BFloat16", 2}, {"Byte", 1},  {"Char", 1}, {"Bool", 1},
    };
    for (const auto& [name, size] : kSizes)
        if (name == type)
            return size;
    return type.starts_with("Float8") ? 1 : 0;
}

void setField(std::span<const Field> fields, RawEvent& event, std::string_view key, std::string_view value)
{
    for (const Field& field : fields)
        if (field.key == key)
            return field.set(event, value);
}

}  // namespace

bool RawEventReader::read(JsonReader& json, RawEvent& event)
{
    event = {};
    while (json.nextMember(m_key)) {
        if (m_key == "args" && json.peek() == '{')
            readArguments(json, event);
        else if (json.isScalarNext())
            setField(kMembers, event, m_key, json.scalar());
        else
            json.skip();
    }
    return !json.failed();
}

void RawEventReader::readArguments(JsonReader& json, RawEvent& event)
{
    json.beginObject();
    while (json.nextMember(m_key)) {
        if (json.isScalarNext())
            readArgument(json, event);
        else if (m_key == kGroupRanks && json.beginArray())  // usually the ranks are written as a string
            while (json.nextElement()) {
                if (!json.isScalarNext())
                    json.skip();
                else if (const Value rank = json.scalar(); event.group.ranks.size() < JsonReader::kLongestString)
                    event.group.ranks.append(rank).append(", ");
            }
        else
            json.skip();
    }
    if (event.group.elements > 0 && event.details.bytes <= 0)
        event.details.bytes = static_cast<double>(event.group.elements) * bytesOf(event.group.type);
}

void RawEventReader::readArgument(JsonReader& json, RawEvent& event)
{
    const bool isText = json.peek() == '"';
    const Value value = json.scalar();
    // The arguments of a counter are its series. They are also stored if the event's phase has not been read yet,
    // because it may follow them in the file.
    if ((event.phase == 'C' || event.phase == '\0') && !isText && event.series.size() < 64)
        event.series.emplace_back(m_key, toDouble(value));
    if (event.phase != 'C')
        setField(kArguments, event, m_key, value);
}

std::uint64_t hashOf(std::string_view text, std::uint64_t seed)
{
    return std::hash<std::string_view>{}(text) ^ (seed * 0x9e3779b97f4a7c15U + 0x7f4a7c15U);
}

std::int64_t numberOf(std::string_view text)
{
    return parseNumber<std::int64_t>(text).value_or(-1);
}

double toDouble(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && std::isfinite(value) ? value : 0;
}

std::int64_t toInteger(std::string_view text)
{
    if (const auto exact = parseNumber<std::int64_t>(text))
        return *exact;
    const double value = toDouble(text);
    return std::abs(value) < 9e18 ? static_cast<std::int64_t>(value) : 0;
}

bool toNanoseconds(std::string_view text, std::int64_t& ns)
{
    const bool isNegative = text.starts_with('-');
    const std::string_view digits = text.substr(isNegative ? 1 : 0);
    std::int64_t whole = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    const std::string_view rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
    const bool isPlain = error == std::errc{} && whole >= 0 && whole < kLatestTime / 1000 &&
                         (rest.empty() || (rest[0] == '.' && rest.find_first_not_of("0123456789", 1) == rest.npos));
    if (!isPlain) {
        const auto us = parseNumber<double>(text);
        if (!us || !(std::abs(*us) < 1e-3 * static_cast<double>(kLatestTime)))
            return false;
        ns = static_cast<std::int64_t>(std::llround(*us * 1e3));
        return true;
    }
    std::int64_t value = whole * 1000;
    std::int64_t unit = 100;
    for (std::size_t i = 1; i < rest.size() && unit > 0; ++i, unit /= 10)
        value += (rest[i] - '0') * unit;
    if (rest.size() > 4 && rest[4] >= '5')
        ++value;
    ns = isNegative ? -value : value;
    return true;
}

}  // namespace engine::io::detail
