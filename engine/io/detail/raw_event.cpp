#include "engine/io/detail/raw_event.h"

#include "engine/io/detail/imported_events.h"

#include <charconv>
#include <cmath>

namespace engine::io::detail {

double toDouble(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && std::isfinite(value) ? value : 0;
}

std::int64_t toInteger(std::string_view text)
{
    std::int64_t exact = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exact);
    if (error == std::errc{} && end == text.data() + text.size())
        return exact;
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
        double us = 0;
        const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), us);
        if (wrong != std::errc{} || stop != text.data() + text.size() ||
            !(std::abs(us) < 1e-3 * static_cast<double>(kLatestTime)))
            return false;
        ns = static_cast<std::int64_t>(std::llround(us * 1e3));
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
