#pragma once

#include "engine/ops/operation.h"

#include <cstdint>

namespace engine::devices::cpu {

/// Elements [begin, end) of out = op(in), one input. `out` may be `in`.
void unary(ops::Operator op, const float* in, float* out, std::int64_t begin, std::int64_t end, double scalar);

/// Elements [begin, end) of out = op(a, b), all of one shape, or one of the two a single element. `out` may be either
/// input if that has the shape of the output.
void binaryFlat(ops::Operator op, const float* a, bool isScalarA, const float* b, bool isScalarB, float* out,
                std::int64_t begin, std::int64_t end);

/// Elements [begin, end) of out = op(a, b) with broadcasting along any axes.
void binaryBroadcast(ops::Operator op, const float* a, const tensor::Shape& shapeA, const float* b,
                     const tensor::Shape& shapeB, float* out, const tensor::Shape& shape, std::int64_t begin,
                     std::int64_t end);

}  // namespace engine::devices::cpu
