#pragma once

#include "engine/autograd/gradient.h"
#include "engine/symbol/cached_graph.h"

#include <string>
#include <vector>

/// The passes of the graph compiler. Between them a graph is an ops::Segment in which every value is written once, no
/// value has a block, and reads have the shapes of their values.
namespace engine::symbol::detail {

struct Lowered {
    ops::Segment segment;            ///< outputs: results, then tensors changed in place
    std::vector<int> inPlaceInputs;  ///< by output
    std::size_t results = 0;
    std::size_t operators = 0;
};

/// Infers all shapes from those of the inputs. Errors: InvalidArgument, names node, operator and shapes.
[[nodiscard]] Result<Lowered> lower(const std::vector<Symbol>& outputs, const std::vector<std::string>& inputs,
                                    std::span<const tensor::Shape> shapes, bool isTraining);

/// Folds steps whose inputs are constant (Folding of the catalogue) and removes identities and dead steps. Returns the
/// number of removed steps.
std::size_t fold(ops::Segment& segment);

/// Removes steps whose results are not read. Returns their number.
std::size_t dropDead(ops::Segment& segment);

/// Merges unary steps into the epilogue of the step that computes their input, where no other step reads it. Returns
/// the number of merged steps.
std::size_t fuse(ops::Segment& segment);

/// Removes Reshape steps; readers use the input of the Reshape. Returns their number.
std::size_t passReshapes(ops::Segment& segment);

/// Assigns a block of scratch memory to every intermediate value; values with disjoint lifetimes share blocks.
void plan(ops::Segment& segment, Compilation& compilation);

/// The backward computation of `forward`, whose first `results` outputs have gradients. Forward values that it reads
/// become further outputs of `forward`. Errors: those of the gradient rules.
[[nodiscard]] Result<autograd::SegmentGradient> differentiate(ops::Segment& forward, std::size_t results,
                                                              const autograd::InputSet& wanted, ops::Segment& backward);

/// Inserts copies so that each output is computed by a separate step and is neither an input nor another output.
void separateOutputs(ops::Segment& segment);

/// A new value; returns its number.
std::int32_t addValue(ops::Segment& segment, const tensor::Shape& shape);

}  // namespace engine::symbol::detail
