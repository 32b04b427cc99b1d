#include "engine/autograd/detail/rule.h"
#include "engine/ops/shape_rules.h"

#include <cmath>

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
            if (s == 0)  // 0 * x ** -1 is no number where x is 0
                return r.give(0, Operator::MultiplyScalar, {r.dy()}, 0);
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
        case Operator::Exp: {
            const double base = r.forward().scalars[0];
            const Value dy = base == 0 ? r.dy() : r.step(Operator::MultiplyScalar, {r.dy()}, std::log(base));
            return r.give(0, Operator::Multiply, {dy, r.y()});
        }
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

/// Where an input was taken: the comparison of both that also holds where they are alike, and the one that does not.
struct Choice {
    Operator orAlike;
    Operator alone;
};

constexpr Choice kGreater{Operator::GreaterEqual, Operator::Greater};
constexpr Choice kLess{Operator::LessEqual, Operator::Less};

/// Where both are alike the first input has the whole gradient, as in MXNet; if the operation has a scalar each has a
/// half of it, as in PyTorch.
void choiceRule(Rule& r, Choice first, Choice second)
{
    const bool isShared = r.forward().scalars[0] != 0;
    const auto giveWhere = [&](std::size_t i, Choice choice) {
        if (!r.isWanted(i))
            return;
        if (!isShared)
            return r.give(i, Operator::Multiply,
                          {r.dy(), r.step(i == 0 ? choice.orAlike : choice.alone, {r.x(0), r.x(1)})});
        const Value twice =
            r.step(Operator::Add, {r.step(choice.orAlike, {r.x(0), r.x(1)}), r.step(choice.alone, {r.x(0), r.x(1)})});
        r.give(i, Operator::Multiply, {r.step(Operator::MultiplyScalar, {r.dy()}, 0.5), twice});
    };
    giveWhere(0, first);
    giveWhere(1, second);
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
            return choiceRule(r, kGreater, kLess);
        default:  // Minimum
            return choiceRule(r, kLess, kGreater);
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
