#include "engine/messages/messages.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace engine::messages {

Message joined(Message first, Message second)
{
    if (first.empty() || second.empty())
        return first.empty() ? std::move(second) : std::move(first);
    return message("sentences", std::move(first), std::move(second));
}

std::string durationText(Nanoseconds duration)
{
    struct Unit {
        double size;
        const char* name;
    };
    constexpr std::array kUnits{Unit{1e3, "µs"}, Unit{1e6, "ms"}, Unit{1e9, "s"}};
    const auto count = static_cast<double>(duration.count());
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && std::abs(count) >= 999.5 * kUnits[unit].size)
        ++unit;
    const double value = count / kUnits[unit].size;
    char text[32];
    std::snprintf(text, sizeof text, std::abs(value) < 999.5 ? "%.3g %s" : "%.0f %s", value, kUnits[unit].name);
    return text;
}

std::string bytesText(Bytes bytes)
{
    constexpr Bytes kKiB{1024};
    const auto in = [bytes](Bytes unit) { return static_cast<double>(bytes.value) / static_cast<double>(unit.value); };
    char text[32];
    if (bytes >= kGiB)
        std::snprintf(text, sizeof text, "%.1f GiB", in(kGiB));
    else if (bytes >= kMiB)
        std::snprintf(text, sizeof text, "%.0f MiB", in(kMiB));
    else
        std::snprintf(text, sizeof text, "%.0f KiB", in(kKiB));
    return text;
}

std::string numberText(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

}  // namespace engine::messages
