#include "engine/autograd/detail/rule.h"

#include <cmath>

/// Elementwise functions of one or two numbers: y = f(x) gives dx = dy * f'(x).
namespace engine::autograd::detail {

using ops::Operator;

namespace {

double scalarOf(const Rule& r)
{
    return r.forward().scalars[0];
}

void powerRule(Rule& r)
{
    const double s = scalarOf(r);
    if (s == 0)  // without this case, the gradient at x = 0 would be 0 * 0 ** -1, which is NaN
        return r.addGradient(0, Operator::MultiplyScalar, {r.dy()}, 0);
    const Value power = r.step(Operator::PowerScalar, {r.x()}, s - 1);
    r.addGradient(0, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, s), power});
}

void exponentialRule(Rule& r)
{
    const double base = scalarOf(r);
    const Value dy = base == 0 ? r.dy() : r.step(Operator::MultiplyScalar, {r.dy()}, std::log(base));
    r.addGradient(0, Operator::Multiply, {dy, r.y()});
}

/// dx = dy where the comparison of x with the scalar is true, else 0.
void chosenRule(Rule& r, Operator comparison)
{
    r.addGradient(0, Operator::Multiply, {r.dy(), r.step(comparison, {r.x()}, scalarOf(r))});
}

void divideRule(Rule& r)
{
    r.addGradient(0, Operator::Divide, {r.dy(), r.x(1)});
    if (!r.isWanted(1))
        return;
    const Value slope = r.step(Operator::Divide, {r.y(), r.x(1)});
    r.addGradient(1, Operator::Multiply, {r.step(Operator::Negate, {r.dy()}), slope});
}

Needs divideNeeds(const ops::Operation& /*operation*/, std::uint32_t wanted)
{
    return {2, (wanted & 2U) != 0 ? 1U : 0U};
}

/// Two comparisons that return 1 where the operation selects one of its inputs: `orEqual` also where both inputs are
/// equal, `alone` only where they differ.
struct Choice {
    Operator orEqual;
    Operator alone;
};

constexpr Choice kGreater{Operator::GreaterEqual, Operator::Greater};
constexpr Choice kLess{Operator::LessEqual, Operator::Less};

/// If both inputs are equal and the operation's scalar is 0, the first input receives the whole gradient, as in MXNet.
/// If both are equal and the scalar is not 0, each input receives half of the gradient, as in PyTorch.
void choiceRule(Rule& r, Choice first, Choice second)
{
    const bool isShared = r.forward().scalars[0] != 0;
    const auto giveWhere = [&](std::size_t i, Choice choice) {
        if (!r.isWanted(i))
            return;
        if (!isShared)
            return r.addGradient(i, Operator::Multiply,
                                 {r.dy(), r.step(i == 0 ? choice.orEqual : choice.alone, {r.x(0), r.x(1)})});
        const Value twice =
            r.step(Operator::Add, {r.step(choice.orEqual, {r.x(0), r.x(1)}), r.step(choice.alone, {r.x(0), r.x(1)})});
        r.addGradient(i, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, 0.5), twice});
    };
    giveWhere(0, first);
    giveWhere(1, second);
}

constexpr auto kNothing = &reads<0, 0>;
constexpr auto kInput = &reads<1, 0>;
constexpr auto kBothInputs = &reads<1 | 2, 0>;
constexpr auto kOutput = &reads<0, 1>;

constexpr RuleEntry kElementwiseRules[] = {
    {Operator::AddScalar, [](Rule& r) { r.pass(0, r.dy()); }, kNothing},
    {Operator::MultiplyScalar, [](Rule& r) { r.addGradient(0, Operator::MultiplyScalar, {r.dy()}, scalarOf(r)); },
     kNothing},
    {Operator::SubtractFromScalar, [](Rule& r) { r.addGradient(0, Operator::Negate, {r.dy()}); }, kNothing},
    {Operator::DivideScalar, [](Rule& r) { r.addGradient(0, Operator::DivideScalar, {r.dy()}, scalarOf(r)); },
     kNothing},
    {Operator::PowerScalar, powerRule, kInput},
    {Operator::MaximumScalar, [](Rule& r) { chosenRule(r, Operator::GreaterEqualScalar); }, kInput},
    {Operator::MinimumScalar, [](Rule& r) { chosenRule(r, Operator::LessEqualScalar); }, kInput},
    {Operator::Negate, [](Rule& r) { r.addGradient(0, Operator::Negate, {r.dy()}); }, kNothing},
    {Operator::Relu,
     [](Rule& r) {
         r.addGradient(0, Operator::ReluBackward, {r.dy(), r.y()});
     },
     kOutput},
    {Operator::Exp, exponentialRule, kOutput},
    {Operator::Log,
     [](Rule& r) {
         r.addGradient(0, Operator::Divide, {r.dy(), r.x()});
     },
     kInput},
    {Operator::Sqrt,
     [](Rule& r) {
         r.addGradient(0, Operator::Divide, {r.step(Operator::MultiplyScalar, {r.dy()}, 0.5), r.y()});
     },
     kOutput},
    {Operator::Tanh,
     [](Rule& r) {
         r.addGradient(0, Operator::TanhBackward, {r.dy(), r.y()});
     },
     kOutput},
    {Operator::Sigmoid,
     [](Rule& r) {
         r.addGradient(0, Operator::SigmoidBackward, {r.dy(), r.y()});
     },
     kOutput},
    {Operator::Sin,
     [](Rule& r) {
         r.addGradient(0, Operator::Multiply, {r.dy(), r.step(Operator::Cos, {r.x()})});
     },
     kInput},
    {Operator::Cos,
     [](Rule& r) {
         r.addGradient(0, Operator::Multiply, {r.dy(), r.step(Operator::Negate, {r.step(Operator::Sin, {r.x()})})});
     },
     kInput},
    {Operator::Abs,
     [](Rule& r) {
         r.addGradient(0, Operator::Multiply, {r.dy(), r.step(Operator::Sign, {r.x()})});
     },
     kInput},
    {Operator::Square,
     [](Rule& r) {
         r.addGradient(0, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, 2), r.x()});
     },
     kInput},
    {Operator::Add,
     [](Rule& r) {
         r.pass(0, r.dy());
         r.pass(1, r.dy());
     },
     kNothing},
    {Operator::Subtract,
     [](Rule& r) {
         r.pass(0, r.dy());
         r.addGradient(1, Operator::Negate, {r.dy()});
     },
     kNothing},
    {Operator::Multiply,
     [](Rule& r) {
         r.addGradient(0, Operator::Multiply, {r.dy(), r.x(1)});
         r.addGradient(1, Operator::Multiply, {r.dy(), r.x(0)});
     },
     readsOther},
    {Operator::Divide, divideRule, divideNeeds},
    {Operator::Maximum, [](Rule& r) { choiceRule(r, kGreater, kLess); }, kBothInputs},
    {Operator::Minimum, [](Rule& r) { choiceRule(r, kLess, kGreater); }, kBothInputs},
};
static_assert(isComplete(kElementwiseRules, {ops::Family::Unary, ops::Family::Binary}),
              "an elementwise operator with Gradient::Rule has no rule here");

}  // namespace

std::span<const RuleEntry> elementwiseRules()
{
    return kElementwiseRules;
}

}  // namespace engine::autograd::detail
