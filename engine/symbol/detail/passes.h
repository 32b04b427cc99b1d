#pragma once

#include "engine/autograd/gradient.h"
#include "engine/symbol/cached_graph.h"

#include <string>
#include <vector>

/// The passes of the compiler. Between them a graph is an ops::Segment in which every value is written once, no value
/// has a block yet, and reads have the shapes of their values.
namespace engine::symbol::detail {

struct Lowered {
    ops::Segment segment;            ///< outputs: results, then what is changed in place
    std::vector<int> inPlaceInputs;  ///< by output
    std::size_t results = 0;
    std::size_t operators = 0;
};

/// Shapes follow from those of the inputs. Errors: InvalidArgument naming node, operator and shapes.
[[nodiscard]] Result<Lowered> lower(const std::vector<Symbol>& outputs, const std::vector<std::string>& inputs,
                                    std::span<const tensor::Shape> shapes, bool isTraining);

/// Computes what depends on constants alone (exactly, as the kernels would) and takes out what changes nothing or is
/// not read. Returns how many steps went.
std::size_t fold(ops::Segment& segment);

/// Takes out steps whose results nobody reads. Returns how many.
std::size_t dropDead(ops::Segment& segment);

/// Moves elementwise steps into the step that makes their input, where nobody else reads it. Returns how many went.
std::size_t fuse(ops::Segment& segment);

/// Takes out Reshape steps: the elements stay where they are. Returns how many.
std::size_t passReshapes(ops::Segment& segment);

/// Gives every value that lives only within a block of scratch memory; values that never live at the same time share
/// one.
void plan(ops::Segment& segment, Compilation& compilation);

/// The backward computation of `forward`, whose first `results` outputs have gradients. What it needs of the forward
/// values becomes further outputs of `forward`. Errors: what the rules refuse.
[[nodiscard]] Result<autograd::SegmentGradient> differentiate(ops::Segment& forward, std::size_t results,
                                                              const autograd::InputSet& wanted, ops::Segment& backward);

/// An output must be made by a step of its own: puts copies where it is an input or another output as well.
void separateOutputs(ops::Segment& segment);

/// A new value; returns its number.
std::int32_t addValue(ops::Segment& segment, const tensor::Shape& shape);

}  // namespace engine::symbol::detail
