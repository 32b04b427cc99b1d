#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <string>

/// Shape rules by family of operators. Each gets an operation whose number of inputs is right and whose input shapes
/// passed checkShape(); `operation.output` is what the caller wants where the inputs do not say.
namespace engine::ops::detail {

/// All outputs of an operation.
struct Outputs {
    tensor::Shape first;
    std::vector<tensor::Shape> more;
};

[[nodiscard]] inline Error invalid(std::string message)
{
    return makeError(ErrorCode::InvalidArgument, std::move(message));
}

/// "Add cannot ..." begins with this.
[[nodiscard]] inline std::string named(Operator op)
{
    return std::string(nameOf(op));
}

[[nodiscard]] bool isLayer(Operator op);
/// FullyConnected, Convolution, pooling, BatchNorm, softmax, Pick, their backward operators, updates of parameters.
[[nodiscard]] Result<Outputs> layerOutputs(const Operation& operation);

/// Slice, SliceAssign, Concat, Broadcast, Gather, Scatter.
[[nodiscard]] Result<tensor::Shape> arrangedShape(const Operation& operation);
/// Sum, Mean, Norm, Max, ArgMax.
[[nodiscard]] Result<tensor::Shape> reducedShape(const Operation& operation);

}  // namespace engine::ops::detail
