#pragma once

#include "engine/autograd/gradient.h"

#include <initializer_list>
#include <string>

namespace engine::autograd::detail {

/// Builds the gradient operations of one recorded operation. After the first error, the methods that add operations do
/// nothing, so rules need no error handling.
class Rule {
public:
    Rule(const Forward& forward, std::span<const Value> outputGradients, const InputSet& wanted, Builder& builder,
         std::span<Value> gradients)
        : m_forward(forward), m_given(outputGradients), m_wanted(wanted), m_builder(builder), m_gradients(gradients)
    {
    }

    [[nodiscard]] const ops::Operation& forward() const { return *m_forward.operation; }
    [[nodiscard]] const SegmentGradient* segment() const { return m_forward.segment; }
    [[nodiscard]] const ops::Shape& inputShape(std::size_t i) const { return forward().inputs[i]; }
    [[nodiscard]] Value x(std::size_t i = 0) const { return m_forward.inputs[i]; }
    [[nodiscard]] Value y(std::size_t i = 0) const { return m_forward.outputs[i]; }
    /// The gradient of output i.
    [[nodiscard]] Value dy(std::size_t i = 0) const { return m_given[i]; }
    [[nodiscard]] bool isWanted(std::size_t i) const { return m_wanted[i]; }
    [[nodiscard]] const ops::Shape& shapeOf(Value value) const { return m_builder.shapeOf(value); }

    // -- intermediate steps
    Value step(ops::Operator op, std::initializer_list<Value> inputs, double scalar = 0);
    Value step(ops::Operation operation, std::initializer_list<Value> inputs);
    Value reshaped(Value value, const ops::Shape& shape);

    // -- the last operation of a gradient: its result, summed over the axes along which broadcasting repeated input i,
    // is the gradient of input i
    void addGradient(std::size_t i, ops::Operator op, std::initializer_list<Value> inputs, double scalar = 0);
    void addGradient(std::size_t i, ops::Operation operation, std::initializer_list<Value> inputs);
    /// Sets the gradient of input i to `value`, summed over the axes along which broadcasting repeated the input.
    void pass(std::size_t i, Value value);
    /// Adds an operation with several results: output k is the gradient of input gradientOf[k].
    void addGradients(ops::Operation operation, std::span<const Value> inputs, std::span<const int> gradientOf);

    void fail(std::string message);
    [[nodiscard]] const Status& status() const { return m_status; }

private:
    Value add(ops::Operation operation, std::span<const Value> inputs, int gradientOf);
    [[nodiscard]] bool isReady(std::span<const Value> inputs) const;

    const Forward& m_forward;
    std::span<const Value> m_given;
    const InputSet& m_wanted;
    Builder& m_builder;
    std::span<Value> m_gradients;
    Status m_status;
};

/// The shape of a reduction's result if each reduced axis is kept with size 1.
[[nodiscard]] ops::Shape withAxesKept(const ops::Operation& reduction);

/// The rule of one operator.
struct RuleEntry {
    ops::Operator op;
    void (*build)(Rule& rule);
    /// The values that build() reads to compute the gradients of the inputs `wanted` (bit mask).
    Needs (*needs)(const ops::Operation& operation, std::uint32_t wanted);
};

/// RuleEntry::needs of rules that read these inputs and outputs (bit masks) for any `wanted`.
template <std::uint32_t inputs, std::uint32_t outputs>
[[nodiscard]] Needs reads(const ops::Operation& /*operation*/, std::uint32_t /*wanted*/)
{
    return {inputs, outputs};
}

/// RuleEntry::needs of operators with two inputs: the gradient of each input reads the other input.
[[nodiscard]] inline Needs readsOther(const ops::Operation& /*operation*/, std::uint32_t wanted)
{
    return {((wanted & 1U) != 0 ? 2U : 0U) | ((wanted & 2U) != 0 ? 1U : 0U), 0};
}

/// Whether `rules` contains exactly one rule for each operator of these families that is differentiable according to
/// the catalogue, and no other rules.
[[nodiscard]] constexpr bool isComplete(std::span<const RuleEntry> rules, std::initializer_list<ops::Family> families)
{
    for (const ops::OperatorRow& row : ops::kCatalogue) {
        bool isOfThese = false;
        for (const ops::Family family : families)
            isOfThese = isOfThese || row.family == family;
        std::size_t count = 0;
        for (const RuleEntry& rule : rules)
            count += rule.op == row.op ? 1U : 0U;
        if (count != (isOfThese && row.gradient == ops::Gradient::Rule ? 1U : 0U))
            return false;
    }
    return true;
}

[[nodiscard]] std::span<const RuleEntry> elementwiseRules();
[[nodiscard]] std::span<const RuleEntry> shapeRules();
[[nodiscard]] std::span<const RuleEntry> layerRules();

}  // namespace engine::autograd::detail
