#pragma once

#include "engine/ops/catalogue.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// nvcc compiles these functions for both CPU and GPU. With clang as host compiler, nvcc refuses `auto` as the type of a
// parameter of such a function, so their templates are explicit.
#if defined(__CUDACC__)
#define OVERLAP_HOST_DEVICE __host__ __device__
#else
#define OVERLAP_HOST_DEVICE
#endif

/// The arithmetic of elementwise operators and random numbers, for CPU kernels, CUDA kernels and constant folding.
/// Results that only use + - * / and square roots are bit-identical everywhere (compiled without fused multiply-add).
namespace engine::ops {

/// Calls use(function), where `function` maps one float as the Unary operator `op` does.
template <typename Use>
OVERLAP_HOST_DEVICE constexpr void withUnary(Operator op, double scalar, const Use& use)
{
    const auto s = static_cast<float>(scalar);
    switch (op) {
        case Operator::AddScalar:
            return use([s](float x) { return x + s; });
        case Operator::MultiplyScalar:
            return use([s](float x) { return x * s; });
        case Operator::SubtractFromScalar:
            return use([s](float x) { return s - x; });
        case Operator::DivideScalar:
            return use([s](float x) { return x / s; });
        case Operator::PowerScalar:
            if (scalar == 2.0)
                return use([](float x) { return x * x; });
            if (scalar == 0.5)
                return use([](float x) { return sqrtf(x); });
            return use([s](float x) { return powf(x, s); });
        case Operator::Negate:
            return use([](float x) { return -x; });
        case Operator::Relu:
            return use([](float x) { return x > 0.0F || x != x ? x : 0.0F; });
        case Operator::Exp:
            if (scalar != 0.0)  // compared as double, because a small base may round to 0 as a float
                return use([s](float x) { return powf(s, x); });
            return use([](float x) { return expf(x); });
        case Operator::Log:
            return use([](float x) { return logf(x); });
        case Operator::Sqrt:
            return use([](float x) { return sqrtf(x); });
        case Operator::Tanh:
            return use([](float x) { return tanhf(x); });
        case Operator::Sin:
            return use([](float x) { return sinf(x); });
        case Operator::Cos:
            return use([](float x) { return cosf(x); });
        case Operator::Sigmoid:
            return use([](float x) { return 1.0F / (1.0F + expf(-x)); });
        case Operator::Abs:
            return use([](float x) { return fabsf(x); });
        case Operator::EqualScalar:
            return use([s](float x) { return x == s ? 1.0F : 0.0F; });
        case Operator::NotEqualScalar:
            return use([s](float x) { return x != s ? 1.0F : 0.0F; });
        case Operator::LessScalar:
            return use([s](float x) { return x < s ? 1.0F : 0.0F; });
        case Operator::LessEqualScalar:
            return use([s](float x) { return x <= s ? 1.0F : 0.0F; });
        case Operator::GreaterScalar:
            return use([s](float x) { return x > s ? 1.0F : 0.0F; });
        case Operator::GreaterEqualScalar:
            return use([s](float x) { return x >= s ? 1.0F : 0.0F; });
        case Operator::MaximumScalar:  // NaN is propagated here and below
            return use([s](float x) { return x > s || x != x ? x : s; });
        case Operator::MinimumScalar:
            return use([s](float x) { return x < s || x != x ? x : s; });
        case Operator::Square:
            return use([](float x) { return x * x; });
        case Operator::Sign:  // 0 and NaN are returned unchanged
            return use([](float x) { return x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : x; });
        default:  // not a Unary operator, see isComplete()
            return;
    }
}

/// Calls use(function), where `function` maps two floats as the Binary operator `op` does.
template <typename Use>
OVERLAP_HOST_DEVICE constexpr void withBinary(Operator op, const Use& use)
{
    switch (op) {
        case Operator::Add:
            return use([](float x, float y) { return x + y; });
        case Operator::Subtract:
            return use([](float x, float y) { return x - y; });
        case Operator::Multiply:
            return use([](float x, float y) { return x * y; });
        case Operator::Divide:
            return use([](float x, float y) { return x / y; });
        case Operator::Maximum:
            return use([](float x, float y) { return x > y || x != x ? x : y; });
        case Operator::Minimum:
            return use([](float x, float y) { return x < y || x != x ? x : y; });
        case Operator::Equal:
            return use([](float x, float y) { return x == y ? 1.0F : 0.0F; });
        case Operator::NotEqual:
            return use([](float x, float y) { return x != y ? 1.0F : 0.0F; });
        case Operator::Less:
            return use([](float x, float y) { return x < y ? 1.0F : 0.0F; });
        case Operator::LessEqual:
            return use([](float x, float y) { return x <= y ? 1.0F : 0.0F; });
        case Operator::Greater:
            return use([](float x, float y) { return x > y ? 1.0F : 0.0F; });
        case Operator::GreaterEqual:
            return use([](float x, float y) { return x >= y ? 1.0F : 0.0F; });
        default:  // not a Binary operator, see isComplete()
            return;
    }
}

/// Calls use(function), where `function` maps (dy, y) as the Slope operator `op` does.
template <typename Use>
OVERLAP_HOST_DEVICE constexpr void withSlope(Operator op, const Use& use)
{
    switch (op) {
        case Operator::ReluBackward:
            return use([](float dy, float y) { return y > 0.0F ? dy : 0.0F; });
        case Operator::SigmoidBackward:
            return use([](float dy, float y) { return dy * y * (1.0F - y); });
        case Operator::TanhBackward:
            return use([](float dy, float y) { return dy * (1.0F - y * y); });
        default:  // not a Slope operator, see isComplete()
            return;
    }
}

namespace detail {

struct FunctionProbe {
    bool& isFound;
    template <typename Function>
    OVERLAP_HOST_DEVICE constexpr void operator()(const Function& /*function*/) const
    {
        isFound = true;
    }
};

/// Whether withUnary(), withBinary() or withSlope() has a function for each operator of the family and for no other
/// operator.
template <Family family>
OVERLAP_HOST_DEVICE constexpr bool isComplete()
{
    for (const OperatorRow& row : kCatalogue) {
        bool isFound = false;
        if constexpr (family == Family::Unary)
            withUnary(row.op, 1.0, FunctionProbe{isFound});
        else if constexpr (family == Family::Binary)
            withBinary(row.op, FunctionProbe{isFound});
        else
            withSlope(row.op, FunctionProbe{isFound});
        if (isFound != (row.family == family))
            return false;
    }
    return true;
}
static_assert(isComplete<Family::Unary>(), "an operator of Family::Unary has no function in withUnary()");
static_assert(isComplete<Family::Binary>(), "an operator of Family::Binary has no function in withBinary()");
static_assert(isComplete<Family::Slope>(), "an operator of Family::Slope has no function in withSlope()");

}  // namespace detail

// -- functions of one element; they return NaN for operators of other families

[[nodiscard]] OVERLAP_HOST_DEVICE inline float unaryOf(Operator op, float x, double scalar)
{
    float result = std::numeric_limits<float>::quiet_NaN();
    withUnary(op, scalar, [&result, x](const auto& function) { result = function(x); });
    return result;
}

[[nodiscard]] OVERLAP_HOST_DEVICE inline float binaryOf(Operator op, float x, float y)
{
    float result = std::numeric_limits<float>::quiet_NaN();
    withBinary(op, [&result, x, y](const auto& function) { result = function(x, y); });
    return result;
}

/// Returns the result of a Slope operator. `y`: result of the function whose gradient is computed.
[[nodiscard]] OVERLAP_HOST_DEVICE inline float slopeOf(Operator op, float dy, float y)
{
    float result = std::numeric_limits<float>::quiet_NaN();
    withSlope(op, [&result, dy, y](const auto& function) { result = function(dy, y); });
    return result;
}

// -- parameter updates

[[nodiscard]] OVERLAP_HOST_DEVICE inline float sgdWeight(float weight, float slope, float rate)
{
    return weight - rate * slope;
}

/// Returns the new momentum, which the caller adds to the weight.
[[nodiscard]] OVERLAP_HOST_DEVICE inline float sgdMomentum(float before, float slope, float rate, float momentum)
{
    return momentum * before - rate * slope;
}

// -- parts selected by a float index

/// Returns the part that an index selects, as in MXNet: the first one for negative indices and NaN, the last one for
/// indices beyond the end.
[[nodiscard]] OVERLAP_HOST_DEVICE inline std::int64_t nearestPart(float number, std::int64_t extent)
{
    if (!(number > 0.0F))
        return 0;
    return number >= static_cast<float>(extent) ? extent - 1 : static_cast<std::int64_t>(number);
}

/// Returns the part that an index selects. Indices out of range wrap around (modulo `extent`); NaN and values outside
/// the range of int64 select part 0.
[[nodiscard]] OVERLAP_HOST_DEVICE inline std::int64_t wrappedPart(float number, std::int64_t extent)
{
    constexpr float kMax = 9e18F;
    const std::int64_t whole = number > -kMax && number < kMax ? static_cast<std::int64_t>(number) : 0;
    return (whole % extent + extent) % extent;
}

// -- random numbers. Element i of stream `seed` depends only on i and `seed`, so threads may compute parts in any
// order.
// Only operations whose results IEEE 754 defines exactly are used (no library logarithm), so all devices compute
// identical bits.

using RandomWords = std::array<std::uint32_t, 4>;

/// Philox4x32-10: four random words from a counter and a key, without state.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011, section 4.3.
[[nodiscard]] OVERLAP_HOST_DEVICE constexpr RandomWords philox4x32(RandomWords counter, std::uint32_t key0,
                                                                   std::uint32_t key1)
{
    constexpr int kRounds = 10;
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * counter[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * counter[2];
        counter = RandomWords{
            static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(product1),
            static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(product0)};
        key0 += 0x9E3779B9U;
        key1 += 0xBB67AE85U;
    }
    return counter;
}

/// Returns the words 4 * block ... 4 * block + 3 of stream `seed`.
[[nodiscard]] OVERLAP_HOST_DEVICE constexpr RandomWords randomWords(std::uint64_t seed, std::uint64_t block)
{
    return philox4x32({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0},
                      static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

/// Returns the natural logarithm, computed only by addition, multiplication and division; relative error below 1e-12.
[[nodiscard]] OVERLAP_HOST_DEVICE inline double exactLog(double x)
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

/// Returns the quantile of the standard normal distribution for 0 < p < 1; relative error about 1e-7.
/// Source: Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", 1988, PPND7.
[[nodiscard]] OVERLAP_HOST_DEVICE inline double normalQuantile(double p)
{
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        const double above = ((5.9109374720e+01 * r + 1.5929113202e+02) * r + 5.0434271938e+01) * r + 3.3871327179e+00;
        const double below = ((6.7187563600e+01 * r + 7.8757757664e+01) * r + 1.7895169469e+01) * r + 1.0;
        return q * above / below;
    }
    double r = sqrt(-exactLog(q < 0 ? p : 1.0 - p));
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

/// Uniform in [low, high), from 24 bits of a random word; always `low` if `high` is not larger.
class UniformDistribution {
public:
    UniformDistribution(double low, double high) : m_low(low), m_highest(static_cast<float>(low))
    {
        const auto bound = static_cast<float>(high);
        if (!(m_highest < bound))
            return;
        m_step = (high - low) * 0x1p-24;
        // Rounding to float may yield the upper bound, which is outside the interval.
        m_highest = std::nextafter(bound, m_highest);
    }

    [[nodiscard]] OVERLAP_HOST_DEVICE float operator()(std::uint32_t word) const
    {
        const auto value = static_cast<float>(m_low + m_step * (word >> 8));
        return m_highest < value ? m_highest : value;
    }

private:
    double m_low;
    double m_step = 0;
    float m_highest;
};

/// Normal distribution, by the quantile function of a 32-bit random word.
struct NormalDistribution {
    double mean = 0;
    double deviation = 1;

    [[nodiscard]] OVERLAP_HOST_DEVICE float operator()(std::uint32_t word) const
    {
        return static_cast<float>(mean + deviation * normalQuantile((word + 0.5) * 0x1p-32));
    }
};

}  // namespace engine::ops
