#pragma once

#include "engine/base/invalid.h"
#include "engine/ops/operation.h"

#include <string>

/// The functions that implement ShapeRule. Each receives an operation with a valid number of inputs, whose input shapes
/// passed checkShape(). `operation.output` is the requested shape where the inputs do not determine it.
namespace engine::ops::detail {

/// All outputs of an operation.
struct Outputs {
    Shape first;
    std::vector<Shape> more;
};

/// Returns the operator's name, as the subject of an error message: "Add cannot ...".
[[nodiscard]] inline std::string named(Operator op)
{
    return std::string(nameOf(op));
}

// -- arrangement_rules.cpp
[[nodiscard]] Result<Shape> reducedShape(const Operation& operation);
[[nodiscard]] Result<Shape> repeatedShape(const Operation& operation);
[[nodiscard]] Result<Shape> blockShape(const Operation& operation);
[[nodiscard]] Result<Shape> assignedBlockShape(const Operation& operation);
[[nodiscard]] Result<Shape> joinedShape(const Operation& operation);
[[nodiscard]] Result<Shape> gatheredShape(const Operation& operation);
[[nodiscard]] Result<Shape> scatteredShape(const Operation& operation);

// -- layer_rules.cpp
[[nodiscard]] Result<Shape> pickedShape(const Operation& operation);
[[nodiscard]] Result<Shape> pickedBackShape(const Operation& operation);
/// Requires that all inputs have the same shape; returns `outputs` outputs of that shape.
[[nodiscard]] Result<Outputs> alikeOutputs(const Operation& operation, std::size_t outputs);
[[nodiscard]] Result<Outputs> alikeRowsOutputs(const Operation& operation);
[[nodiscard]] Result<Shape> denseShape(const Operation& operation);
[[nodiscard]] Result<Outputs> denseBackOutputs(const Operation& operation);
[[nodiscard]] Result<Shape> convolutionShape(const Operation& operation);
[[nodiscard]] Result<Outputs> convolutionGradients(const Operation& operation);
[[nodiscard]] Result<Shape> pooledShape(const Operation& operation);
[[nodiscard]] Result<Shape> pooledBackShape(const Operation& operation);
[[nodiscard]] Result<Outputs> normalizedOutputs(const Operation& operation);
[[nodiscard]] Result<Outputs> normalizedBackOutputs(const Operation& operation);

}  // namespace engine::ops::detail
