#include "engine/base/expect.h"
#include "engine/ops/shape_rules.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <map>

namespace engine::symbol::detail {

using autograd::Value;
using ops::Operation;
using ops::Operator;

namespace {

/// Receives the steps of the backward segment from the rules. A forward value becomes an input of the backward segment
/// when a rule reads it. Inputs are numbered at the end; until then, values are identified by their index in m_values.
class BackwardBuilder final : public autograd::Builder {
public:
    explicit BackwardBuilder(const ops::Segment& forward) : m_forward(forward) {}

    /// Adds the gradient of a result of the forward graph as an input.
    Value addGradientInput(std::int32_t output, const ops::Shape& shape)
    {
        m_values.push_back({shape, Kind::Gradient, output});
        return last();
    }

    Value ofForward(std::int32_t value)
    {
        const auto [place, isNew] = m_known.try_emplace(value);
        if (isNew) {
            m_values.push_back({m_forward.values[static_cast<std::size_t>(value)].shape, Kind::Forward, value});
            place->second = last();
        }
        return place->second;
    }

    Result<std::vector<Value>> add(Operation operation, std::span<const Value> inputs, std::span<const int>) override
    {
        operation.inputs.clear();
        for (const Value input : inputs)
            operation.inputs.push_back(shapeOf(input));
        if (Status status = ops::inferOutputs(operation); !status)
            return std::move(status).error();
        ops::Segment::Step step;
        for (const Value input : inputs) {
            step.reads.push_back(input.index);
            m_values[static_cast<std::size_t>(input.index)].isRead = true;
        }
        std::vector<Value> outputs;
        for (std::size_t k = 0; k < operation.outputCount(); ++k) {
            m_values.push_back({operation.outputAt(k), Kind::Made, 0});
            outputs.push_back(last());
            step.writes.push_back(outputs.back().index);
        }
        step.operation = std::move(operation);
        m_steps.push_back(std::move(step));
        return outputs;
    }

    const ops::Shape& shapeOf(Value value) const override
    {
        return m_values[static_cast<std::size_t>(value.index)].shape;
    }

    /// Assembles the backward segment and `gradient`. `gradients`: gradients of the forward inputs listed in
    /// `gradient.gives`.
    void finish(ops::Segment& forward, std::span<const Value> gradients, ops::Segment& backward,
                autograd::SegmentGradient& gradient);

private:
    enum class Kind : std::uint8_t { Gradient, Forward, Made };
    struct KnownValue {
        ops::Shape shape;
        Kind kind = Kind::Made;
        std::int32_t source = 0;
        bool isRead = false;
    };

    [[nodiscard]] Value last() const { return Value{static_cast<std::int32_t>(m_values.size()) - 1}; }
    static autograd::SegmentGradient::Source sourceOf(ops::Segment& forward, std::int32_t value);

    const ops::Segment& m_forward;
    std::vector<KnownValue> m_values;
    std::map<std::int32_t, Value> m_known;
    std::vector<ops::Segment::Step> m_steps;
};

autograd::SegmentGradient::Source BackwardBuilder::sourceOf(ops::Segment& forward, std::int32_t value)
{
    if (value < forward.inputs)
        return {false, value};
    const auto known = std::ranges::find(forward.outputs, value);
    const auto index = static_cast<std::int32_t>(known - forward.outputs.begin());
    if (known == forward.outputs.end())
        forward.outputs.push_back(value);
    return {true, index};
}

void BackwardBuilder::finish(ops::Segment& forward, std::span<const Value> gradients, ops::Segment& backward,
                             autograd::SegmentGradient& gradient)
{
    std::vector<std::int32_t> number(m_values.size(), -1);
    for (const Value value : gradients)
        m_values[static_cast<std::size_t>(value.index)].isRead = true;
    for (const Kind kind : {Kind::Gradient, Kind::Forward, Kind::Made}) {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const KnownValue& known = m_values[i];
            // The gradient of a result is an input even if no step reads it, because its position identifies the
            // result.
            if (known.kind != kind || (kind == Kind::Forward && !known.isRead))
                continue;
            number[i] = addValue(backward, known.shape);
            if (kind == Kind::Gradient)
                gradient.gradients.push_back(known.source);
            else if (kind == Kind::Forward)
                gradient.values.push_back(sourceOf(forward, known.source));
        }
        if (kind == Kind::Forward)
            backward.inputs = static_cast<std::int32_t>(backward.values.size());
    }
    for (ops::Segment::Step& step : m_steps) {
        for (auto* list : {&step.reads, &step.writes})
            for (std::int32_t& value : *list)
                value = number[static_cast<std::size_t>(value)];
        backward.steps.push_back(std::move(step));
    }
    for (const Value value : gradients)
        backward.outputs.push_back(number[static_cast<std::size_t>(value.index)]);
}

/// Marks the forward values that depend on a wanted input through differentiable steps.
std::vector<bool> reachedFrom(const ops::Segment& forward, const autograd::InputSet& wanted)
{
    std::vector<bool> isReached(forward.values.size(), false);
    for (std::size_t i = 0; i < static_cast<std::size_t>(forward.inputs); ++i)
        isReached[i] = wanted[i];
    for (const ops::Segment::Step& step : forward.steps) {
        const bool leads =
            autograd::isDifferentiable(step.operation.op) &&
            std::ranges::any_of(step.reads, [&](std::int32_t v) { return isReached[static_cast<std::size_t>(v)]; });
        for (const std::int32_t write : step.writes)
            isReached[static_cast<std::size_t>(write)] = leads;
    }
    return isReached;
}

/// Visits the steps of a segment in reverse order and adds their gradients.
class Backward {
public:
    Backward(const ops::Segment& forward, const autograd::InputSet& wanted)
        : m_forward(forward),
          m_builder(forward),
          m_isReached(reachedFrom(forward, wanted)),
          m_sums(forward.values.size())
    {
    }

