#pragma once

#include "engine/autograd/gradient.h"

#include <initializer_list>
#include <string>

namespace engine::autograd::detail {

/// One rule at work. The first error stays and later steps do nothing, so that rules read like formulas.
class Rule {
public:
    Rule(const Forward& forward, std::span<const Value> outputGradients, const InputSet& wanted, Builder& builder,
         std::span<Value> gradients)
        : m_forward(forward), m_given(outputGradients), m_wanted(wanted), m_builder(builder), m_gradients(gradients)
    {
    }

    [[nodiscard]] const ops::Operation& forward() const { return *m_forward.operation; }
    [[nodiscard]] const SegmentGradient* segment() const { return m_forward.segment; }
    [[nodiscard]] const tensor::Shape& inputShape(std::size_t i) const { return forward().inputs[i]; }
    [[nodiscard]] Value x(std::size_t i = 0) const { return m_forward.inputs[i]; }
    [[nodiscard]] Value y(std::size_t i = 0) const { return m_forward.outputs[i]; }
    /// The gradient of output i.
    [[nodiscard]] Value dy(std::size_t i = 0) const { return m_given[i]; }
    [[nodiscard]] bool isWanted(std::size_t i) const { return m_wanted[i]; }
    [[nodiscard]] const tensor::Shape& shapeOf(Value value) const { return m_builder.shapeOf(value); }

    // -- steps on the way
    Value step(ops::Operator op, std::initializer_list<Value> inputs, double scalar = 0);
    Value step(ops::Operation operation, std::initializer_list<Value> inputs);
    Value reshaped(Value value, const tensor::Shape& shape);

    // -- the last step: its result is the gradient of input i, summed over the axes that broadcasting repeated
    void give(std::size_t i, ops::Operator op, std::initializer_list<Value> inputs, double scalar = 0);
    void give(std::size_t i, ops::Operation operation, std::initializer_list<Value> inputs);
    /// The gradient of input i is `value` itself, but for the axes that broadcasting repeated.
    void pass(std::size_t i, Value value);
    /// Of an operator with several results: output k is the gradient of input gradientOf[k].
    void giveAll(ops::Operation operation, std::span<const Value> inputs, std::span<const int> gradientOf);

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

/// The shape that a reduction leaves with every reduced axis of size 1.
[[nodiscard]] tensor::Shape withAxesKept(const ops::Operation& reduction);

// Each does nothing for operators of other families.
void elementwiseRule(Rule& rule);
void shapeRule(Rule& rule);
void layerRule(Rule& rule);

[[nodiscard]] Needs elementwiseNeeds(const ops::Operation& operation, std::uint32_t wanted);
[[nodiscard]] Needs shapeNeeds(const ops::Operation& operation, std::uint32_t wanted);
[[nodiscard]] Needs layerNeeds(const ops::Operation& operation, std::uint32_t wanted);

}  // namespace engine::autograd::detail
