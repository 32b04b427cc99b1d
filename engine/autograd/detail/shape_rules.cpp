#include "engine/autograd/detail/rule.h"

#include <bit>

/// Products, reductions, and operators that only move elements.
namespace engine::autograd::detail {

using ops::Operation;
using ops::Operator;
using tensor::Shape;

namespace {

Operation of(Operator op, const Shape& output)
{
    Operation operation;
    operation.op = op;
    operation.output = output;
    return operation;
}

/// Vectors as matrices: [m, k] x [k, n] -> [m, n].
void productRule(Rule& r)
{
    const Shape& a = r.inputShape(0);
    const Shape& b = r.inputShape(1);
    const std::int64_t m = a.rank() == 2 ? a[0] : 1;
    const std::int64_t k = a[a.rank() - 1];
    const std::int64_t n = b.rank() == 2 ? b[1] : 1;
    const Value dy = r.reshaped(r.dy(), Shape{m, n});
    if (r.isWanted(0)) {
        // Of a matrix with one column the transposed one is the same elements in the same order.
        const Value turned = n == 1 ? r.reshaped(r.x(1), Shape{1, k}) : r.step(Operator::Transpose, {r.x(1)});
        if (a.rank() == 2)
            r.give(0, Operator::MatMul, {dy, turned});
        else
            r.give(0, of(Operator::Reshape, a), {r.step(Operator::MatMul, {dy, turned})});
    }
    if (r.isWanted(1)) {
        const Value turned = m == 1 ? r.reshaped(r.x(0), Shape{k, 1}) : r.step(Operator::Transpose, {r.x(0)});
        if (b.rank() == 2)
            r.give(1, Operator::MatMul, {turned, dy});
        else
            r.give(1, of(Operator::Reshape, b), {r.step(Operator::MatMul, {turned, dy})});
    }
}

/// dy, one element for each that the reduction folded, `factor` times.
void giveRepeated(Rule& r, Value dy, double factor)
{
    Operation repeat = of(Operator::Broadcast, r.inputShape(0));
    repeat.scalars[0] = factor;
    r.give(0, std::move(repeat), {r.reshaped(dy, withAxesKept(r.forward()))});
}

/// Who has the gradient of a maximum; the scalar of Max.
enum Share : int { kEveryGreatest = 0, kEvenly = 1, kFirstGreatest = 2 };

/// 1 at the first of the greatest elements along the one axis that was reduced.
Value firstGreatest(Rule& r)
{
    const Shape& shape = r.inputShape(0);
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(r.forward().axes)));
    Operation find;
    find.op = Operator::ArgMax;
    find.axes = r.forward().axes;
    find.keepsAxes = true;
    Operation count = of(Operator::Arange, Shape{shape[axis]});
    count.scalars[1] = 1;
    std::vector<std::int64_t> extents(shape.rank() - axis, 1);
    extents[0] = shape[axis];
    const Value places = r.reshaped(r.step(std::move(count), {}), Shape(std::span<const std::int64_t>(extents)));
    return r.step(Operator::Equal, {r.step(std::move(find), {r.x()}), places});
}

void maximumRule(Rule& r)
{
    const Shape kept = withAxesKept(r.forward());
    const auto share = static_cast<Share>(static_cast<int>(r.forward().scalars[0]));
    const Value dy = r.reshaped(r.dy(), kept);
    if (share == kFirstGreatest && std::popcount(r.forward().axes) == 1)
        return r.give(0, Operator::Multiply, {firstGreatest(r), dy});
    const Value isGreatest = r.step(Operator::Equal, {r.x(), r.reshaped(r.y(), kept)});
    if (share == kEveryGreatest)
        return r.give(0, Operator::Multiply, {isGreatest, dy});
    Operation sum;
    sum.op = Operator::Sum;
    sum.axes = r.forward().axes;
    sum.keepsAxes = true;
    const Value part = r.step(Operator::Divide, {dy, r.step(std::move(sum), {isGreatest})});
    r.give(0, Operator::Multiply, {isGreatest, part});
}

void reductionRule(Rule& r)
{
    const Shape kept = withAxesKept(r.forward());
    switch (r.forward().op) {
        case Operator::Sum:
            return giveRepeated(r, r.dy(), 1);
        case Operator::Mean: {
            const auto folded = static_cast<double>(r.inputShape(0).elements()) /
                                static_cast<double>(std::max<std::int64_t>(kept.elements(), 1));
            return giveRepeated(r, r.dy(), 1 / folded);
        }
        case Operator::Norm: {
            // Without a length there is no direction: the gradient is 0 then, as in PyTorch. The bound is below the
            // lengths that programs have, and large enough that a gradient divided by it stays a float32: where that
            // were infinite, the gradient of zeros would be nan.
            const Value length = r.step(Operator::MaximumScalar, {r.y()}, 1e-30);
            return r.give(0, Operator::Multiply, {r.x(), r.reshaped(r.step(Operator::Divide, {r.dy(), length}), kept)});
        }
        default:
            return maximumRule(r);
    }
}

