#include "engine/ops/detail/outputs.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>
#include <bit>

/// Shapes of reductions and of operators that only move elements.
namespace engine::ops::detail {

namespace {

/// Whether the tensor has no elements. Unlike elements(), it is defined for shapes that did not pass checkShape().
bool isEmpty(const Shape& shape)
{
    return std::ranges::find(shape.extents(), 0) != shape.extents().end();
}

Status checkOneAxis(const Operation& operation, const char* does)
{
    const int axes = std::popcount(static_cast<unsigned>(operation.axes));
    if (axes == 1)
        return {};
    return invalid(named(operation.op) + " " + does + " along one axis, not along " + std::to_string(axes) + ".");
}

/// Checks that each bit of `axes` denotes an axis of `shape`.
Status checkAxes(Operator op, std::uint8_t axes, const Shape& shape)
{
    const auto highest = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(axes)));
    if (highest <= shape.rank())
        return {};
    return invalid(named(op) + " over axis " + std::to_string(highest - 1) + " of a tensor of " + toText(shape) +
                   " is not possible: it has " + std::to_string(shape.rank()) + " axes.");
}

/// Checks that `block` at `offsets` is within `whole`; missing leading axes of the block have size 1.
Status checkBlock(const Operation& operation, const Shape& whole, const Shape& block)
{
    if (block.rank() > whole.rank())
        return invalid(named(operation.op) + ": a block of " + toText(block) + " has more axes than the tensor of " +
                       toText(whole) + ".");
    const std::size_t missing = whole.rank() - block.rank();
    for (std::size_t axis = 0; axis < whole.rank(); ++axis) {
        const std::int64_t extent = axis < missing ? 1 : block[axis - missing];
        const std::int64_t offset = operation.offsets[axis];
        if (offset < 0 || extent < 0 || extent > whole[axis] || offset > whole[axis] - extent)
            return invalid(named(operation.op) + ": the block of " + toText(block) + " at " + std::to_string(offset) +
                           " on axis " + std::to_string(axis) + " does not lie within the tensor of " + toText(whole) +
                           ".");
    }
    return {};
}

}  // namespace

Result<Shape> joinedShape(const Operation& operation)
{
    const Shape& first = operation.inputs[0];
    if (Status status = checkOneAxis(operation, "joins"); !status)
        return status.error();
    if (Status status = checkAxes(operation.op, operation.axes, first); !status)
        return status.error();
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(operation.axes)));
    constexpr std::int64_t kTooMany = std::int64_t{1} << 61;  // checkShape() refuses it; larger sums might overflow
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    std::ranges::copy(first.extents(), extents.begin());
    extents[axis] = 0;
    for (const Shape& input : operation.inputs) {
        bool fits = input.rank() == first.rank();
        for (std::size_t i = 0; fits && i < first.rank(); ++i)
            fits = i == axis || input[i] == first[i];
        if (!fits)
            return invalid("Concat cannot join " + toText(first) + " and " + toText(input) + " along axis " +
                           std::to_string(axis) + ": all other sizes must be equal.");
        extents[axis] = std::min(extents[axis] + input[axis], kTooMany);
    }
    return Shape(std::span<const std::int64_t>(extents.data(), first.rank()));
}

Result<Shape> repeatedShape(const Operation& operation)
{
    const Shape& from = operation.inputs[0];
    const Shape& to = operation.output;
    const Result<Shape> both = broadcast(from, to);
    if (both && *both == to)
        return to;
    return invalid("Broadcast cannot repeat " + toText(from) + " to " + toText(to) +
                   ": from the last axis on, sizes must be equal or the first one 1.");
}

Result<Shape> blockShape(const Operation& operation)
{
    if (Status status = checkBlock(operation, operation.inputs[0], operation.output); !status)
        return status.error();
    return operation.output;
}

