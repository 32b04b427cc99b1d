#include "engine/autograd/detail/rule.h"

/// Gradient rules of neural-network operators. Most of these operators have one backward operator.
namespace engine::autograd::detail {

using ops::Operation;
using ops::Operator;

namespace {

/// FullyConnected and Convolution: one backward operation computes the gradients of data, weight and bias.
void denseRule(Rule& r, Operator backward)
{
    Operation operation;
    operation.op = backward;
    operation.window = r.forward().window;
    std::vector<int> gradientOf;
    for (std::size_t i = 0; i < r.forward().inputs.size(); ++i) {
        if (!r.isWanted(i))
            continue;
        operation.wanted = static_cast<std::uint8_t>(operation.wanted | 1U << i);
        gradientOf.push_back(static_cast<int>(i));
    }
    const Value inputs[] = {r.dy(), r.x(0), r.x(1)};
    r.addGradients(std::move(operation), inputs, gradientOf);
}

/// Reshapes [c] so that it broadcasts along axis 1 of `like`.
Value alongChannels(Rule& r, Value value, const ops::Shape& like)
{
    std::vector<std::int64_t> extents(like.rank() - 1, 1);
    extents[0] = like[1];
    return r.reshaped(value, ops::Shape(std::span<const std::int64_t>(extents)));
}

/// With running statistics y = gamma * (x - mean) / deviation + beta, where mean and deviation are constants.
void fixedBatchNormRule(Rule& r)
{
    const ops::Shape& like = r.inputShape(0);
    const Value variance = r.step(Operator::AddScalar, {r.x(4)}, r.forward().scalars[0]);
    const Value inverse = r.step(Operator::PowerScalar, {variance}, -0.5);
    if (r.isWanted(0)) {
        const Value scale = r.step(Operator::Multiply, {r.x(1), inverse});
        r.addGradient(0, Operator::Multiply, {r.dy(), alongChannels(r, scale, like)});
    }
    Operation sum;
    sum.op = Operator::Sum;
    sum.axes = static_cast<std::uint8_t>(((1U << like.rank()) - 1U) & ~2U);
    if (r.isWanted(1)) {
        const Value centred = r.step(Operator::Subtract, {r.x(0), alongChannels(r, r.x(3), like)});
        const Value normal = r.step(Operator::Multiply, {centred, alongChannels(r, inverse, like)});
        r.addGradient(1, Operation(sum), {r.step(Operator::Multiply, {r.dy(), normal})});
    }
    if (r.isWanted(2))
        r.addGradient(2, Operation(sum), {r.dy()});
}

void batchNormRule(Rule& r)
{
    if (!r.forward().isTraining)
        return fixedBatchNormRule(r);
    Operation operation;
    operation.op = Operator::BatchNormBackward;
    operation.scalars[0] = r.forward().scalars[0];
    const int gradientOf[] = {r.isWanted(0) ? 0 : -1, r.isWanted(1) ? 1 : -1, r.isWanted(2) ? 2 : -1};
    const Value inputs[] = {r.dy(), r.x(0), r.x(1), r.y(1), r.y(2)};
    r.addGradients(std::move(operation), inputs, gradientOf);
}

void poolRule(Rule& r, Operator backward)
{
    Operation operation;
    operation.op = backward;
    operation.window = r.forward().window;
    r.addGradient(0, std::move(operation), {r.dy(), r.x()});
}

void pickRule(Rule& r)
{
    Operation operation;
    operation.op = Operator::PickBackward;
    operation.output = r.inputShape(0);
    r.addGradient(0, std::move(operation), {r.dy(), r.x(1)});
}

void segmentRule(Rule& r)
{
    const SegmentGradient* gradient = r.segment();
    if (gradient == nullptr)
        return r.fail("This compiled graph was not compiled for training and has no gradient.");
    std::vector<Value> inputs;
    for (const std::int32_t output : gradient->gradients) {
        Value given = r.dy(static_cast<std::size_t>(output));
        if (!given.exists()) {
            Operation zeros;
            zeros.op = Operator::Fill;
            zeros.output = r.forward().outputAt(static_cast<std::size_t>(output));
            given = r.step(std::move(zeros), {});
        }
        inputs.push_back(given);
    }
    for (const SegmentGradient::Source& source : gradient->values) {
        const auto index = static_cast<std::size_t>(source.index);
        inputs.push_back(source.isOutput ? r.y(index) : r.x(index));
    }
    Operation operation;
    operation.op = Operator::Segment;
    operation.segment = gradient->segment;
    r.addGradients(std::move(operation), inputs, gradient->gives);
}

Needs batchNormNeeds(const Operation& operation, std::uint32_t /*wanted*/)
{
    return operation.isTraining ? Needs{1 | 2, 2 | 4} : Needs{1 | 2 | 8 | 16, 0};
}

constexpr RuleEntry kLayerRules[] = {
    {Operator::Pick, pickRule, reads<2, 0>},
    {Operator::Softmax,
     [](Rule& r) {
         r.addGradient(0, Operator::SoftmaxBackward, {r.dy(), r.y()});
     },
     reads<0, 1>},
    {Operator::LogSoftmax,
     [](Rule& r) {
         r.addGradient(0, Operator::LogSoftmaxBackward, {r.dy(), r.y()});
     },
     reads<0, 1>},
    {Operator::FullyConnected, [](Rule& r) { denseRule(r, Operator::FullyConnectedBackward); }, reads<1 | 2, 0>},
    {Operator::Convolution, [](Rule& r) { denseRule(r, Operator::ConvolutionBackward); }, reads<1 | 2, 0>},
    {Operator::AveragePool, [](Rule& r) { poolRule(r, Operator::AveragePoolBackward); }, reads<1, 0>},
    {Operator::MaxPool, [](Rule& r) { poolRule(r, Operator::MaxPoolBackward); }, reads<1, 0>},
    {Operator::BatchNorm, batchNormRule, batchNormNeeds},
    {Operator::Segment, segmentRule, reads<0, 0>},  // SegmentGradient lists the values that its backward pass reads
};
static_assert(isComplete(kLayerRules,
                         {ops::Family::Marker, ops::Family::Generator, ops::Family::Slope, ops::Family::Pick,
                          ops::Family::Softmax, ops::Family::Dense, ops::Family::Convolution, ops::Family::Pool,
                          ops::Family::Normalization, ops::Family::Update, ops::Family::Graph}),
              "an operator with Gradient::Rule has no rule here");

}  // namespace

std::span<const RuleEntry> layerRules()
{
    return kLayerRules;
}

}  // namespace engine::autograd::detail
