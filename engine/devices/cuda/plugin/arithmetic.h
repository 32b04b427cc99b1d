#pragma once

#include "engine/ops/operation.h"

#include <cmath>
#include <cstdint>
#include <cstring>

// Arithmetic that the GPU's kernels and their tests on the processor share: nvcc compiles it for both.
#if defined(__CUDACC__)
#define OVERLAP_DEVICE __host__ __device__
#else
#define OVERLAP_DEVICE
#endif

namespace engine::devices::cuda::plugin {

using ops::Operator;

/// The functions of engine/devices/cpu/kernels/elementwise.cpp: equal bits where only + - * / and roots are involved.
OVERLAP_DEVICE inline float unaryOf(Operator op, float x, double scalar)
{
    const auto s = static_cast<float>(scalar);
    switch (op) {
        case Operator::AddScalar:
            return x + s;
        case Operator::MultiplyScalar:
            return x * s;
        case Operator::SubtractFromScalar:
            return s - x;
        case Operator::DivideScalar:
            return x / s;
        case Operator::PowerScalar:
            return scalar == 2.0 ? x * x : scalar == 0.5 ? sqrtf(x) : powf(x, s);
        case Operator::Negate:
            return -x;
        case Operator::Relu:
            return x > 0.0F || x != x ? x : 0.0F;
        case Operator::Exp:
            return scalar == 0.0 ? expf(x) : powf(s, x);
        case Operator::Log:
            return logf(x);
        case Operator::Sqrt:
            return sqrtf(x);
        case Operator::Tanh:
            return tanhf(x);
        case Operator::Sigmoid:
            return 1.0F / (1.0F + expf(-x));
        case Operator::Abs:
            return fabsf(x);
        case Operator::EqualScalar:
            return x == s ? 1.0F : 0.0F;
        case Operator::NotEqualScalar:
            return x != s ? 1.0F : 0.0F;
        case Operator::LessScalar:
            return x < s ? 1.0F : 0.0F;
        case Operator::LessEqualScalar:
            return x <= s ? 1.0F : 0.0F;
        case Operator::GreaterScalar:
            return x > s ? 1.0F : 0.0F;
        case Operator::GreaterEqualScalar:
            return x >= s ? 1.0F : 0.0F;
        case Operator::MaximumScalar:
            return x > s || x != x ? x : s;
        case Operator::MinimumScalar:
            return x < s || x != x ? x : s;
        case Operator::Square:
            return x * x;
        case Operator::Sign:
            return x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : x;
        default:  // Reshape; Copy, which cuts to whole numbers where its scalar is 1
            return op == Operator::Copy && scalar == 1.0 ? truncf(x) : x;
    }
}

OVERLAP_DEVICE inline float binaryOf(Operator op, float x, float y)
{
    switch (op) {
        case Operator::Add:
            return x + y;
        case Operator::Subtract:
            return x - y;
        case Operator::Multiply:
            return x * y;
        case Operator::Divide:
            return x / y;
        case Operator::Minimum:
            return x < y || x != x ? x : y;
        case Operator::Equal:
            return x == y ? 1.0F : 0.0F;
        case Operator::NotEqual:
            return x != y ? 1.0F : 0.0F;
        case Operator::Less:
            return x < y ? 1.0F : 0.0F;
        case Operator::LessEqual:
            return x <= y ? 1.0F : 0.0F;
        case Operator::Greater:
            return x > y ? 1.0F : 0.0F;
        case Operator::GreaterEqual:
            return x >= y ? 1.0F : 0.0F;
        default:  // Maximum
            return x > y || x != x ? x : y;
    }
}

/// `y`: the result of the function whose gradient it is.
OVERLAP_DEVICE inline float gradientOf(Operator op, float dy, float y)
{
    if (op == Operator::SigmoidBackward)
        return dy * y * (1.0F - y);
    if (op == Operator::TanhBackward)
        return dy * (1.0F - y * y);
    return y > 0.0F ? dy : 0.0F;
}

struct Words {
    std::uint32_t at[4];
};

/// Philox4x32-10, as engine/devices/cpu/kernels/philox.h.
OVERLAP_DEVICE inline Words randomWords(std::uint64_t seed, std::uint64_t block)
{
    Words counter{{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0}};
    std::uint32_t key0 = static_cast<std::uint32_t>(seed);
    std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * counter.at[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * counter.at[2];
        counter = Words{
            {static_cast<std::uint32_t>(product1 >> 32) ^ counter.at[1] ^ key0, static_cast<std::uint32_t>(product1),
             static_cast<std::uint32_t>(product0 >> 32) ^ counter.at[3] ^ key1, static_cast<std::uint32_t>(product0)}};
        key0 += 0x9E3779B9U;
        key1 += 0xBB67AE85U;
    }
    return counter;
}

/// As engine/devices/cpu/kernels/random.cpp: no library function whose rounding is not defined.
OVERLAP_DEVICE inline double exactLog(double x)
{
    std::uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    int exponent = static_cast<int>(bits >> 52) - 1023;
    bits = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{1023} << 52);
    double m = 0;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    const double t = (m - 1.0) / (m + 1.0);
    const double t2 = t * t;
    double series = 0;
    for (int n = 17; n >= 1; n -= 2)
        series = series * t2 + 1.0 / n;
    return exponent * 0.69314718055994530942 + 2.0 * t * series;
}

OVERLAP_DEVICE inline double normalQuantile(double p)
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

}  // namespace engine::devices::cuda::plugin
