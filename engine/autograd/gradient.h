#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <bitset>
#include <memory>
#include <span>
#include <vector>

/// Gradient rules. The rule of each differentiable operator converts the gradient of its result into the gradients of
/// its inputs, as operations of the same engine. Rules use neither tensors nor devices; the tape and the graph compiler
/// share them.
namespace engine::autograd {

/// A value of the differentiated computation. The caller of the rules assigns the index.
struct Value {
    std::int32_t index = -1;
    [[nodiscard]] bool exists() const { return index >= 0; }
    bool operator==(const Value&) const = default;
};

/// Receives the operations of the backward computation.
class Builder {
public:
    virtual ~Builder() = default;

    /// Adds an operation on `inputs`, on the device of the forward operation's inputs, and returns its outputs. Infers
    /// the shapes from the values. `gradientOf[k]`: if output k is the complete gradient of an input of the forward
    /// operation, the index of this input; -1 or missing: output k is an intermediate value.
    [[nodiscard]] virtual Result<std::vector<Value>> add(ops::Operation operation, std::span<const Value> inputs,
                                                         std::span<const int> gradientOf) = 0;
    /// The shape of a value that add() returned or that the caller of the rules passed. Valid until the next add().
    [[nodiscard]] virtual const ops::Shape& shapeOf(Value value) const = 0;
};

/// The backward computation of a Segment as a separate Segment, built by the graph compiler.
struct SegmentGradient {
    struct Source {
        bool isOutput = false;  ///< the value is an output of the forward operation; false: an input
        std::int32_t index = 0;
    };
    std::shared_ptr<const ops::Segment> segment;
    std::vector<std::int32_t> gradients;  ///< first inputs of `segment`: the gradients of these forward outputs
    std::vector<Source> values;           ///< other inputs of `segment`: these values of the forward operation
    std::vector<std::int32_t> gives;      ///< outputs of `segment`: the gradients of these forward inputs
};

/// The largest number of inputs of a differentiable operation; InputSet is a subset of its inputs.
inline constexpr std::size_t kMaxInputs = 1024;
using InputSet = std::bitset<kMaxInputs>;

/// Inputs and outputs of a forward operation, as bit masks. For a Segment, SegmentGradient lists them instead.
struct Needs {
    std::uint32_t inputs = 0;
    std::uint32_t outputs = 0;
};

/// Whether gradients pass through this operator. They do not pass through, for example, comparisons, ArgMax and Sign,
/// which are constant nearly everywhere.
[[nodiscard]] bool isDifferentiable(ops::Operator op);

/// The values that the rule reads to compute the gradients of the inputs `wanted`; they must be retained until
/// backward() is called.
[[nodiscard]] Needs needsOf(const ops::Operation& operation, const InputSet& wanted);

/// A recorded operation as rules see it. All pointers and spans must outlive the call of differentiate().
struct Forward {
    const ops::Operation* operation = nullptr;
    std::span<const Value> inputs;   ///< inputs that the rule does not need may be missing
    std::span<const Value> outputs;  ///< outputs that the rule does not need may be missing
    const SegmentGradient* segment = nullptr;
};

/// Builds the gradients of the inputs from those of the outputs (missing ones are 0). Sets `gradients[i]` for each i of
/// `wanted` that has a gradient.
/// Errors: Unsupported if the operator has no rule for these attributes; those of the builder.
[[nodiscard]] Status differentiate(const Forward& forward, std::span<const Value> outputGradients,
                                   const InputSet& wanted, Builder& builder, std::span<Value> gradients);

}  // namespace engine::autograd