void sliceRule(Rule& r)
{
    Operation assign;
    assign.op = Operator::SliceAssign;
    assign.offsets = r.forward().offsets;
    const Value zeros = r.step(of(Operator::Fill, r.inputShape(0)), {});
    // The block keeps its place but may have lost leading axes of size 1.
    r.give(0, std::move(assign), {zeros, r.dy()});
}

/// The block's gradient is the value's; what it replaced has none.
void assignRule(Rule& r)
{
    if (r.isWanted(1)) {
        Operation part = of(Operator::Slice, r.inputShape(1));
        part.offsets = r.forward().offsets;
        const int gradientOf[] = {1};
        const Value dy[] = {r.dy()};
        r.giveAll(std::move(part), dy, gradientOf);
    }
    if (r.isWanted(0)) {
        Operation assign;
        assign.op = Operator::SliceAssign;
        assign.offsets = r.forward().offsets;
        r.give(0, std::move(assign),
               {r.step(Operator::Copy, {r.dy()}), r.step(of(Operator::Fill, r.inputShape(1)), {})});
    }
}

/// Of an operator that moves the parts that the same numbers name.
Operation alike(const Rule& r, Operator op, bool adds)
{
    Operation operation;
    operation.op = op;
    operation.axes = r.forward().axes;
    operation.scalars[0] = r.forward().scalars[0];
    operation.scalars[1] = r.forward().scalars[1];
    operation.scalars[2] = adds ? 1 : 0;
    return operation;
}

/// A part that was taken several times has the sum of their gradients.
void gatherRule(Rule& r)
{
    r.give(0, alike(r, Operator::Scatter, true), {r.step(of(Operator::Fill, r.inputShape(0)), {}), r.x(1), r.dy()});
}

/// The value has the gradient of where it went; what it replaced has none.
void scatterRule(Rule& r)
{
    if (r.isWanted(2)) {
        const int gradientOf[] = {2};
        const Value from[] = {r.dy(), r.x(1)};
        r.giveAll(alike(r, Operator::Gather, false), from, gradientOf);
    }
    if (!r.isWanted(0))
        return;
    if (r.forward().scalars[2] != 0)
        return r.pass(0, r.dy());
    const Value zeros = r.step(of(Operator::Fill, r.inputShape(2)), {});
    r.give(0, alike(r, Operator::Scatter, false), {r.step(Operator::Copy, {r.dy()}), r.x(1), zeros});
}

void joinRule(Rule& r)
{
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(r.forward().axes)));
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < r.forward().inputs.size(); ++i) {
        Operation part = of(Operator::Slice, r.inputShape(i));
        part.offsets[axis] = offset;
        if (r.isWanted(i)) {
            const int gradientOf[] = {static_cast<int>(i)};
            const Value dy[] = {r.dy()};
            r.giveAll(std::move(part), dy, gradientOf);
        }
        offset += r.inputShape(i)[axis];
    }
}

}  // namespace

void shapeRule(Rule& r)
{
    switch (r.forward().op) {
        case Operator::MatMul:
            return productRule(r);
        case Operator::Sum:
        case Operator::Mean:
        case Operator::Norm:
        case Operator::Max:
            return reductionRule(r);
        case Operator::Transpose:
            return r.give(0, Operator::Transpose, {r.dy()});
        case Operator::Reshape:
            return r.give(0, of(Operator::Reshape, r.inputShape(0)), {r.dy()});
        case Operator::Copy:
            return r.give(0, Operator::Copy, {r.dy()});
        case Operator::Broadcast: {
            const double factor = r.forward().scalars[0];
            return r.pass(0, factor == 0 || factor == 1 ? r.dy() : r.step(Operator::MultiplyScalar, {r.dy()}, factor));
        }
        case Operator::Slice:
            return sliceRule(r);
        case Operator::SliceAssign:
            return assignRule(r);
        case Operator::Gather:
            return gatherRule(r);
        case Operator::Scatter:
            return scatterRule(r);
        case Operator::Concat:
            return joinRule(r);
        default:
            return;
    }
}

Needs shapeNeeds(const Operation& operation, std::uint32_t wanted)
{
    switch (operation.op) {
        case Operator::MatMul:
            return {((wanted & 1U) != 0 ? 2U : 0U) | ((wanted & 2U) != 0 ? 1U : 0U), 0};
        case Operator::Norm:
        case Operator::Max:
            return {1, 1};
        case Operator::Gather:
        case Operator::Scatter:
            return {2, 0};
        default:
            return {};
    }
}

}  // namespace engine::autograd::detail
