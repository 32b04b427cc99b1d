#include "engine/autograd/detail/rule.h"

#include <bit>

/// Products, reductions, and operators that only move elements.
namespace engine::autograd::detail {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

Operation of(Operator op, const Shape& output)
{
    Operation operation;
    operation.op = op;
    operation.output = output;
    return operation;
}

/// Treats vectors as matrices: [m, k] x [k, n] -> [m, n].
void productRule(Rule& r)
{
    const Shape& a = r.inputShape(0);
    const Shape& b = r.inputShape(1);
    const std::int64_t m = a.rank() == 2 ? a[0] : 1;
    const std::int64_t k = a[a.rank() - 1];
    const std::int64_t n = b.rank() == 2 ? b[1] : 1;
    const Value dy = r.reshaped(r.dy(), Shape{m, n});
    if (r.isWanted(0)) {
        // The transpose of a matrix with one column has the same elements in the same order.
        const Value turned = n == 1 ? r.reshaped(r.x(1), Shape{1, k}) : r.step(Operator::Transpose, {r.x(1)});
        if (a.rank() == 2)
            r.addGradient(0, Operator::MatMul, {dy, turned});
        else
            r.addGradient(0, of(Operator::Reshape, a), {r.step(Operator::MatMul, {dy, turned})});
    }
    if (r.isWanted(1)) {
        const Value turned = m == 1 ? r.reshaped(r.x(0), Shape{k, 1}) : r.step(Operator::Transpose, {r.x(0)});
        if (b.rank() == 2)
            r.addGradient(1, Operator::MatMul, {turned, dy});
        else
            r.addGradient(1, of(Operator::Reshape, b), {r.step(Operator::MatMul, {turned, dy})});
    }
}

/// The gradient is dy * factor, broadcast along the reduced axes.
void addRepeatedGradient(Rule& r, Value dy, double factor)
{
    Operation repeat = of(Operator::Broadcast, r.inputShape(0));
    repeat.scalars[0] = factor;
    r.addGradient(0, std::move(repeat), {r.reshaped(dy, withAxesKept(r.forward()))});
}

/// Which elements receive the gradient of a maximum, selected by the scalar of Max.
enum Share : int { kEveryGreatest = 0, kEvenly = 1, kFirstGreatest = 2 };

/// Returns 1 at the first of the greatest elements along the only reduced axis, else 0.
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
        return r.addGradient(0, Operator::Multiply, {firstGreatest(r), dy});
    const Value isGreatest = r.step(Operator::Equal, {r.x(), r.reshaped(r.y(), kept)});
    if (share == kEveryGreatest)
        return r.addGradient(0, Operator::Multiply, {isGreatest, dy});
    Operation sum;
    sum.op = Operator::Sum;
    sum.axes = r.forward().axes;
    sum.keepsAxes = true;
    const Value part = r.step(Operator::Divide, {dy, r.step(std::move(sum), {isGreatest})});
    r.addGradient(0, Operator::Multiply, {isGreatest, part});
}

void meanRule(Rule& r)
{
    const Shape kept = withAxesKept(r.forward());
    const auto folded = static_cast<double>(r.inputShape(0).elements()) /
                        static_cast<double>(std::max<std::int64_t>(kept.elements(), 1));
    addRepeatedGradient(r, r.dy(), 1 / folded);
}

void normRule(Rule& r)
{
    // The gradient of a vector of length 0 is 0, as in PyTorch. The bound is smaller than any length in real programs,
    // and large enough that a gradient divided by it is finite in float32; otherwise the gradient of zeros would be
    // NaN.
    const Value length = r.step(Operator::MaximumScalar, {r.y()}, 1e-30);
    const Value scale = r.reshaped(r.step(Operator::Divide, {r.dy(), length}), withAxesKept(r.forward()));
    r.addGradient(0, Operator::Multiply, {r.x(), scale});
}

void sliceRule(Rule& r)
{
    Operation assign;
    assign.op = Operator::SliceAssign;
    assign.offsets = r.forward().offsets;
    const Value zeros = r.step(of(Operator::Fill, r.inputShape(0)), {});
    // SliceAssign also accepts a `dy` that lacks leading axes of size 1.
    r.addGradient(0, std::move(assign), {zeros, r.dy()});
}