Result<Shape> assignedBlockShape(const Operation& operation)
{
    if (Status status = checkBlock(operation, operation.inputs[0], operation.inputs[1]); !status)
        return status.error();
    return operation.inputs[0];
}

Result<Shape> gatheredShape(const Operation& operation)
{
    const Shape& x = operation.inputs[0];
    const Shape& index = operation.inputs[1];
    if (Status status = checkOneAxis(operation, "takes parts"); !status)
        return status.error();
    if (Status status = checkAxes(operation.op, operation.axes, x); !status)
        return status.error();
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(operation.axes)));
    std::array<std::int64_t, 2 * Shape::kMaxRank> extents{};
    std::size_t rank = 0;
    const bool isApart = operation.scalars[1] != 0;
    if (isApart) {
        bool fits = index.rank() == x.rank();
        for (std::size_t i = 0; fits && i < x.rank(); ++i)
            fits = i == axis || index[i] == x[i];
        if (!fits)
            return invalid(named(operation.op) + " of single elements along axis " + std::to_string(axis) +
                           ": numbers of " + toText(index) + " do not go with a tensor of " + toText(x) +
                           ", for all other sizes must be equal.");
        rank = static_cast<std::size_t>(std::ranges::copy(index.extents(), extents.begin()).out - extents.begin());
    } else {
        for (std::size_t i = 0; i < x.rank(); ++i) {
            if (i != axis)
                extents[rank++] = x[i];
            else
                for (const std::int64_t extent : index.extents())
                    extents[rank++] = extent;
        }
    }
    if (rank > Shape::kMaxRank)
        return invalid(named(operation.op) + ": numbers of " + toText(index) + " and a tensor of " + toText(x) +
                       " would give " + std::to_string(rank) + " axes; there are at most " +
                       std::to_string(Shape::kMaxRank) + ".");
    const Shape result(std::span<const std::int64_t>(extents.data(), rank));
    if (x[axis] == 0 && !isEmpty(result))
        return invalid(named(operation.op) + ": axis " + std::to_string(axis) + " of a tensor of " + toText(x) +
                       " has nothing that numbers could name.");
    return result;
}

Result<Shape> scatteredShape(const Operation& operation)
{
    const Result<Shape> parts = gatheredShape(operation);
    if (!parts || *parts == operation.inputs[2])
        return parts ? Result<Shape>(operation.inputs[0]) : parts;
    return invalid("Scatter of " + toText(operation.inputs[2]) + " into a tensor of " + toText(operation.inputs[0]) +
                   " is not possible: those numbers name parts of " + toText(*parts) + ".");
}

Result<Shape> reducedShape(const Operation& operation)
{
    const Shape& input = operation.inputs[0];
    if (Status status = checkAxes(operation.op, operation.axes, input); !status)
        return status.error();
    const auto all = static_cast<std::uint8_t>((1U << input.rank()) - 1U);
    const std::uint8_t axes = operation.axes == 0 ? all : operation.axes;
    const bool isSelecting = operation.op == Operator::Max || operation.op == Operator::ArgMax;
    if (operation.op == Operator::ArgMax && axes != all && std::popcount(static_cast<unsigned>(axes)) != 1)
        return invalid("ArgMax goes over one axis or over all of them.");
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    std::size_t rank = 0;
    std::int64_t folded = 1;
    for (std::size_t axis = 0; axis < input.rank(); ++axis) {
        const bool isFolded = (axes >> axis & 1U) != 0;
        if (isFolded)
            folded *= input[axis];
        if (!isFolded)
            extents[rank++] = input[axis];
        else if (operation.keepsAxes)
            extents[rank++] = 1;
    }
    const Shape output(std::span<const std::int64_t>(extents.data(), rank));
    if (isSelecting && folded == 0 && !isEmpty(output))
        return invalid(named(operation.op) + " of a tensor without elements (" + toText(input) + ") is not defined.");
    return output;
}

}  // namespace engine::ops::detail
