#pragma once

#include "engine/ops/operation.h"

#include <array>
#include <cstdint>
#include <span>

namespace engine::devices::cpu {

using Strides = std::array<std::int64_t, ops::Shape::kMaxRank>;

/// The stride of an input along each axis of the output; 0 where the input is repeated.
[[nodiscard]] Strides stridesOf(const ops::Shape& in, const ops::Shape& out);

/// Computes elements [begin, end) of out = op(in). `out` may be `in`.
void unary(ops::Operator op, const float* in, float* out, std::int64_t begin, std::int64_t end, double scalar);

/// Applies the epilogue to the `count` elements at `out`, in place.
void applyEpilogue(std::span<const ops::Epilogue> epilogue, float* out, std::int64_t count);

/// Computes elements [begin, end) of dx = op(dy, y), where `y` is the result of the function whose gradient is
/// computed. `dx` may be either input.
void slope(ops::Operator op, const float* dy, const float* y, float* dx, std::int64_t begin, std::int64_t end);

/// An input of a binary operator that has the shape of the output, or is a single element.
struct FlatInput {
    const float* values;
    bool isSingle;
};

/// Computes elements [begin, end) of out = op(a, b). `out` may be one of the inputs if that input has its shape.
void binaryFlat(ops::Operator op, FlatInput a, FlatInput b, float* out, std::int64_t begin, std::int64_t end);

/// Computes elements [begin, end) of out = op(a, b) with broadcasting along any axes.
void binaryBroadcast(ops::Operator op, const float* a, const ops::Shape& shapeA, const float* b,
                     const ops::Shape& shapeB, float* out, const ops::Shape& shape, std::int64_t begin,
                     std::int64_t end);

}  // namespace engine::devices::cpu
