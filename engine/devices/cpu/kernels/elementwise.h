#pragma once

#include "engine/ops/operation.h"

#include <array>
#include <cstdint>
#include <span>

namespace engine::devices::cpu {

using Strides = std::array<std::int64_t, tensor::Shape::kMaxRank>;

/// Elements to step in an input when the output steps by one along each axis; 0 where the input is repeated.
[[nodiscard]] Strides stridesOf(const tensor::Shape& in, const tensor::Shape& out);

/// Elements [begin, end) of out = op(in), one input. `out` may be `in`.
void unary(ops::Operator op, const float* in, float* out, std::int64_t begin, std::int64_t end, double scalar);

/// What an operation is to do with the `count` elements of its result at `out`, in place.
void applyEpilogue(std::span<const ops::Epilogue> epilogue, float* out, std::int64_t count);

/// Elements [begin, end) of the gradient by an elementwise function's argument, from the one by its result and the
/// result itself. `dx` may be either.
void gradient(ops::Operator op, const float* dy, const float* y, float* dx, std::int64_t begin, std::int64_t end);

/// Elements [begin, end) of out = op(a, b), all of one shape, or one of the two a single element. `out` may be either
/// input if that has the shape of the output.
void binaryFlat(ops::Operator op, const float* a, bool isScalarA, const float* b, bool isScalarB, float* out,
                std::int64_t begin, std::int64_t end);

/// Elements [begin, end) of out = op(a, b) with broadcasting along any axes.
void binaryBroadcast(ops::Operator op, const float* a, const tensor::Shape& shapeA, const float* b,
                     const tensor::Shape& shapeB, float* out, const tensor::Shape& shape, std::int64_t begin,
                     std::int64_t end);

}  // namespace engine::devices::cpu
