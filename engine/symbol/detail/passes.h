#pragma once

#include "engine/autograd/gradient.h"
#include "engine/symbol/cached_graph.h"

#include <string>
#include <vector>

/// The passes of the graph compiler. Between passes a graph is an ops::Segment in which each value is written once, no
/// value has a scratch block, and, before passReshapes(), each read has the shape of the value that it reads.
namespace engine::symbol::detail {

struct LoweredGraph {
    ops::Segment segment;            ///< outputs: results, then tensors changed in place
    std::vector<int> inPlaceInputs;  ///< by output: the input that it overwrites; -1: none
    std::size_t results = 0;
    std::size_t operators = 0;
};

/// Converts the graph to a segment and infers all shapes from those of the inputs. Errors: InvalidArgument, naming
/// node, operator and shapes.
[[nodiscard]] Result<LoweredGraph> lower(const std::vector<Symbol>& outputs, const std::vector<std::string>& inputs,
                                         std::span<const ops::Shape> shapes, Mode mode);

/// Computes steps whose inputs are constant (Folding in the catalogue) and removes identities and dead steps. Returns
/// the number of removed steps.
std::size_t fold(ops::Segment& segment);

/// Removes steps whose results are not read. Returns their number.
std::size_t dropDead(ops::Segment& segment);

/// Merges each unary step into the epilogue of the step that computes its input, if that step supports an epilogue
/// (supportsEpilogue()), and the input is read by no other step and is no output. Returns the number of merged steps.
std::size_t fuse(ops::Segment& segment);

/// Removes Reshape steps whose results are no outputs; their readers read the input of the Reshape instead. Returns the
/// number of removed steps.
std::size_t passReshapes(ops::Segment& segment);

/// Assigns a block of scratch memory to each intermediate value; values with disjoint lifetimes share blocks.
void plan(ops::Segment& segment, Compilation& compilation);

/// Builds the backward computation of `forward`, whose first `results` outputs receive gradients. Forward values that
/// the backward computation reads become additional outputs of `forward`. Errors: those of the gradient rules.
[[nodiscard]] Result<autograd::SegmentGradient> differentiate(ops::Segment& forward, std::size_t results,
                                                              const autograd::InputSet& wanted, ops::Segment& backward);

/// Inserts copies so that each output is a value that a step computes, neither an input nor another output.
void separateOutputs(ops::Segment& segment);

/// Whether the segment may enter a pass: each value is written at most once and none has a scratch block.
[[nodiscard]] bool isUnplanned(const ops::Segment& segment);

/// Adds a value to the segment; returns its index.
std::int32_t addValue(ops::Segment& segment, const ops::Shape& shape);

}  // namespace engine::symbol::detail
