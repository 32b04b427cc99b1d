#include "engine/ops/operation.h"

#include <algorithm>

namespace engine::ops {

namespace {

std::int64_t tiles(std::int64_t extent)
{
    constexpr std::int64_t kTile = 128;
    return std::max<std::int64_t>(1, (extent + kTile - 1) / kTile);
}

/// A product [rows, inner] x [inner, columns]. The costs of dense layers and convolutions are those of a product.
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

/// Returns the product that computes a layer: each element of `result` is a dot product with one w[i, ...].
Product forwardProduct(const Shape& result, const Shape& w)
{
    std::int64_t inner = 1;
    for (std::size_t axis = 1; axis < w.rank(); ++axis)
        inner *= w[axis];
    const std::int64_t outputs = std::max<std::int64_t>(w[0], 1);
    return {result.elements() / outputs, inner, w[0]};
}

/// Adds the cost of the forward product for each wanted gradient of data and weight. The cost of the bias is left out,
/// as it is for the forward operator.
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
    if (operation.segment && operation.segment->kernelBytes.value > 0) {
        sum.read = operation.segment->kernelBytes;
        sum.written = {};
    }
    return sum;
}

double elementwiseFlops(Operator op, std::int64_t elements)
{
    return rowOf(op).flops.value * static_cast<double>(elements);
}

/// Returns the number of processed elements: all elements of the output or of the first input, whichever has more,
/// unless the operator processes only a part.
std::int64_t elementsOf(const Operation& operation, CostRule rule)
{
    if (rule == CostRule::Scattered)
        return operation.inputs[2].elements();
    const bool isPart = rule == CostRule::Block || rule == CostRule::Gathered;
    const std::int64_t elements = operation.output.elements();
    return operation.inputs.empty() || isPart ? elements : std::max(elements, operation.inputs[0].elements());
}

void setAllBytes(const Operation& operation, Cost& cost)
{
    for (const Shape& input : operation.inputs)
        cost.read += input.bytes();
    cost.written = outputBytesOf(operation);
}

double epilogueFlops(const Operation& operation)
{
    double flops = 0;
    for (const Epilogue& epilogue : operation.epilogue)
        flops += elementwiseFlops(epilogue.op, operation.output.elements());
    return flops;
}

}  // namespace

trace::Kind kindOf(const Operation& operation)
{
    if (operation.segment == nullptr)
        return kindOf(operation.op);
    auto kind = trace::Kind::Elementwise;
    for (const Segment::Step& step : operation.segment->steps) {
        const trace::Kind own = kindOf(step.operation);
        if (own == trace::Kind::Backward || (own == trace::Kind::Compute && kind == trace::Kind::Elementwise))
            kind = own;
    }
    return kind;
}

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
    const OperatorRow& row = rowOf(operation.op);
    const CostRule rule = operation.inputs.size() < row.inputs.least ? CostRule::Elements : row.cost;
    if (rule == CostRule::None)
        return cost;
    if (rule == CostRule::Steps)
        return segmentCost(operation);
    const std::int64_t elements = elementsOf(operation, rule);
    constexpr std::int64_t kElementsPerBlock = 128 * 128;
    cost.blocks = std::max<std::int64_t>(1, (elements + kElementsPerBlock - 1) / kElementsPerBlock);
    cost.flops = elementwiseFlops(operation.op, elements);
    switch (rule) {
        case CostRule::None:
        case CostRule::Steps:
            break;
        case CostRule::Elements:
            setAllBytes(operation, cost);
            break;
        case CostRule::Block:
            cost.read = cost.written = operation.output.bytes();
            break;
        case CostRule::AssignedBlock:
            cost.read = cost.written = operation.inputs[1].bytes();
            break;
        case CostRule::Gathered:
            cost.read = operation.inputs[1].bytes() + operation.output.bytes();
            cost.written = operation.output.bytes();
            break;
        case CostRule::Scattered: {
            const bool isSum = operation.scalars[2] != 0;
            const Bytes value = operation.inputs[2].bytes();
            cost.read = operation.inputs[1].bytes() + (isSum ? value * 2 : value);
            cost.written = value;
            cost.flops = isSum ? static_cast<double>(elements) : 0;
            break;
        }
        case CostRule::Picked:
            cost.read = operation.inputs[1].bytes() * 2;
            cost.written = operation.output.bytes();
            break;
        case CostRule::MatrixProduct: {
            setAllBytes(operation, cost);
            const Shape& a = operation.inputs[0];
            const Shape& b = operation.inputs[1];
            const Product product{a.rank() == 2 ? a[0] : 1, a.rank() == 0 ? 1 : a[a.rank() - 1],
                                  b.rank() == 2 ? b[1] : 1};
            cost.flops = product.flops();
            if (operation.output.rank() == 2)
                cost.blocks = product.blocks();
            break;
        }
        case CostRule::LayerProduct: {
            setAllBytes(operation, cost);
            const Product product = forwardProduct(operation.output, operation.inputs[1]);
            cost.flops = product.flops();
            cost.blocks = product.blocks();
            break;
        }
        case CostRule::LayerGradients:
            setAllBytes(operation, cost);
            cost.blocks = 1;
            addBackward(operation, cost);
            break;
    }
    cost.flops += epilogueFlops(operation);
    return cost;
}

}  // namespace engine::ops
