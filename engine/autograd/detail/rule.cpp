#include "engine/autograd/detail/rule.h"

#include <algorithm>
#include <array>

namespace engine::autograd::detail {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

Operation plain(Operator op, double scalar)
{
    Operation operation;
    operation.op = op;
    operation.scalars[0] = scalar;
    return operation;
}

/// Bit mask of the axes of `from` along which broadcasting repeats `to`.
std::uint8_t repeatedAxes(const Shape& from, const Shape& to)
{
    unsigned axes = 0;
    const std::size_t missing = from.rank() - to.rank();
    for (std::size_t axis = 0; axis < from.rank(); ++axis)
        if (axis < missing || (to[axis - missing] == 1 && from[axis] != 1))
            axes |= 1U << axis;
    return static_cast<std::uint8_t>(axes);
}

enum class FoldedAxes : std::uint8_t { Removed, Kept };

/// The shape after a reduction over `axes`; 0: over all axes. A reduced axis that is kept has extent 1.
Shape reduced(const Shape& shape, std::uint8_t axes, FoldedAxes folded)
{
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    std::size_t rank = 0;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        const bool isFolded = axes == 0 || (axes >> axis & 1U) != 0;
        if (!isFolded || folded == FoldedAxes::Kept)
            extents[rank++] = isFolded ? 1 : shape[axis];
    }
    return Shape(std::span<const std::int64_t>(extents.data(), rank));
}

}  // namespace

Shape withAxesKept(const Operation& reduction)
{
    return reduced(reduction.inputs[0], reduction.axes, FoldedAxes::Kept);
}

bool Rule::isReady(std::span<const Value> inputs) const
{
    return m_status && std::ranges::all_of(inputs, &Value::exists);
}

Value Rule::add(Operation operation, std::span<const Value> inputs, int gradientOf)
{
    if (!isReady(inputs))
        return {};
    auto outputs = m_builder.add(std::move(operation), inputs, std::span(&gradientOf, 1));
    if (outputs)
        return outputs->front();
    m_status = std::move(outputs).error();
    return {};
}

Value Rule::step(Operator op, std::initializer_list<Value> inputs, double scalar)
{
    return step(plain(op, scalar), inputs);
}

Value Rule::step(Operation operation, std::initializer_list<Value> inputs)
{
    return add(std::move(operation), std::span(inputs.begin(), inputs.size()), -1);
}

Value Rule::reshaped(Value value, const Shape& shape)
{
    if (!value.exists() || shapeOf(value) == shape)
        return value;
    Operation operation = plain(Operator::Reshape, 0);
    operation.output = shape;
    return step(std::move(operation), {value});
}

void Rule::addGradient(std::size_t i, Operator op, std::initializer_list<Value> inputs, double scalar)
{
    addGradient(i, plain(op, scalar), inputs);
}

void Rule::addGradient(std::size_t i, Operation operation, std::initializer_list<Value> inputs)
{
    if (!isWanted(i) || !m_status)
        return;
    // The gradients of a broadcasting operator have the shape of its output; all other gradients have the shape of the
    // input.
    const bool isWhole = forward().inputs.size() < 2 || inputShape(i) == forward().output ||
                         operation.op == Operator::MatMul || operation.op == Operator::PickBackward ||
                         operation.op == Operator::Scatter;
    if (isWhole)
        m_gradients[i] = add(std::move(operation), std::span(inputs.begin(), inputs.size()), static_cast<int>(i));
    else
        pass(i, step(std::move(operation), inputs));
}

void Rule::pass(std::size_t i, Value value)
{
    if (!isWanted(i) || !m_status || !value.exists())
        return;
    const Shape& from = shapeOf(value);
    const Shape& to = inputShape(i);
    if (from == to) {
        m_gradients[i] = value;
        return;
    }
    Operation sum = plain(Operator::Sum, 0);
    sum.axes = repeatedAxes(from, to);
    const bool isAll = sum.axes + 1U == 1U << from.rank();
    if (isAll)
        sum.axes = 0;
    sum.keepsAxes = reduced(from, sum.axes, FoldedAxes::Kept) == to;
    if (sum.keepsAxes || reduced(from, sum.axes, FoldedAxes::Removed) == to) {
        m_gradients[i] = add(std::move(sum), std::span(&value, 1), static_cast<int>(i));
        return;
    }
    const Value summed = step(std::move(sum), {value});
    Operation reshape = plain(Operator::Reshape, 0);
    reshape.output = to;
    m_gradients[i] = add(std::move(reshape), std::span(&summed, 1), static_cast<int>(i));
}

void Rule::addGradients(Operation operation, std::span<const Value> inputs, std::span<const int> gradientOf)
{
    if (!isReady(inputs))
        return;
    auto outputs = m_builder.add(std::move(operation), inputs, gradientOf);
    if (!outputs) {
        m_status = std::move(outputs).error();
        return;
    }
    for (std::size_t k = 0; k < gradientOf.size(); ++k)
        if (gradientOf[k] >= 0)
            m_gradients[static_cast<std::size_t>(gradientOf[k])] = (*outputs)[k];
}

void Rule::fail(std::string message)
{
    if (m_status)
        m_status = untranslatedError(ErrorCode::Unsupported, std::move(message));
}

}  // namespace engine::autograd::detail
