#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <span>

namespace engine::ops {

/// Checks that no extent is negative and that the number of bytes fits into 63 bits.
[[nodiscard]] Status checkShape(const Shape& shape);

/// Returns the result shape of an elementwise operation on tensors of both shapes. Axes are matched from the last; two
/// extents must be equal, or one of them must be 1 or missing. Errors: InvalidArgument, naming both shapes and the
/// axis.
[[nodiscard]] Result<Shape> broadcast(const Shape& a, const Shape& b);

/// Returns the shape of the first output of an operator without attributes. `wanted`: the requested shape, for
/// operators whose inputs do not determine it (generators, Reshape). Products accept vectors: [k] x [k] gives a scalar,
/// [m, k] x [k] gives [m], [k] x [k, n] gives [n]. Reductions give a scalar. Errors: InvalidArgument, naming operator
/// and shapes.
[[nodiscard]] Result<Shape> inferShape(Operator op, std::span<const Shape> inputs, const Shape& wanted = {});

/// Sets `output` and `moreOutputs` from operator, inputs and attributes. Where the inputs do not determine it, `output`
/// must contain the requested shape. Errors: InvalidArgument, naming operator and shapes.
[[nodiscard]] Status inferOutputs(Operation& operation);

/// Checks that inputs and attributes match the operator and that the outputs are those of inferOutputs() (a reduction
/// to one element may be stored in a tensor of one element and any rank). Does not check the steps of a Segment, see
/// checkSegment(). Errors: InvalidArgument.
[[nodiscard]] Status validate(const Operation& operation);

/// Returns the operation that writes the values of a view back to its base. `toView`: the Reshape, Transpose or Slice
/// that made the view. Inputs of the result: the view; for a Slice the base and the view.
[[nodiscard]] Operation undo(const Operation& toView);

/// Whether output `output` may be stored in the memory of input `input`.
[[nodiscard]] bool canWorkInPlace(const Operation& operation, std::size_t input, std::size_t output = 0);

/// Checks that each step of a compiled graph is valid and reads values that were computed before, and that values share
/// scratch memory only if their lifetimes are disjoint or one may overwrite the other in place. Called once after a
/// Segment is built. Errors: InvalidArgument.
[[nodiscard]] Status checkSegment(const Segment& segment);

}  // namespace engine::ops
