#include "engine/devices/cpu/kernels/elementwise.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::devices::cpu {

using ops::Operator;

namespace {

template <typename F>
void apply(const float* in, float* out, std::int64_t begin, std::int64_t end, F f)
{
    for (std::int64_t i = begin; i < end; ++i)
        out[i] = f(in[i]);
}

/// Calls use(function) with the function of two floats that `op` stands for.
template <typename Use>
void withBinary(Operator op, const Use& use)
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
        default:  // Maximum; what is not a number stays visible
            return use([](float x, float y) { return x > y || x != x ? x : y; });
    }
}

float power(float x, double exponent)
{
    if (exponent == 2.0)
        return x * x;
    if (exponent == 0.5)
        return std::sqrt(x);
    return std::pow(x, static_cast<float>(exponent));
}

struct Position {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t column = 0;
};

}  // namespace

Strides stridesOf(const tensor::Shape& in, const tensor::Shape& out)
{
    Strides strides{};
    std::int64_t stride = 1;
    for (std::size_t fromLast = 1; fromLast <= in.rank(); ++fromLast) {
        const std::int64_t extent = in[in.rank() - fromLast];
        strides[out.rank() - fromLast] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
    return strides;
}

void unary(Operator op, const float* in, float* out, std::int64_t begin, std::int64_t end, double scalar)
{
    const auto s = static_cast<float>(scalar);
    switch (op) {
        case Operator::AddScalar:
            return apply(in, out, begin, end, [s](float x) { return x + s; });
        case Operator::MultiplyScalar:
            return apply(in, out, begin, end, [s](float x) { return x * s; });
        case Operator::SubtractFromScalar:
            return apply(in, out, begin, end, [s](float x) { return s - x; });
        case Operator::DivideScalar:
            return apply(in, out, begin, end, [s](float x) { return x / s; });
        case Operator::PowerScalar:
            return apply(in, out, begin, end, [scalar](float x) { return power(x, scalar); });
        case Operator::Negate:
            return apply(in, out, begin, end, [](float x) { return -x; });
        case Operator::Relu:
            return apply(in, out, begin, end, [](float x) { return x > 0.0F || x != x ? x : 0.0F; });
        case Operator::Exp:     // of another base where it is given
            if (scalar != 0.0)  // as a double: a base below what a float holds is one too
                return apply(in, out, begin, end, [s](float x) { return std::pow(s, x); });
            return apply(in, out, begin, end, [](float x) { return std::exp(x); });
        case Operator::Log:
            return apply(in, out, begin, end, [](float x) { return std::log(x); });
        case Operator::Sqrt:
            return apply(in, out, begin, end, [](float x) { return std::sqrt(x); });
        case Operator::Tanh:
            return apply(in, out, begin, end, [](float x) { return std::tanh(x); });
        case Operator::Sigmoid:
            return apply(in, out, begin, end, [](float x) { return 1.0F / (1.0F + std::exp(-x)); });
        case Operator::Abs:
            return apply(in, out, begin, end, [](float x) { return std::abs(x); });
        case Operator::EqualScalar:
            return apply(in, out, begin, end, [s](float x) { return x == s ? 1.0F : 0.0F; });
        case Operator::NotEqualScalar:
            return apply(in, out, begin, end, [s](float x) { return x != s ? 1.0F : 0.0F; });
        case Operator::LessScalar:
            return apply(in, out, begin, end, [s](float x) { return x < s ? 1.0F : 0.0F; });
        case Operator::LessEqualScalar:
            return apply(in, out, begin, end, [s](float x) { return x <= s ? 1.0F : 0.0F; });
        case Operator::GreaterScalar:
            return apply(in, out, begin, end, [s](float x) { return x > s ? 1.0F : 0.0F; });
        case Operator::GreaterEqualScalar:
            return apply(in, out, begin, end, [s](float x) { return x >= s ? 1.0F : 0.0F; });
        case Operator::MaximumScalar:
            return apply(in, out, begin, end, [s](float x) { return x > s || x != x ? x : s; });
        case Operator::MinimumScalar:
            return apply(in, out, begin, end, [s](float x) { return x < s || x != x ? x : s; });
        case Operator::Square:
            return apply(in, out, begin, end, [](float x) { return x * x; });
        case Operator::Sign:
            return apply(in, out, begin, end, [](float x) {
                return x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : x;
            });   // 0 and no number stay
        default:  // Reshape; Copy, which cuts to whole numbers where its scalar is 1
            if (op == Operator::Copy && scalar == 1.0)
                return apply(in, out, begin, end, [](float x) { return std::trunc(x); });
            if (in != out)
                std::copy(in + begin, in + end, out + begin);
    }
}

void applyEpilogue(std::span<const ops::Epilogue> epilogue, float* out, std::int64_t count)
{
    for (const ops::Epilogue& step : epilogue)
        unary(step.op, out, out, 0, count, step.scalar);
}

void gradient(Operator op, const float* dy, const float* y, float* dx, std::int64_t begin, std::int64_t end)
{
    const auto each = [&](auto f) {
        for (std::int64_t i = begin; i < end; ++i)
            dx[i] = f(dy[i], y[i]);
    };
    switch (op) {
        case Operator::SigmoidBackward:
            return each([](float d, float s) { return d * s * (1.0F - s); });
        case Operator::TanhBackward:
            return each([](float d, float t) { return d * (1.0F - t * t); });
        default:  // ReluBackward
            return each([](float d, float r) { return r > 0.0F ? d : 0.0F; });
    }
}

void binaryFlat(Operator op, const float* a, bool isScalarA, const float* b, bool isScalarB, float* out,
                std::int64_t begin, std::int64_t end)
{
    withBinary(op, [&](auto f) {
        if (isScalarA)
            return apply(b, out, begin, end, [f, x = *a](float y) { return f(x, y); });
        if (isScalarB)
            return apply(a, out, begin, end, [f, y = *b](float x) { return f(x, y); });
        for (std::int64_t i = begin; i < end; ++i)
            out[i] = f(a[i], b[i]);
    });
}

void binaryBroadcast(Operator op, const float* a, const tensor::Shape& shapeA, const float* b,
                     const tensor::Shape& shapeB, float* out, const tensor::Shape& shape, std::int64_t begin,
                     std::int64_t end)
{
    const auto stridesA = stridesOf(shapeA, shape);
    const auto stridesB = stridesOf(shapeB, shape);
    const std::size_t last = shape.rank() - 1;
    const auto locate = [&](std::int64_t element) {
        Position position;
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            const std::int64_t index = element % shape[axis];
            element /= shape[axis];
            position.a += index * stridesA[axis];
            position.b += index * stridesB[axis];
            if (axis == last)
                position.column = index;
        }
        return position;
    };
    withBinary(op, [&](auto f) {
        for (std::int64_t i = begin; i < end;) {
            const Position at = locate(i);
            const std::int64_t count = std::min(end - i, shape[last] - at.column);
            for (std::int64_t j = 0; j < count; ++j)
                out[i + j] = f(a[at.a + j * stridesA[last]], b[at.b + j * stridesB[last]]);
            i += count;
        }
    });
}

}  // namespace engine::devices::cpu
