#include "engine/devices/cpu/kernels/random.h"

#include "engine/devices/cpu/kernels/philox.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace engine::devices::cpu {

namespace {

/// Calls use(position in out, word) for the words that belong to `out`.
template <typename Use>
void forEachWord(std::size_t count, std::uint64_t first, std::uint64_t seed, const Use& use)
{
    std::size_t at = 0;
    while (at < count) {
        const std::uint64_t element = first + at;
        const auto words = randomWords(seed, element / 4);
        for (std::size_t lane = element % 4; lane < 4 && at < count; ++lane, ++at)
            use(at, words[lane]);
    }
}

/// Natural logarithm by addition, multiplication and division only; relative error below 1e-12.
double exactLog(double x)
{
    const auto bits = std::bit_cast<std::uint64_t>(x);
    constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
    int exponent = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & kMantissa) | (std::uint64_t{1023} << 52));
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    // log m = 2 artanh((m - 1) / (m + 1)), |argument| <= 0.1716
    const double t = (m - 1.0) / (m + 1.0);
    const double t2 = t * t;
    double series = 0;
    for (int n = 17; n >= 1; n -= 2)
        series = series * t2 + 1.0 / n;
    constexpr double kLog2 = 0.69314718055994530942;
    return exponent * kLog2 + 2.0 * t * series;
}

}  // namespace

double normalQuantile(double p)
{
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        const double above = ((5.9109374720e+01 * r + 1.5929113202e+02) * r + 5.0434271938e+01) * r + 3.3871327179e+00;
        const double below = ((6.7187563600e+01 * r + 7.8757757664e+01) * r + 1.7895169469e+01) * r + 1.0;
        return q * above / below;
    }
    double r = std::sqrt(-exactLog(q < 0 ? p : 1.0 - p));
    double value = 0;
    if (r <= 5.0) {
        r -= 1.6;
        value = (((1.7023821103e-01 * r + 1.3067284816e+00) * r + 2.7568153900e+00) * r + 1.4234372777e+00) /
                ((1.2021132975e-01 * r + 7.3700164250e-01) * r + 1.0);
    } else {
        r -= 5.0;
        value = (((1.7337203997e-02 * r + 4.2868294337e-01) * r + 3.0812263860e+00) * r + 6.6579051150e+00) /
                ((1.2258202635e-02 * r + 2.4197894225e-01) * r + 1.0);
    }
    return q < 0 ? -value : value;
}

void fillUniform(std::span<float> out, std::uint64_t first, std::uint64_t seed, double low, double high)
{
    const auto lowest = static_cast<float>(low);
    const auto bound = static_cast<float>(high);
    if (!(lowest < bound)) {
        std::ranges::fill(out, lowest);
        return;
    }
    // Rounding to float may reach the bound, which does not belong to the interval.
    const float highest = std::nextafter(bound, lowest);
    const double step = (high - low) * 0x1p-24;
    forEachWord(out.size(), first, seed, [&](std::size_t at, std::uint32_t word) {
        out[at] = std::min(static_cast<float>(low + step * (word >> 8)), highest);
    });
}

void fillNormal(std::span<float> out, std::uint64_t first, std::uint64_t seed, double mean, double deviation)
{
    forEachWord(out.size(), first, seed, [&](std::size_t at, std::uint32_t word) {
        out[at] = static_cast<float>(mean + deviation * normalQuantile((word + 0.5) * 0x1p-32));
    });
}

}  // namespace engine::devices::cpu
