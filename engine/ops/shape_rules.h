#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <span>

namespace engine::ops {

/// Checks that no size is negative and that the number of bytes fits 63 bits.
[[nodiscard]] Status checkShape(const tensor::Shape& shape);

/// The shape of an elementwise operation on both: axes are matched from the last; sizes are equal, or one is 1 or
/// missing.
/// Errors: InvalidArgument naming both shapes and the axis.
[[nodiscard]] Result<tensor::Shape> broadcast(const tensor::Shape& a, const tensor::Shape& b);

/// The shape of the first output of an operator without attributes. `wanted` is the shape that the caller asks for
/// where inputs do not determine it: generators, Reshape. Products accept vectors: [k] x [k] is a scalar, [m, k] x [k]
/// is [m], [k] x [k, n] is [n]. Reductions give a scalar. Errors: InvalidArgument, names operator and shapes.
[[nodiscard]] Result<tensor::Shape> inferShape(Operator op, std::span<const tensor::Shape> inputs,
                                               const tensor::Shape& wanted = {});

/// Sets `output` and `moreOutputs` from operator, inputs and attributes; `output` is the wanted shape where inputs do
/// not determine it. Errors: InvalidArgument, names operator and shapes.
[[nodiscard]] Status inferOutputs(Operation& operation);

/// Checks that inputs and attributes fit the operator and that the outputs are those of inferOutputs() (a full
/// reduction may also be stored in one element of any rank). Does not check the steps of a Segment, see checkSegment().
/// Errors: InvalidArgument.
[[nodiscard]] Status validate(const Operation& operation);

/// Output `output` may be stored in the memory of input `input`.
[[nodiscard]] bool canWorkInPlace(const Operation& operation, std::size_t input, std::size_t output = 0);

/// Checks that every step of a compiled graph is valid and reads values that were computed before it, and that no value
/// shares its scratch memory with another that is still needed. To be called once after a Segment is built.
/// Errors: InvalidArgument.
[[nodiscard]] Status checkSegment(const Segment& segment);

}  // namespace engine::ops
