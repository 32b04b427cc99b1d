#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <bitset>
#include <memory>
#include <span>
#include <vector>

/// How a result's gradient becomes the gradients of what it was made from: one rule for each differentiable operator,
/// as operations of the same engine. Rules know neither tensors nor devices; the tape and the graph compiler run the
/// same ones.
namespace engine::autograd {

/// A value of the computation that is differentiated, numbered by whoever runs the rules.
struct Value {
    std::int32_t index = -1;
    [[nodiscard]] bool isThere() const { return index >= 0; }
    bool operator==(const Value&) const = default;
};

/// What the rules build the backward computation with.
class Builder {
public:
    virtual ~Builder() = default;

    /// Adds an operation on `inputs`, where the inputs of the forward operation lie, and gives its outputs. Shapes are
    /// set here from the values. `gradientOf[k]`: output k is the whole gradient of this input of the forward
    /// operation, -1 or missing: it is a step on the way.
    [[nodiscard]] virtual Result<std::vector<Value>> add(ops::Operation operation, std::span<const Value> inputs,
                                                         std::span<const int> gradientOf) = 0;
    [[nodiscard]] virtual const tensor::Shape& shapeOf(Value value) const = 0;
};

/// The backward computation of a Segment as a Segment of its own, made by the graph compiler.
struct SegmentGradient {
    struct Source {
        bool isOutput = false;  ///< of the forward operation, else an input of it
        std::int32_t index = 0;
    };
    std::shared_ptr<const ops::Segment> segment;
    std::vector<std::int32_t> gradients;  ///< its first inputs: gradients of these outputs of the forward operation
    std::vector<Source> values;           ///< its further inputs
    std::vector<std::int32_t> gives;      ///< its outputs: gradients of these inputs of the forward operation
};

/// Some of the inputs of an operation.
inline constexpr std::size_t kMostInputs = 1024;
using InputSet = std::bitset<kMostInputs>;

/// The first inputs and outputs of a forward operation, as bits. What the gradient of a Segment needs stands in its
/// SegmentGradient.
struct Needs {
    std::uint32_t inputs = 0;
    std::uint32_t outputs = 0;
};

/// Whether gradients pass through this operator. Comparisons, ArgMax and Sign are constant nearly everywhere.
[[nodiscard]] bool isDifferentiable(ops::Operator op);

/// What the rule reads when the gradients of the inputs `wanted` are asked for: what must live until backward.
[[nodiscard]] Needs needsOf(const ops::Operation& operation, const InputSet& wanted);

struct Forward {
    const ops::Operation* operation = nullptr;
    std::span<const Value> inputs;   ///< those not needed may be missing
    std::span<const Value> outputs;  ///< those not needed may be missing
    const SegmentGradient* segment = nullptr;
};

/// Builds the gradients of the inputs from those of the outputs (missing ones are 0). `gradients[i]` is set for each i
/// of `wanted` that has one.
/// Errors: Unsupported, a sentence, if the operator has no rule for these attributes; what the builder says.
[[nodiscard]] Status differentiate(const Forward& forward, std::span<const Value> outputGradients,
                                   const InputSet& wanted, Builder& builder, std::span<Value> gradients);

}  // namespace engine::autograd
