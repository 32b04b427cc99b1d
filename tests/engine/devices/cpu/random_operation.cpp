#include "engine/ops/shape_rules.h"
#include "tests/engine/devices/cpu/reference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace reference {

using engine::ops::Operation;
using engine::ops::Operator;
using engine::ops::Shape;

namespace {

class Chooser {
public:
    explicit Chooser(std::mt19937& random) : m_random(random) {}

    int below(int count) { return static_cast<int>(m_random() % static_cast<unsigned>(count)); }
    std::int64_t size(int most = 6) { return below(10) == 0 ? below(2) : 1 + below(most); }
    Shape shape(std::size_t rank)
    {
        std::array<std::int64_t, Shape::kMaxRank> extents{};
        for (std::size_t axis = 0; axis < rank; ++axis)
            extents[axis] = size();
        return Shape(std::span<const std::int64_t>(extents.data(), rank));
    }

    /// `shape` with some axes set to 1 and some leading axes removed.
    Shape narrowed(const Shape& shape)
    {
        std::array<std::int64_t, Shape::kMaxRank> extents{};
        const auto missing = static_cast<std::size_t>(below(static_cast<int>(shape.rank()) + 1));
        for (std::size_t axis = missing; axis < shape.rank(); ++axis)
            extents[axis - missing] = below(3) == 0 ? 1 : shape[axis];
        return Shape(std::span<const std::int64_t>(extents.data(), shape.rank() - missing));
    }

    void window(Operation& o, Shape& data)
    {
        for (std::size_t axis = 0; axis < 2; ++axis) {
            o.window.kernel[axis] = 1 + below(4);
            o.window.stride[axis] = 1 + below(3);
            o.window.padding[axis] = below(o.window.kernel[axis]);
        }
        if (below(3) == 0)
            o.window = {{2, 2}, {2, 2}, {0, 0}};
        data = {size(3), size(3), 4 + below(6), 4 + below(6)};
        if (below(6) == 0)
            o.window = {{static_cast<std::int32_t>(data[2]), static_cast<std::int32_t>(data[3])}, {1, 1}, {0, 0}};
    }

private:
    std::mt19937& m_random;
};

void chooseArrangement(Operation& o, Chooser& choose)
{
    const auto rank = static_cast<std::size_t>(1 + choose.below(4));
    Shape whole = choose.shape(rank);
    if (o.op == Operator::Broadcast) {
        o.output = whole;
        o.inputs = {choose.narrowed(whole)};
        o.scalars[0] = choose.below(3) * 0.5;
        return;
    }
    if (o.op == Operator::Concat) {
        const int axis = choose.below(static_cast<int>(rank));
        o.axes = static_cast<std::uint8_t>(1U << static_cast<unsigned>(axis));
        const int parts = 1 + choose.below(12);
        for (int i = 0; i < parts; ++i) {
            std::array<std::int64_t, Shape::kMaxRank> extents{};
            std::ranges::copy(whole.extents(), extents.begin());
            extents[static_cast<std::size_t>(axis)] = choose.size();
            o.inputs.emplace_back(std::span<const std::int64_t>(extents.data(), rank));
        }
        return;
    }
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    bool canDrop = true;
    std::size_t dropped = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t extent =
            choose.below(3) == 0 ? whole[axis] : std::min<std::int64_t>(whole[axis], choose.size());
        o.offsets[axis] = choose.below(static_cast<int>(whole[axis] - extent) + 1);
        canDrop = canDrop && extent == 1 && choose.below(2) == 0;
        if (canDrop)
            ++dropped;
        else
            extents[axis - dropped] = extent;
    }
    const Shape block(std::span<const std::int64_t>(extents.data(), rank - dropped));
    o.inputs = {whole};
    if (o.op == Operator::Slice)
        o.output = block;
    else
        o.inputs.push_back(block);
}