    Status run(std::size_t results)
    {
        for (std::size_t i = 0; i < results; ++i) {
            const std::int32_t value = m_forward.outputs[i];
            if (!m_isReached[static_cast<std::size_t>(value)])
                continue;
            const Value gradient = m_builder.addGradientInput(static_cast<std::int32_t>(i),
                                                              m_forward.values[static_cast<std::size_t>(value)].shape);
            if (Status status = arrive(value, gradient); !status)
                return status;
        }
        for (auto step = m_forward.steps.rbegin(); step != m_forward.steps.rend(); ++step)
            if (Status status = pass(*step); !status)
                return status;
        return {};
    }

    [[nodiscard]] Value sumOf(std::size_t value) const { return m_sums[value]; }
    [[nodiscard]] BackwardBuilder& builder() { return m_builder; }

private:
    Status arrive(std::int32_t value, Value gradient)
    {
        Value& sum = m_sums[static_cast<std::size_t>(value)];
        if (!sum.exists()) {
            sum = gradient;
            return {};
        }
        Operation add;
        add.op = Operator::Add;
        const Value parts[] = {sum, gradient};
        auto made = m_builder.add(std::move(add), parts, {});
        if (!made)
            return std::move(made).error();
        sum = made->front();
        return {};
    }

    Status pass(const ops::Segment::Step& step)
    {
        std::vector<Value> given;
        bool isMet = false;
        for (const std::int32_t write : step.writes) {
            given.push_back(m_sums[static_cast<std::size_t>(write)]);
            isMet = isMet || given.back().exists();
        }
        if (!isMet || !autograd::isDifferentiable(step.operation.op))
            return {};
        autograd::InputSet wanted;
        std::vector<Value> inputs;
        std::vector<Value> outputs;
        for (std::size_t i = 0; i < step.reads.size(); ++i) {
            wanted[i] = m_isReached[static_cast<std::size_t>(step.reads[i])];
            inputs.push_back(m_builder.ofForward(step.reads[i]));
        }
        for (const std::int32_t write : step.writes)
            outputs.push_back(m_builder.ofForward(write));
        std::vector<Value> gradients(step.reads.size());
        const autograd::Forward forward{&step.operation, inputs, outputs, nullptr};
        if (Status status = autograd::differentiate(forward, given, wanted, m_builder, gradients); !status)
            return status;
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (gradients[i].exists())
                if (Status status = arrive(step.reads[i], gradients[i]); !status)
                    return status;
        return {};
    }

    const ops::Segment& m_forward;
    BackwardBuilder m_builder;
    std::vector<bool> m_isReached;
    std::vector<Value> m_sums;  ///< by forward value: the sum of its gradients
};

}  // namespace

Result<autograd::SegmentGradient> differentiate(ops::Segment& forward, std::size_t results,
                                                const autograd::InputSet& wanted, ops::Segment& backward)
{
    ENGINE_EXPECT(isUnplanned(forward) && results <= forward.outputs.size() && backward.values.empty());
    Backward walk(forward, wanted);
    if (Status status = walk.run(results); !status)
        return std::move(status).error();
    autograd::SegmentGradient gradient;
    std::vector<Value> gradients;
    for (std::size_t i = 0; i < static_cast<std::size_t>(forward.inputs); ++i) {
        const Value sum = wanted[i] ? walk.sumOf(i) : Value{};
        if (!sum.exists())
            continue;
        gradient.gives.push_back(static_cast<std::int32_t>(i));
        gradients.push_back(sum);
    }
    walk.builder().finish(forward, gradients, backward, gradient);
    return gradient;
}

}  // namespace engine::symbol::detail
