#include "engine/autograd/gradient.h"

#include "engine/autograd/detail/rule.h"

namespace engine::autograd {

using ops::Operator;

bool isDifferentiable(Operator op)
{
    switch (op) {
        case Operator::MatMul:
        case Operator::Add:
        case Operator::Subtract:
        case Operator::Multiply:
        case Operator::Divide:
        case Operator::Maximum:
        case Operator::Minimum:
        case Operator::AddScalar:
        case Operator::MultiplyScalar:
        case Operator::SubtractFromScalar:
        case Operator::DivideScalar:
        case Operator::PowerScalar:
        case Operator::MaximumScalar:
        case Operator::MinimumScalar:
        case Operator::Negate:
        case Operator::Relu:
        case Operator::Exp:
        case Operator::Log:
        case Operator::Sqrt:
        case Operator::Tanh:
        case Operator::Sigmoid:
        case Operator::Abs:
        case Operator::Square:
        case Operator::Sum:
        case Operator::Mean:
        case Operator::Norm:
        case Operator::Max:
        case Operator::Transpose:
        case Operator::Reshape:
        case Operator::Copy:
        case Operator::Broadcast:
        case Operator::Slice:
        case Operator::SliceAssign:
        case Operator::Concat:
        case Operator::Pick:
        case Operator::Gather:
        case Operator::Scatter:
        case Operator::Softmax:
        case Operator::LogSoftmax:
        case Operator::FullyConnected:
        case Operator::Convolution:
        case Operator::AveragePool:
        case Operator::MaxPool:
        case Operator::BatchNorm:
        case Operator::Segment:
            return true;
        default:
            return false;
    }
}

Needs needsOf(const ops::Operation& operation, const InputSet& inputs)
{
    const auto wanted = static_cast<std::uint32_t>((inputs & InputSet(0xff)).to_ulong());
    const Needs parts[] = {detail::elementwiseNeeds(operation, wanted), detail::shapeNeeds(operation, wanted),
                           detail::layerNeeds(operation, wanted)};
    Needs needs;
    for (const Needs& part : parts)
        needs = {needs.inputs | part.inputs, needs.outputs | part.outputs};
    return needs;
}

Status differentiate(const Forward& forward, std::span<const Value> outputGradients, const InputSet& wanted,
                     Builder& builder, std::span<Value> gradients)
{
    // Later outputs are by-products (batch statistics); only a compiled graph has gradients of several.
    const bool hasGradient = forward.operation->op == Operator::Segment || outputGradients[0].isThere();
    if (!hasGradient)
        return {};
    detail::Rule rule(forward, outputGradients, wanted, builder, gradients);
    detail::elementwiseRule(rule);
    detail::shapeRule(rule);
    detail::layerRule(rule);
    return rule.status();
}

}  // namespace engine::autograd