void chooseInputs(Operation& o, Chooser& choose)
{
    const auto rank = static_cast<std::size_t>(choose.below(5));
    switch (o.op) {
        case Operator::Sum:
        case Operator::Mean:
        case Operator::Norm:
        case Operator::Max:
        case Operator::ArgMax:
            o.inputs = {choose.shape(1 + rank)};
            o.axes = static_cast<std::uint8_t>(choose.below(1 << (1 + rank)));
            o.keepsAxes = choose.below(2) == 0;
            if (o.op == Operator::ArgMax && o.axes != 0)
                o.axes =
                    static_cast<std::uint8_t>(1U << static_cast<unsigned>(choose.below(static_cast<int>(rank) + 1)));
            return;
        case Operator::Softmax:
        case Operator::LogSoftmax:
            o.inputs = {choose.shape(1 + rank)};
            return;
        case Operator::SoftmaxBackward:
        case Operator::LogSoftmaxBackward:
            o.inputs.assign(2, choose.shape(1 + rank));
            return;
        case Operator::Gather:
        case Operator::Scatter: {
            const Shape x = choose.shape(1 + rank % 3);
            const int axis = choose.below(static_cast<int>(x.rank()));
            o.axes = static_cast<std::uint8_t>(1U << static_cast<unsigned>(axis));
            o.scalars[0] = choose.below(2);
            o.scalars[1] = choose.below(2);
            std::array<std::int64_t, Shape::kMaxRank> extents{};
            std::ranges::copy(x.extents(), extents.begin());
            extents[static_cast<std::size_t>(axis)] = choose.size();
            const Shape apart(std::span<const std::int64_t>(extents.data(), x.rank()));
            o.inputs = {x, o.scalars[1] != 0 ? apart : choose.shape(static_cast<std::size_t>(choose.below(3)))};
            if (o.op == Operator::Gather)
                return;
            Operation parts = o;
            parts.op = Operator::Gather;
            o.scalars[2] = choose.below(2);
            o.inputs.push_back(engine::ops::inferOutputs(parts) ? parts.output : Shape{});
            return;
        }
        case Operator::Pick:
            o.inputs = {{choose.size(), 1 + choose.size()}};
            o.inputs.push_back({o.inputs[0][0]});
            return;
        case Operator::PickBackward:
            o.output = {choose.size(), 1 + choose.size()};
            o.inputs.assign(2, {o.output[0]});
            return;
        case Operator::BatchNorm:
        case Operator::BatchNormBackward: {
            const Shape x = rank == 0 ? Shape{1 + choose.size(), choose.size()}
                                      : Shape{1 + choose.size(3), choose.size(), 1 + choose.size(), 1 + choose.size(9)};
            const bool isBackward = o.op == Operator::BatchNormBackward;
            o.inputs.assign(isBackward ? 2 : 1, x);
            o.inputs.resize(5, {x[1]});
            o.isTraining = !isBackward && choose.below(2) == 0;
            o.scalars[0] = 1e-3;
            o.scalars[1] = 0.9;
            o.scalars[2] = o.isTraining && choose.below(2) == 0 ? 1 : 0;
            return;
        }
        case Operator::AveragePool:
        case Operator::MaxPool:
            o.inputs.resize(1);
            choose.window(o, o.inputs[0]);
            return;
        case Operator::AveragePoolBackward:
        case Operator::MaxPoolBackward: {
            Operation forward;
            forward.op = Operator::MaxPool;
            forward.inputs.resize(1);
            choose.window(forward, forward.inputs[0]);
            if (!engine::ops::inferOutputs(forward))
                std::abort();
            o.window = forward.window;
            o.inputs = {forward.output, forward.inputs[0]};
            return;
        }
        case Operator::SgdUpdate:
        case Operator::SgdMomentumUpdate:
            o.inputs.assign(o.op == Operator::SgdUpdate ? 2 : 3, choose.shape(rank));
            o.scalars[0] = 0.5;
            o.scalars[1] = 0.25;
            o.scalars[2] = o.op == Operator::SgdUpdate ? 0 : 0.9;
            return;
        default:
            break;
    }
    const Shape shape = choose.shape(rank);
    o.inputs = {shape};
    const engine::ops::Family family = engine::ops::familyOf(o.op);
    if (family == engine::ops::Family::Slope)
        o.inputs.push_back(shape);
    else if (family == engine::ops::Family::Binary)
        o.inputs.push_back(choose.narrowed(shape));
    o.scalars[0] = choose.below(5) - 2;
    if (engine::ops::supportsEpilogue(o.op) && choose.below(3) == 0)
        o.epilogue = {{Operator::SubtractFromScalar, 0.5}, {Operator::Relu, 0}};
}

}  // namespace

Operation randomOperation(Operator op, std::mt19937& random)
{
    Chooser choose(random);
    while (true) {
        Operation operation;
        operation.op = op;
        const bool isArrangement =
            op == Operator::Broadcast || op == Operator::Slice || op == Operator::SliceAssign || op == Operator::Concat;
        if (isArrangement)
            chooseArrangement(operation, choose);
        else
            chooseInputs(operation, choose);
        // inferOutputs() refuses the maximum of no elements, and windows larger than the image.
        if (engine::ops::inferOutputs(operation))
            return operation;
    }
}

Numbers randomInput(const Operation& operation, std::size_t index, std::mt19937& random)
{
    const bool isColumn = index == 1 && (operation.op == Operator::Pick || operation.op == Operator::PickBackward);
    const bool isNumber = index == 1 && (operation.op == Operator::Gather || operation.op == Operator::Scatter);
    const bool isVariance = index == 4;
    Numbers numbers(static_cast<std::size_t>(operation.inputs[index].elements()));
    for (double& number : numbers) {
        // Multiples of 1/8 are exact in single precision. Some numbers are equal, which tests comparisons.
        number = static_cast<double>(random() % 33) / 8 - 2;
        if (isColumn) {
            const Shape& rows = operation.op == Operator::Pick ? operation.inputs[0] : operation.output;
            number = static_cast<double>(random() % static_cast<unsigned>(rows[1]));
        }
        if (isNumber) {
            const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(operation.axes)));
            const auto extent = std::max<std::int64_t>(operation.inputs[0][axis], 1);
            number =
                static_cast<double>(static_cast<std::int64_t>(random() % static_cast<unsigned>(3 * extent)) - extent);
        }
        if (isVariance)
            number = std::abs(number) + 0.125;
    }
    return numbers;
}

}  // namespace reference
