#include "engine/ops/shape_rules.h"

#include "engine/base/expect.h"
#include "engine/ops/detail/outputs.h"

#include <algorithm>
#include <array>

namespace engine::ops {

using detail::named;
using detail::Outputs;

namespace {

/// Larger numbers of elements are refused, because byte counts would not fit into 63 bits.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 60;

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
    if (Status status = checkShape(to); !status)
        return status.error();
    if (from.elements() != to.elements())
        return invalid("Reshape cannot turn " + toText(from) + " into " + toText(to) + ": " +
                       std::to_string(from.elements()) + " elements are not " + std::to_string(to.elements()) + ".");
    return to;
}

Result<Shape> broadcast(Operator op, const Shape& a, const Shape& b)
{
    Result<Shape> both = ops::broadcast(a, b);
    if (!both)
        return invalid(std::string(nameOf(op)) + ": " + both.error().english());
    return both;
}

Result<Shape> squareShape(const Shape& wanted)
{
    if (wanted.rank() != 2 || wanted[0] != wanted[1])
        return invalid("Identity makes square matrices, not " + toText(wanted) + ".");
    return wanted;
}

Result<Outputs> segmentOutputs(const Operation& operation)
{
    const Segment* segment = operation.segment.get();
    if (segment == nullptr || segment->outputs.empty())
        return invalid("A Segment without steps or outputs computes nothing.");
    if (operation.inputs.size() != static_cast<std::size_t>(segment->inputs))
        return invalid("The compiled graph takes " + std::to_string(segment->inputs) + " inputs, but got " +
                       std::to_string(operation.inputs.size()) + ".");
    for (std::size_t i = 0; i < operation.inputs.size(); ++i)
        if (operation.inputs[i] != segment->values[i].shape)
            return invalid("Input " + std::to_string(i) + " of the compiled graph is " +
                           toText(segment->values[i].shape) + ", but got " + toText(operation.inputs[i]) + ".");
    Outputs outputs;
    outputs.first = segment->values[static_cast<std::size_t>(segment->outputs[0])].shape;
    for (std::size_t i = 1; i < segment->outputs.size(); ++i)
        outputs.more.push_back(segment->values[static_cast<std::size_t>(segment->outputs[i])].shape);
    return outputs;
}

Status checkInputs(Operator op, std::span<const Shape> inputs)
{
    const InputCount count = rowOf(op).inputs;
    if (inputs.size() < count.least || inputs.size() > count.most) {
        std::string takes = std::to_string(count.least);
        if (count.most == InputCount::kAny)
            takes += " or more";
        else if (count.most != count.least)
            takes += " to " + std::to_string(count.most);
        return invalid(named(op) + " takes " + takes + " inputs, but got " + std::to_string(inputs.size()) + ".");
    }
    for (const Shape& input : inputs)
        if (Status status = checkShape(input); !status)
            return status;
    return {};
}

Status checkEpilogue(const Operation& operation)
{
    for (const Epilogue& epilogue : operation.epilogue)
        if (familyOf(epilogue.op) != Family::Unary)
            return invalid(named(epilogue.op) + " cannot follow " + named(operation.op) +
                           " in one operation: it does not work element by element on one input.");
    if (!operation.epilogue.empty() && !supportsEpilogue(operation.op))
        return invalid(named(operation.op) + " takes no elementwise operations on its result.");
    return {};
}

Result<Outputs> single(Result<Shape> shape)
{
    if (!shape)
        return std::move(shape).error();
    return Outputs{*shape, {}};
}

Result<Outputs> uncheckedOutputs(const Operation& operation)
{
    const std::vector<Shape>& in = operation.inputs;
    switch (rowOf(operation.op).shape) {
        case ShapeRule::None:
            return Outputs{};
        case ShapeRule::Wanted:
            return Outputs{operation.output, {}};
        case ShapeRule::Square:
            return single(squareShape(operation.output));
        case ShapeRule::First:
            return Outputs{in[0], {}};
        case ShapeRule::Broadcast:
            return single(broadcast(operation.op, in[0], in[1]));
        case ShapeRule::Product:
            return single(productShape(in[0], in[1]));
        case ShapeRule::Reduced:
            return single(detail::reducedShape(operation));
        case ShapeRule::Reversed:
            return Outputs{reversed(in[0]), {}};
        case ShapeRule::Reshaped:
            return single(reshaped(in[0], operation.output));
        case ShapeRule::Repeated:
            return single(detail::repeatedShape(operation));
        case ShapeRule::Block:
            return single(detail::blockShape(operation));
        case ShapeRule::AssignedBlock:
            return single(detail::assignedBlockShape(operation));
        case ShapeRule::Joined:
            return single(detail::joinedShape(operation));
        case ShapeRule::Gathered:
            return single(detail::gatheredShape(operation));
        case ShapeRule::Scattered:
            return single(detail::scatteredShape(operation));
        case ShapeRule::Picked:
            return single(detail::pickedShape(operation));
        case ShapeRule::PickedBack:
            return single(detail::pickedBackShape(operation));
        case ShapeRule::Alike:
            return detail::alikeOutputs(operation, operation.op == Operator::SgdMomentumUpdate ? 2 : 1);
        case ShapeRule::AlikeRows:
            return detail::alikeRowsOutputs(operation);
        case ShapeRule::Dense:
            return single(detail::denseShape(operation));
        case ShapeRule::DenseBack:
            return detail::denseBackOutputs(operation);
        case ShapeRule::Convolved:
            return single(detail::convolutionShape(operation));
        case ShapeRule::ConvolvedBack:
            return detail::convolutionGradients(operation);
        case ShapeRule::Pooled:
            return single(detail::pooledShape(operation));
        case ShapeRule::PooledBack:
            return single(detail::pooledBackShape(operation));
        case ShapeRule::Normalized:
            return detail::normalizedOutputs(operation);
        case ShapeRule::NormalizedBack:
            return detail::normalizedBackOutputs(operation);
        case ShapeRule::Graph:
            return segmentOutputs(operation);
    }
    return invalid(named(operation.op) + " has no shape rule.");
}

Result<Outputs> outputsOf(const Operation& operation)
{
    if (Status status = checkInputs(operation.op, operation.inputs); !status)
        return status.error();
    if (Status status = checkEpilogue(operation); !status)
        return status.error();
    Result<Outputs> outputs = uncheckedOutputs(operation);
    if (!outputs)
        return outputs;
    if (Status status = checkShape(outputs->first); !status)
        return status.error();
    for (const Shape& shape : outputs->more)
        if (Status status = checkShape(shape); !status)
            return status.error();
    return outputs;
}

}  // namespace

