#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <span>

namespace engine::ops {

/// How many inputs an operator takes; `most` is unbounded for Concat and Segment.
struct InputCount {
    std::size_t least = 0;
    std::size_t most = 0;
};
[[nodiscard]] InputCount inputLimitsOf(Operator op);

/// Number of inputs that an operator takes at least (all but a few take exactly as many: inputLimitsOf()).
[[nodiscard]] int inputCountOf(Operator op);

/// One input, each element of the result from the element at its place: what an epilogue may consist of.
[[nodiscard]] bool isUnaryElementwise(Operator op);
/// Two inputs that are broadcast against each other.
[[nodiscard]] bool isBinaryElementwise(Operator op);

/// The sizes are not negative and their product can be counted; a sentence otherwise.
[[nodiscard]] Status checkShape(const tensor::Shape& shape);

/// The shape of `a ∘ b`: axes are matched from the last; equal, or one of the two is 1 (or missing).
/// Errors: InvalidArgument naming both shapes and the axis.
[[nodiscard]] Result<tensor::Shape> broadcast(const tensor::Shape& a, const tensor::Shape& b);

/// The shape of the first result, of an operator without attributes. `wanted` is what the caller asked for where inputs
/// do not determine it: generators, Reshape. Products take vectors as well: [k] x [k] is a scalar, [m, k] x [k] is [m],
/// [k] x [k, n] is [n]. Reductions give a scalar. Transpose reverses all axes.
/// Errors: InvalidArgument, a sentence with operator and shapes.
[[nodiscard]] Result<tensor::Shape> inferShape(Operator op, std::span<const tensor::Shape> inputs,
                                               const tensor::Shape& wanted = {});

/// Sets `output` and `moreOutputs` from operator, inputs and attributes; `output` says what is wanted where inputs do
/// not determine it. The one place that knows the shapes of every operator.
/// Errors: InvalidArgument, a sentence with operator and shapes.
[[nodiscard]] Status inferOutputs(Operation& operation);

/// The operation's inputs and attributes fit its operator and its outputs are what inferOutputs() gives (a full
/// reduction may also be stored in one element of any rank). Of a Segment only the outside is looked at, see
/// checkSegment(). Errors: InvalidArgument.
[[nodiscard]] Status validate(const Operation& operation);

/// The memory of output `output` may be that of input `input`.
[[nodiscard]] bool canWorkInPlace(const Operation& operation, std::size_t input, std::size_t output = 0);

/// Every step of a compiled graph is valid, reads only values that are there by then, and no value shares its scratch
/// memory with another that is still needed. Whoever makes a Segment calls this once. Errors: InvalidArgument.
[[nodiscard]] Status checkSegment(const Segment& segment);

}  // namespace engine::ops
