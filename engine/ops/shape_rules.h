#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <span>

namespace engine::ops {

/// Number of inputs that an operator takes.
[[nodiscard]] int inputCountOf(Operator op);

/// The sizes are not negative and their product can be counted; a sentence otherwise.
[[nodiscard]] Status checkShape(const tensor::Shape& shape);

/// The shape of `a ∘ b`: axes are matched from the last; equal, or one of the two is 1 (or missing).
/// Errors: InvalidArgument naming both shapes and the axis.
[[nodiscard]] Result<tensor::Shape> broadcast(const tensor::Shape& a, const tensor::Shape& b);

/// The shape of the result. `wanted` is what the caller asked for where inputs do not determine it: generators,
/// Reshape. Products take vectors as well: [k] x [k] is a scalar, [m, k] x [k] is [m], [k] x [k, n] is [n].
/// Reductions give a scalar. Transpose reverses all axes.
/// Errors: InvalidArgument, a sentence with operator and shapes.
[[nodiscard]] Result<tensor::Shape> inferShape(Operator op, std::span<const tensor::Shape> inputs,
                                               const tensor::Shape& wanted = {});

/// Sets `output` and `moreOutputs` from operator, inputs and attributes; `output` says what is wanted where inputs do
/// not determine it. The one place that knows the shapes of every operator.
/// Errors: InvalidArgument, a sentence with operator and shapes.
[[nodiscard]] Status inferOutputs(Operation& operation);

/// The operation's inputs fit its operator and its output is what inferShape() gives (a reduction may also be stored
/// in one element of any rank). Errors: InvalidArgument.
[[nodiscard]] Status validate(const Operation& operation);

}  // namespace engine::ops
