#include "engine/ops/shape_rules.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

namespace engine::symbol::detail {

using ops::Operation;
using ops::Operator;

namespace {

/// The same number everywhere, in the engine's own precision.
using Uniform = std::optional<float>;

Uniform unary(const Operation& operation, float x)
{
    const auto s = static_cast<float>(operation.scalars[0]);
    switch (operation.op) {
        case Operator::AddScalar:
            return x + s;
        case Operator::MultiplyScalar:
            return x * s;
        case Operator::SubtractFromScalar:
            return s - x;
        case Operator::DivideScalar:
            return x / s;
        case Operator::Negate:
            return -x;
        case Operator::Relu:
            return x > 0.0F || x != x ? x : 0.0F;
        case Operator::Sqrt:
            return std::sqrt(x);
        case Operator::Abs:
            return std::abs(x);
        case Operator::Square:
            return x * x;
        case Operator::Reshape:
        case Operator::Transpose:
            return x;
        case Operator::Copy:
            return s == 1 ? std::trunc(x) : x;
        case Operator::Broadcast:
            return operation.scalars[0] == 0 ? x : x * s;
        default:  // what a kernel may round in its own way stays
            return std::nullopt;
    }
}

Uniform binary(Operator op, float a, float b)
{
    switch (op) {
        case Operator::Add:
            return a + b;
        case Operator::Subtract:
            return a - b;
        case Operator::Multiply:
            return a * b;
        case Operator::Divide:
            return a / b;
        default:
            return std::nullopt;
    }
}

Uniform folded(const ops::Segment::Step& step, const std::vector<Uniform>& known)
{
    if (!step.operation.epilogue.empty())
        return std::nullopt;
    if (step.operation.op == Operator::Fill)
        return static_cast<float>(step.operation.scalars[0]);
    const auto value = [&](std::size_t i) { return known[static_cast<std::size_t>(step.reads[i])]; };
    if (step.reads.size() == 1 && value(0))
        return unary(step.operation, *value(0));
    if (step.reads.size() == 2 && value(0) && value(1))
        return binary(step.operation.op, *value(0), *value(1));
    return std::nullopt;
}

/// The result is the input, bit for bit.
bool changesNothing(const Operation& operation)
{
    const double s = operation.scalars[0];
    switch (operation.op) {
        case Operator::MultiplyScalar:
        case Operator::DivideScalar:
            return s == 1;
        case Operator::Copy:
            return s != 1;  // else it cuts to whole numbers
        case Operator::Reshape:
            return operation.output == operation.inputs[0];
        case Operator::Broadcast:
            return operation.output == operation.inputs[0] && (s == 0 || s == 1);
        default:
            return false;
    }
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
    std::vector<Uniform> known(segment.values.size());
    std::vector<std::int32_t> same(segment.values.size());
    for (std::size_t i = 0; i < same.size(); ++i)
        same[i] = static_cast<std::int32_t>(i);
    const std::unordered_set<std::int32_t> outputs(segment.outputs.begin(), segment.outputs.end());
    for (ops::Segment::Step& step : segment.steps) {
        for (std::int32_t& read : step.reads)
            read = same[static_cast<std::size_t>(read)];
        if (step.writes.size() != 1)
            continue;
        const auto made = static_cast<std::size_t>(step.writes[0]);
        known[made] = folded(step, known);
        if (known[made] && step.operation.op != Operator::Fill) {
            makeFill(step, *known[made]);
        } else if (changesNothing(step.operation) && !outputs.contains(step.writes[0])) {
            same[made] = step.reads[0];
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
