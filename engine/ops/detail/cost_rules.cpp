#include "engine/ops/detail/cost_rules.h"

#include <algorithm>

namespace engine::ops {

using tensor::Shape;

namespace {

std::int64_t tiles(std::int64_t extent)
{
    constexpr std::int64_t kTile = 128;
    return std::max<std::int64_t>(1, (extent + kTile - 1) / kTile);
}

/// A product [rows, inner] x [inner, columns], which dense layers and convolutions come down to.
struct Product {
    std::int64_t rows = 0;
    std::int64_t inner = 0;
    std::int64_t columns = 0;

    [[nodiscard]] double flops() const
    {
        return 2.0 * static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(columns);
    }
    [[nodiscard]] std::int64_t blocks() const { return tiles(rows) * tiles(columns); }
};

/// Inputs (dy or none, x, w): every element of the result meets the weights of one output.
Product forwardProduct(const Shape& result, const Shape& w)
{
    std::int64_t inner = 1;
    for (std::size_t axis = 1; axis < w.rank(); ++axis)
        inner *= w[axis];
    const std::int64_t outputs = std::max<std::int64_t>(w[0], 1);
    return {result.elements() / outputs, inner, w[0]};
}

/// Twice the forward product at most: as much again for the data and for the weight, as far as they are wanted.
/// Sums for the bias are additions in the shadow of the rest and not counted (nor is adding it).
void addBackward(const Operation& operation, Cost& cost)
{
    const Shape& x = operation.inputs[1];
    const Shape& w = operation.inputs[2];
    const Product product = forwardProduct(operation.inputs[0], w);
    const std::int64_t channels = w[1];
    if ((operation.wanted & kData) != 0) {
        cost.flops += product.flops();
        cost.blocks =
            std::max(cost.blocks, tiles(x.elements() / std::max<std::int64_t>(channels, 1)) * tiles(channels));
    }
    if ((operation.wanted & kWeight) != 0) {
        cost.flops += product.flops();
        cost.blocks = std::max(cost.blocks, tiles(w[0]) * tiles(product.inner));
    }
}

Cost segmentCost(const Operation& operation)
{
    Cost sum;
    if (operation.segment)
        for (const Segment::Step& step : operation.segment->steps) {
            const Cost cost = costOf(step.operation);
            sum.flops += cost.flops;
            sum.read += cost.read;
            sum.written += cost.written;
            sum.blocks = std::max(sum.blocks, cost.blocks);
        }
    return sum;
}

bool addsUp(const Operation& operation)
{
    return operation.op == Operator::Scatter && operation.scalars[2] != 0;
}

/// How many elements are gone through: of the larger of output and first input, but for parts.
std::int64_t elementsOf(const Operation& operation)
{
    if (operation.op == Operator::Scatter)
        return operation.inputs[2].elements();
    const bool isPart = operation.op == Operator::Slice || operation.op == Operator::Gather;
    const std::int64_t elements = operation.output.elements();
    return operation.inputs.empty() || isPart ? elements : std::max(elements, operation.inputs[0].elements());
}

/// What is touched, where that is not all of every input and output.
void setBytes(const Operation& operation, Cost& cost)
{
    switch (operation.op) {
        case Operator::Slice:
            cost.read = cost.written = operation.output.bytes();
            return;
        case Operator::SliceAssign:
            cost.read = cost.written = operation.inputs[1].bytes();
            return;
        case Operator::Gather:
            cost.read = operation.inputs[1].bytes() + operation.output.bytes();
            cost.written = operation.output.bytes();
            return;
        case Operator::Scatter: {
            const Bytes value = operation.inputs[2].bytes();
            cost.read = operation.inputs[1].bytes() + (addsUp(operation) ? value * 2 : value);
            cost.written = value;
            return;
        }
        case Operator::Pick:
            cost.read = operation.inputs[1].bytes() * 2;
            cost.written = operation.output.bytes();
            return;
        default:
            break;
    }
    for (const Shape& input : operation.inputs)
        cost.read += input.bytes();
    cost.written = outputBytesOf(operation);
}

double epilogueFlops(const Operation& operation)
{
    double flops = 0;
    for (const Epilogue& epilogue : operation.epilogue)
        flops += detail::flopsPerElement(epilogue.op) * static_cast<double>(operation.output.elements());
    return flops;
}

}  // namespace

Bytes outputBytesOf(const Operation& operation)
{
    Bytes bytes;
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        bytes += operation.outputAt(i).bytes();
    return bytes;
}

Cost costOf(const Operation& operation)
{
    Cost cost;
    if (operation.op == Operator::Marker)
        return cost;
    if (operation.op == Operator::Segment)
        return segmentCost(operation);
    setBytes(operation, cost);
    const std::int64_t elements = elementsOf(operation);
    constexpr std::int64_t kElementsPerBlock = 128 * 128;
    cost.blocks = std::max<std::int64_t>(1, (elements + kElementsPerBlock - 1) / kElementsPerBlock);
    switch (operation.inputs.size() < 2 ? Operator::Marker : operation.op) {
        case Operator::MatMul: {
            const Shape& a = operation.inputs[0];
            const Shape& b = operation.inputs[1];
            const Product product{a.rank() == 2 ? a[0] : 1, a.rank() == 0 ? 1 : a[a.rank() - 1],
                                  b.rank() == 2 ? b[1] : 1};
            cost.flops = product.flops();
            if (operation.output.rank() == 2)
                cost.blocks = product.blocks();
            break;
        }
        case Operator::FullyConnected:
        case Operator::Convolution: {
            const Product product = forwardProduct(operation.output, operation.inputs[1]);
            cost.flops = product.flops();
            cost.blocks = product.blocks();
            break;
        }
        case Operator::FullyConnectedBackward:
        case Operator::ConvolutionBackward:
            cost.blocks = 1;
            addBackward(operation, cost);
            break;
        default:
            cost.flops =
                (addsUp(operation) ? 1 : detail::flopsPerElement(operation.op)) * static_cast<double>(elements);
    }
    cost.flops += epilogueFlops(operation);
    return cost;
}

}  // namespace engine::ops
