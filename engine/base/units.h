#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace engine {

/// Time since the start of a run, or a duration; int64 nanoseconds.
using Nanoseconds = std::chrono::nanoseconds;

[[nodiscard]] constexpr double toSeconds(Nanoseconds t)
{
    return static_cast<double>(t.count()) * 1e-9;
}
/// Rounds to the nearest nanosecond. Returns 0 for NaN and for values outside the representable range (about 292
/// years).
[[nodiscard]] constexpr Nanoseconds fromSeconds(double s)
{
    const double ns = s * 1e9 + (s < 0 ? -0.5 : 0.5);
    return Nanoseconds{ns > -9e18 && ns < 9e18 ? static_cast<std::int64_t>(ns) : 0};
}

/// A size in memory.
struct Bytes {
    std::int64_t value = 0;

    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t v) : value(v) {}
    constexpr auto operator<=>(const Bytes&) const = default;
    constexpr Bytes& operator+=(Bytes b)
    {
        value += b.value;
        return *this;
    }
    constexpr Bytes& operator-=(Bytes b)
    {
        value -= b.value;
        return *this;
    }
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes{a.value + b.value}; }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes{a.value - b.value}; }
    friend constexpr Bytes operator*(Bytes a, std::int64_t n) { return Bytes{a.value * n}; }
};

constexpr Bytes kKiB{std::int64_t{1} << 10};
constexpr Bytes kMiB{std::int64_t{1} << 20};
constexpr Bytes kGiB{std::int64_t{1} << 30};

}  // namespace engine