Status checkShape(const Shape& shape)
{
    // An extent of 0 makes the product 0, but the product of the other extents must fit as well.
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
    const bool isUnary = familyOf(op) == Family::Unary;
    // Creates no Operation, to be fast: this code runs for each operation of a program.
    if (isUnary || familyOf(op) == Family::Binary) {
        if (Status status = checkInputs(op, inputs); !status)
            return status.error();
        Result<Shape> shape = isUnary ? inputs[0] : broadcast(op, inputs[0], inputs[1]);
        if (shape)
            if (Status status = checkShape(*shape); !status)
                return status.error();
        return shape;
    }
    Operation operation;
    operation.op = op;
    operation.inputs.assign(inputs.begin(), inputs.end());
    operation.output = wanted;
    if (Status status = inferOutputs(operation); !status)
        return status.error();
    return operation.output;
}

Status inferOutputs(Operation& operation)
{
    Result<Outputs> outputs = outputsOf(operation);
    if (!outputs)
        return std::move(outputs).error();
    operation.output = outputs->first;
    operation.moreOutputs = std::move(outputs->more);
    return {};
}

Status validate(const Operation& operation)
{
    const Result<Outputs> outputs = outputsOf(operation);
    if (!outputs)
        return outputs.error();
    if (outputs->more.size() != operation.moreOutputs.size())
        return invalid(named(operation.op) + " gives " + std::to_string(1 + outputs->more.size()) +
                       " results here, but " + std::to_string(1 + operation.moreOutputs.size()) + " are to be stored.");
    for (std::size_t i = 0; i < outputs->more.size(); ++i)
        if (outputs->more[i] != operation.moreOutputs[i])
            return invalid("Result " + std::to_string(i + 1) + " of " + named(operation.op) + " is " +
                           toText(outputs->more[i]) + ", but is to be stored in " + toText(operation.moreOutputs[i]) +
                           ".");
    if (outputs->first == operation.output)
        return {};
    if (familyOf(operation.op) == Family::Reduction && operation.output.elements() == 1 &&
        outputs->first.elements() == 1)
        return {};
    return invalid(named(operation.op) + " gives " + toText(outputs->first) + ", but its result is to be stored in " +
                   toText(operation.output) + ".");
}

Operation undo(const Operation& toView)
{
    ENGINE_EXPECT(toView.op == Operator::Reshape || toView.op == Operator::Transpose || toView.op == Operator::Slice);
    ENGINE_EXPECT(toView.inputs.size() == 1);
    Operation back;
    const bool isPart = toView.op == Operator::Slice;
    back.op = isPart ? Operator::SliceAssign : toView.op;
    back.inputs.push_back(isPart ? toView.inputs[0] : toView.output);
    if (isPart)
        back.inputs.push_back(toView.output);
    back.output = toView.inputs[0];
    back.offsets = toView.offsets;
    return back;
}

}  // namespace engine::ops
