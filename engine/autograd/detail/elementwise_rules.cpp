#include "engine/autograd/detail/rule.h"
#include "engine/ops/shape_rules.h"

/// Functions of one number or two, and their sums: y = f(x) gives dx = dy * f'(x).
namespace engine::autograd::detail {

using ops::Operator;

namespace {

constexpr std::uint32_t kFirst = 1;
constexpr std::uint32_t kSecond = 2;

bool wants(std::uint32_t wanted, std::uint32_t bit)
{
    return (wanted & bit) != 0;
}

void scalarRule(Rule& r)
{
    const double s = r.forward().scalars[0];
    switch (r.forward().op) {
        case Operator::AddScalar:
            return r.pass(0, r.dy());
        case Operator::MultiplyScalar:
            return r.give(0, Operator::MultiplyScalar, {r.dy()}, s);
        case Operator::DivideScalar:
            return r.give(0, Operator::DivideScalar, {r.dy()}, s);
        case Operator::PowerScalar: {
            const Value power = r.step(Operator::PowerScalar, {r.x()}, s - 1);
            return r.give(0, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, s), power});
        }
        case Operator::MaximumScalar:
            return r.give(0, Operator::Multiply, {r.dy(), r.step(Operator::GreaterEqualScalar, {r.x()}, s)});
        case Operator::MinimumScalar:
            return r.give(0, Operator::Multiply, {r.dy(), r.step(Operator::LessEqualScalar, {r.x()}, s)});
        default:  // SubtractFromScalar
            return r.give(0, Operator::Negate, {r.dy()});
    }
}

void functionRule(Rule& r)
{
    switch (r.forward().op) {
        case Operator::Negate:
            return r.give(0, Operator::Negate, {r.dy()});
        case Operator::Relu:
            return r.give(0, Operator::ReluBackward, {r.dy(), r.y()});
        case Operator::Sigmoid:
            return r.give(0, Operator::SigmoidBackward, {r.dy(), r.y()});
        case Operator::Tanh:
            return r.give(0, Operator::TanhBackward, {r.dy(), r.y()});
        case Operator::Exp:
            return r.give(0, Operator::Multiply, {r.dy(), r.y()});
        case Operator::Log:
            return r.give(0, Operator::Divide, {r.dy(), r.x()});
        case Operator::Sqrt:
            return r.give(0, Operator::Divide, {r.step(Operator::MultiplyScalar, {r.dy()}, 0.5), r.y()});
        case Operator::Abs:
            return r.give(0, Operator::Multiply, {r.dy(), r.step(Operator::Sign, {r.x()})});
        default:  // Square
            return r.give(0, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, 2), r.x()});
    }
}

/// The first input has the gradient where the comparison holds, the second one elsewhere.
void choiceRule(Rule& r, Operator first, Operator second)
{
    if (r.isWanted(0))
        r.give(0, Operator::Multiply, {r.dy(), r.step(first, {r.x(0), r.x(1)})});
    if (r.isWanted(1))
        r.give(1, Operator::Multiply, {r.dy(), r.step(second, {r.x(0), r.x(1)})});
}

void binaryRule(Rule& r)
{
    switch (r.forward().op) {
        case Operator::Add:
            r.pass(0, r.dy());
            return r.pass(1, r.dy());
        case Operator::Subtract:
            r.pass(0, r.dy());
            return r.give(1, Operator::Negate, {r.dy()});
        case Operator::Multiply:
            r.give(0, Operator::Multiply, {r.dy(), r.x(1)});
            return r.give(1, Operator::Multiply, {r.dy(), r.x(0)});
        case Operator::Divide:
            r.give(0, Operator::Divide, {r.dy(), r.x(1)});
            if (r.isWanted(1)) {
                const Value slope = r.step(Operator::Divide, {r.y(), r.x(1)});
                r.give(1, Operator::Multiply, {r.step(Operator::Negate, {r.dy()}), slope});
            }
            return;
        case Operator::Maximum:
            return choiceRule(r, Operator::GreaterEqual, Operator::Less);
        default:  // Minimum
            return choiceRule(r, Operator::LessEqual, Operator::Greater);
    }
}

}  // namespace

void elementwiseRule(Rule& r)
{
    switch (r.forward().op) {
        case Operator::AddScalar:
        case Operator::MultiplyScalar:
        case Operator::SubtractFromScalar:
        case Operator::DivideScalar:
        case Operator::PowerScalar:
        case Operator::MaximumScalar:
        case Operator::MinimumScalar:
            return scalarRule(r);
        case Operator::Negate:
        case Operator::Relu:
        case Operator::Exp:
        case Operator::Log:
        case Operator::Sqrt:
        case Operator::Tanh:
        case Operator::Sigmoid:
        case Operator::Abs:
        case Operator::Square:
            return functionRule(r);
        case Operator::Add:
        case Operator::Subtract:
        case Operator::Multiply:
        case Operator::Divide:
        case Operator::Maximum:
        case Operator::Minimum:
            return binaryRule(r);
        default:
            return;
    }
}

Needs elementwiseNeeds(const ops::Operation& operation, std::uint32_t wanted)
{
    switch (operation.op) {
        case Operator::PowerScalar:
        case Operator::MaximumScalar:
        case Operator::MinimumScalar:
        case Operator::Log:
        case Operator::Abs:
        case Operator::Square:
            return {kFirst, 0};
        case Operator::Relu:
        case Operator::Sigmoid:
        case Operator::Tanh:
        case Operator::Exp:
        case Operator::Sqrt:
            return {0, 1};
        case Operator::Multiply:
            return {(wants(wanted, kFirst) ? kSecond : 0) | (wants(wanted, kSecond) ? kFirst : 0), 0};
        case Operator::Divide:
            return {kSecond, wants(wanted, kSecond) ? 1U : 0U};
        case Operator::Maximum:
        case Operator::Minimum:
            return {kFirst | kSecond, 0};
        default:
            return {};
    }
}

}  // namespace engine::autograd::detail