/// The assigned value receives the gradient of the block; the overwritten elements receive 0.
void assignRule(Rule& r)
{
    if (r.isWanted(1)) {
        Operation part = of(Operator::Slice, r.inputShape(1));
        part.offsets = r.forward().offsets;
        const int gradientOf[] = {1};
        const Value dy[] = {r.dy()};
        r.addGradients(std::move(part), dy, gradientOf);
    }
    if (r.isWanted(0)) {
        Operation assign;
        assign.op = Operator::SliceAssign;
        assign.offsets = r.forward().offsets;
        r.addGradient(0, std::move(assign),
                      {r.step(Operator::Copy, {r.dy()}), r.step(of(Operator::Fill, r.inputShape(1)), {})});
    }
}

enum class Scattering : std::uint8_t { Assign, Add };

/// A Gather or Scatter with the same axes and scalars as the forward operation.
Operation sameParts(const Rule& r, Operator op, Scattering scattering = Scattering::Assign)
{
    Operation operation;
    operation.op = op;
    operation.axes = r.forward().axes;
    operation.scalars[0] = r.forward().scalars[0];
    operation.scalars[1] = r.forward().scalars[1];
    operation.scalars[2] = scattering == Scattering::Add ? 1 : 0;
    return operation;
}

/// A part that was read several times receives the sum of the gradients of these reads.
void gatherRule(Rule& r)
{
    r.addGradient(0, sameParts(r, Operator::Scatter, Scattering::Add),
                  {r.step(of(Operator::Fill, r.inputShape(0)), {}), r.x(1), r.dy()});
}

/// The assigned value receives the gradient of the parts that it was written to; the overwritten elements receive 0. If
/// the forward operation added the value (scalars[2]), the elements that it was added to receive their whole gradient.
void scatterRule(Rule& r)
{
    if (r.isWanted(2)) {
        const int gradientOf[] = {2};
        const Value from[] = {r.dy(), r.x(1)};
        r.addGradients(sameParts(r, Operator::Gather), from, gradientOf);
    }
    if (!r.isWanted(0))
        return;
    if (r.forward().scalars[2] != 0)
        return r.pass(0, r.dy());
    const Value zeros = r.step(of(Operator::Fill, r.inputShape(2)), {});
    r.addGradient(0, sameParts(r, Operator::Scatter), {r.step(Operator::Copy, {r.dy()}), r.x(1), zeros});
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
            r.addGradients(std::move(part), dy, gradientOf);
        }
        offset += r.inputShape(i)[axis];
    }
}

void broadcastRule(Rule& r)
{
    const double factor = r.forward().scalars[0];
    r.pass(0, factor == 0 || factor == 1 ? r.dy() : r.step(Operator::MultiplyScalar, {r.dy()}, factor));
}

constexpr RuleEntry kShapeRules[] = {
    {Operator::MatMul, productRule, readsOther},
    {Operator::Sum, [](Rule& r) { addRepeatedGradient(r, r.dy(), 1); }, reads<0, 0>},
    {Operator::Mean, meanRule, reads<0, 0>},
    {Operator::Norm, normRule, reads<1, 1>},
    {Operator::Max, maximumRule, reads<1, 1>},
    {Operator::Transpose, [](Rule& r) { r.addGradient(0, Operator::Transpose, {r.dy()}); }, reads<0, 0>},
    {Operator::Reshape, [](Rule& r) { r.addGradient(0, of(Operator::Reshape, r.inputShape(0)), {r.dy()}); },
     reads<0, 0>},
    {Operator::Copy, [](Rule& r) { r.addGradient(0, Operator::Copy, {r.dy()}); }, reads<0, 0>},
    {Operator::Broadcast, broadcastRule, reads<0, 0>},
    {Operator::Slice, sliceRule, reads<0, 0>},
    {Operator::SliceAssign, assignRule, reads<0, 0>},
    {Operator::Concat, joinRule, reads<0, 0>},
    {Operator::Gather, gatherRule, reads<2, 0>},
    {Operator::Scatter, scatterRule, reads<2, 0>},
};
static_assert(isComplete(kShapeRules,
                         {ops::Family::Product, ops::Family::Reduction, ops::Family::Rearrangement,
                          ops::Family::Broadcast, ops::Family::Block, ops::Family::Concat, ops::Family::Parts}),
              "an operator with Gradient::Rule has no rule here");

}  // namespace

std::span<const RuleEntry> shapeRules()
{
    return kShapeRules;
}

}  // namespace engine::autograd::detail
