#include "engine/autograd/gradient.h"

#include "engine/autograd/detail/rule.h"
#include "engine/base/expect.h"

#include <algorithm>

namespace engine::autograd {

using ops::Operator;

namespace {

/// The rule of a differentiable operator; null for other operators.
const detail::RuleEntry* ruleOf(Operator op)
{
    for (const auto rules : {detail::elementwiseRules(), detail::shapeRules(), detail::layerRules()})
        if (const auto found = std::ranges::find(rules, op, &detail::RuleEntry::op); found != rules.end())
            return &*found;
    return nullptr;
}

}  // namespace

bool isDifferentiable(Operator op)
{
    return ops::rowOf(op).gradient == ops::Gradient::Rule;
}

Needs needsOf(const ops::Operation& operation, const InputSet& inputs)
{
    const detail::RuleEntry* rule = ruleOf(operation.op);
    const auto wanted = static_cast<std::uint32_t>((inputs & InputSet(0xff)).to_ulong());
    return rule == nullptr ? Needs{} : rule->needs(operation, wanted);
}

Status differentiate(const Forward& forward, std::span<const Value> outputGradients, const InputSet& wanted,
                     Builder& builder, std::span<Value> gradients)
{
    ENGINE_EXPECT(outputGradients.size() == forward.operation->outputCount());
    ENGINE_EXPECT(gradients.size() == forward.operation->inputs.size());
    // Outputs after the first are by-products (batch statistics); only a compiled graph has several outputs with
    // gradients.
    const bool hasGradient = forward.operation->op == Operator::Segment || outputGradients[0].exists();
    const detail::RuleEntry* entry = ruleOf(forward.operation->op);
    if (!hasGradient || entry == nullptr)
        return {};
    detail::Rule rule(forward, outputGradients, wanted, builder, gradients);
    entry->build(rule);
    return rule.status();
}

}  // namespace engine::autograd
