#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>

namespace engine::ops {

using tensor::Shape;

namespace {

/// Above this, byte counts no longer fit 63 bits.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 60;

Error invalid(std::string message)
{
    return makeError(ErrorCode::InvalidArgument, std::move(message));
}

std::string named(Operator op)
{
    return std::string(nameOf(op));
}

Result<Shape> productShape(const Shape& a, const Shape& b)
{
    const bool haveRanks = a.rank() >= 1 && a.rank() <= 2 && b.rank() >= 1 && b.rank() <= 2;
    if (!haveRanks)
        return invalid("MatMul takes matrices or vectors, but got " + toText(a) + " and " + toText(b) +
                       "; reshape them to two axes first.");
    const std::int64_t inner = a[a.rank() - 1];
    if (inner != b[0])
        return invalid("MatMul cannot multiply " + toText(a) + " by " + toText(b) + ": the inner sizes " +
                       std::to_string(inner) + " and " + std::to_string(b[0]) + " differ.");
    std::array<std::int64_t, 2> extents{};
    std::size_t rank = 0;
    if (a.rank() == 2)
        extents[rank++] = a[0];
    if (b.rank() == 2)
        extents[rank++] = b[1];
    return Shape(std::span<const std::int64_t>(extents.data(), rank));
}

Shape reversed(const Shape& shape)
{
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    std::copy(shape.extents().rbegin(), shape.extents().rend(), extents.begin());
    return Shape(std::span<const std::int64_t>(extents.data(), shape.rank()));
}

Result<Shape> reshaped(const Shape& from, const Shape& to)
{
    if (from.elements() != to.elements())
        return invalid("Reshape cannot turn " + toText(from) + " into " + toText(to) + ": " +
                       std::to_string(from.elements()) + " elements are not " + std::to_string(to.elements()) + ".");
    return to;
}

Result<Shape> inferred(Operator op, std::span<const Shape> inputs, const Shape& wanted)
{
    switch (op) {
        case Operator::Fill:
        case Operator::Arange:
        case Operator::RandomUniform:
        case Operator::RandomNormal:
            return wanted;
        case Operator::Identity:
            if (wanted.rank() != 2 || wanted[0] != wanted[1])
                return invalid("Identity makes square matrices, not " + toText(wanted) + ".");
            return wanted;
        case Operator::MatMul:
            return productShape(inputs[0], inputs[1]);
        case Operator::Add:
        case Operator::Subtract:
        case Operator::Multiply:
        case Operator::Divide:
        case Operator::Maximum:
            return broadcast(inputs[0], inputs[1]);
        case Operator::Max:
        case Operator::ArgMax:
            if (inputs[0].elements() == 0)
                return invalid(named(op) + " of a tensor without elements (" + toText(inputs[0]) + ") is not defined.");
            return Shape{};
        case Operator::Sum:
        case Operator::Mean:
        case Operator::Norm:
        case Operator::Marker:
            return Shape{};
        case Operator::Transpose:
            return reversed(inputs[0]);
        case Operator::Reshape:
            return reshaped(inputs[0], wanted);
        default:
            return inputs[0];
    }
}

bool isReduction(Operator op)
{
    return op == Operator::Sum || op == Operator::Mean || op == Operator::Norm || op == Operator::Max ||
           op == Operator::ArgMax;
}

}  // namespace

int inputCountOf(Operator op)
{
    switch (op) {
        case Operator::Fill:
        case Operator::Identity:
        case Operator::Arange:
        case Operator::RandomUniform:
        case Operator::RandomNormal:
        case Operator::Marker:
            return 0;
        case Operator::MatMul:
        case Operator::Add:
        case Operator::Subtract:
        case Operator::Multiply:
        case Operator::Divide:
        case Operator::Maximum:
            return 2;
        default:
            return 1;
    }
}

Status checkShape(const Shape& shape)
{
    // Extents of 0 make the product 0, yet the others must be countable by themselves.
    std::int64_t elements = 1;
    for (std::int64_t extent : shape.extents()) {
        if (extent < 0)
            return invalid("A tensor cannot have the size " + std::to_string(extent) + " (" + toText(shape) +
                           "); sizes are 0 or more.");
        if (extent > 0 && elements > kMaxElements / extent)
            return invalid("A tensor of " + toText(shape) + " has more elements than memory can be counted in.");
        elements *= std::max<std::int64_t>(extent, 1);
    }
    return {};
}

Result<Shape> broadcast(const Shape& a, const Shape& b)
{
    const std::size_t rank = std::max(a.rank(), b.rank());
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    for (std::size_t fromLast = 1; fromLast <= rank; ++fromLast) {
        const std::int64_t left = fromLast <= a.rank() ? a[a.rank() - fromLast] : 1;
        const std::int64_t right = fromLast <= b.rank() ? b[b.rank() - fromLast] : 1;
        if (left != right && left != 1 && right != 1)
            return invalid("Shapes " + toText(a) + " and " + toText(b) + " do not go together: axis " +
                           std::to_string(rank - fromLast) + " has the sizes " + std::to_string(left) + " and " +
                           std::to_string(right) + ", which must be equal or 1.");
        extents[rank - fromLast] = left == 1 ? right : left;
    }
    return Shape(std::span<const std::int64_t>(extents.data(), rank));
}

Result<Shape> inferShape(Operator op, std::span<const Shape> inputs, const Shape& wanted)
{
    if (inputs.size() != static_cast<std::size_t>(inputCountOf(op)))
        return invalid(named(op) + " takes " + std::to_string(inputCountOf(op)) + " inputs, but got " +
                       std::to_string(inputs.size()) + ".");
    for (const Shape& input : inputs)
        if (Status status = checkShape(input); !status)
            return status.error();
    Result<Shape> shape = inferred(op, inputs, wanted);
    if (shape)
        if (Status status = checkShape(*shape); !status)
            return status.error();
    return shape;
}

Status inferOutputs(Operation& operation)
{
    const Result<Shape> shape = inferShape(operation.op, operation.inputs, operation.output);
    if (!shape)
        return shape.error();
    operation.output = *shape;
    return {};
}

Status validate(const Operation& operation)
{
    const Result<Shape> shape = inferShape(operation.op, operation.inputs, operation.output);
    if (!shape)
        return shape.error();
    if (*shape == operation.output)
        return {};
    if (isReduction(operation.op) && operation.output.elements() == 1)
        return {};
    return invalid(named(operation.op) + " gives " + toText(*shape) + ", but its result is to be stored in " +
                   toText(operation.output) + ".");
}

}  // namespace engine::ops
