#include "engine/devices/cpu/kernels/elementwise.h"

#include "engine/ops/arithmetic.h"

#include <algorithm>
#include <array>

namespace engine::devices::cpu {

using ops::Operator;

namespace {

void apply(const float* in, float* out, std::int64_t begin, std::int64_t end, auto f)
{
    for (std::int64_t i = begin; i < end; ++i)
        out[i] = f(in[i]);
}

struct Position {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t column = 0;
};

}  // namespace

Strides stridesOf(const ops::Shape& in, const ops::Shape& out)
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
    ops::withUnary(op, scalar, [&](auto function) { apply(in, out, begin, end, function); });
}

void applyEpilogue(std::span<const ops::Epilogue> epilogue, float* out, std::int64_t count)
{
    for (const ops::Epilogue& step : epilogue)
        unary(step.op, out, out, 0, count, step.scalar);
}

void slope(Operator op, const float* dy, const float* y, float* dx, std::int64_t begin, std::int64_t end)
{
    ops::withSlope(op, [&](auto function) {
        for (std::int64_t i = begin; i < end; ++i)
            dx[i] = function(dy[i], y[i]);
    });
}

void binaryFlat(Operator op, FlatInput a, FlatInput b, float* out, std::int64_t begin, std::int64_t end)
{
    ops::withBinary(op, [&](auto f) {
        if (a.isSingle)
            return apply(b.values, out, begin, end, [f, x = *a.values](float y) { return f(x, y); });
        if (b.isSingle)
            return apply(a.values, out, begin, end, [f, y = *b.values](float x) { return f(x, y); });
        for (std::int64_t i = begin; i < end; ++i)
            out[i] = f(a.values[i], b.values[i]);
    });
}

void binaryBroadcast(Operator op, const float* a, const ops::Shape& shapeA, const float* b, const ops::Shape& shapeB,
                     float* out, const ops::Shape& shape, std::int64_t begin, std::int64_t end)
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
    ops::withBinary(op, [&](auto f) {
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
