#include "engine/base/expect.h"
#include "engine/ops/arithmetic.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

namespace engine::symbol::detail {

using ops::Operation;
using ops::Operator;

namespace {

/// The common value of all elements, in float32 as the kernels compute it; none: unknown or not constant.
using Constant = std::optional<float>;

/// Result of an operator that only moves elements, for a constant input.
Constant moved(const Operation& operation, float x)
{
    const double scalar = operation.scalars[0];
    if (operation.op == Operator::Copy && scalar == 1)
        return std::trunc(x);
    if (operation.op == Operator::Broadcast && scalar != 0)
        return x * static_cast<float>(scalar);
    return x;
}

Constant folded(const ops::Segment::Step& step, const std::vector<Constant>& known)
{
    const Operation& operation = step.operation;
    if (!operation.epilogue.empty())
        return std::nullopt;
    const auto value = [&](std::size_t i) { return known[static_cast<std::size_t>(step.reads[i])]; };
    switch (ops::rowOf(operation.op).folding) {
        case ops::Folding::Never:
            return std::nullopt;
        case ops::Folding::Constant:
            return static_cast<float>(operation.scalars[0]);
        case ops::Folding::Moves:
            return value(0) ? moved(operation, *value(0)) : std::nullopt;
        case ops::Folding::Exact:
            break;
    }
    if (!value(0))
        return std::nullopt;
    if (ops::familyOf(operation.op) == ops::Family::Unary)
        return ops::unaryOf(operation.op, *value(0), operation.scalars[0]);
    return value(1) ? Constant(ops::binaryOf(operation.op, *value(0), *value(1))) : std::nullopt;
}

/// Whether the result equals the input bit for bit.
bool isIdentity(const Operation& operation)
{
    const double s = operation.scalars[0];
    if (operation.op == Operator::MultiplyScalar || operation.op == Operator::DivideScalar)
        return s == 1;
    if (operation.op == Operator::Copy)
        return s != 1;  // if 1, the copy truncates to whole numbers
    if (operation.op == Operator::Reshape)
        return operation.output == operation.inputs[0];
    return operation.op == Operator::Broadcast && operation.output == operation.inputs[0] && (s == 0 || s == 1);
}

void makeFill(ops::Segment::Step& step, float number)
{
    Operation fill;
    fill.op = Operator::Fill;
    fill.output = step.operation.output;
    fill.scalars[0] = static_cast<double>(number);
    step.operation = std::move(fill);
    step.reads.clear();
}

}  // namespace

std::size_t fold(ops::Segment& segment)
{
    ENGINE_EXPECT(isUnplanned(segment));
    std::vector<Constant> known(segment.values.size());
    std::vector<std::int32_t> same(segment.values.size());
    for (std::size_t i = 0; i < same.size(); ++i)
        same[i] = static_cast<std::int32_t>(i);
    const std::unordered_set<std::int32_t> outputs(segment.outputs.begin(), segment.outputs.end());
    for (ops::Segment::Step& step : segment.steps) {
        for (std::int32_t& read : step.reads)
            read = same[static_cast<std::size_t>(read)];
        if (step.writes.size() != 1)
            continue;
        const auto written = static_cast<std::size_t>(step.writes[0]);
        known[written] = folded(step, known);
        if (known[written] && step.operation.op != Operator::Fill) {
            makeFill(step, *known[written]);
        } else if (isIdentity(step.operation) && !outputs.contains(step.writes[0])) {
            same[written] = step.reads[0];
        }
    }
    return dropDead(segment);
}

std::size_t dropDead(ops::Segment& segment)
{
    std::vector<bool> isNeeded(segment.values.size(), false);
    for (const std::int32_t output : segment.outputs)
        isNeeded[static_cast<std::size_t>(output)] = true;
    std::vector<ops::Segment::Step> kept;
    for (auto step = segment.steps.rbegin(); step != segment.steps.rend(); ++step) {
        const bool isLive =
            std::ranges::any_of(step->writes, [&](std::int32_t v) { return isNeeded[static_cast<std::size_t>(v)]; });
        if (!isLive)
            continue;
        for (const std::int32_t read : step->reads)
            isNeeded[static_cast<std::size_t>(read)] = true;
        kept.push_back(std::move(*step));
    }
    const std::size_t dropped = segment.steps.size() - kept.size();
    std::ranges::reverse(kept);
    segment.steps = std::move(kept);
    return dropped;
}

std::size_t passReshapes(ops::Segment& segment)
{
    ENGINE_EXPECT(isUnplanned(segment));
    std::vector<std::int32_t> source(segment.values.size());
    for (std::size_t i = 0; i < source.size(); ++i)
        source[i] = static_cast<std::int32_t>(i);
    const std::unordered_set<std::int32_t> outputs(segment.outputs.begin(), segment.outputs.end());
    for (ops::Segment::Step& step : segment.steps) {
        for (std::int32_t& read : step.reads)
            read = source[static_cast<std::size_t>(read)];
        if (step.operation.op == Operator::Reshape && !outputs.contains(step.writes[0]))
            source[static_cast<std::size_t>(step.writes[0])] = step.reads[0];
    }
    return dropDead(segment);
}

}  // namespace engine::symbol::detail
