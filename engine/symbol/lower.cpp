#include "engine/base/expect.h"
#include "engine/ops/shape_rules.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace engine::symbol::detail {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

/// Resolves a wanted shape for an input of shape `from`: 0 copies an extent, -1 is computed from the remaining
/// elements.
Shape resolved(const Shape& wanted, const Shape& from)
{
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    std::int64_t known = 1;
    std::ptrdiff_t open = -1;
    for (std::size_t axis = 0; axis < wanted.rank(); ++axis) {
        extents[axis] = wanted[axis] == 0 && axis < from.rank() ? from[axis] : wanted[axis];
        if (extents[axis] == -1)
            open = static_cast<std::ptrdiff_t>(axis);
        else
            known *= extents[axis];
    }
    if (open >= 0 && known > 0)
        extents[static_cast<std::size_t>(open)] = from.elements() / known;
    return Shape(std::span<const std::int64_t>(extents.data(), wanted.rank()));
}

void resolve(Operation& operation)
{
    if (operation.op == Operator::Reshape)
        operation.output = resolved(operation.output, operation.inputs[0]);
    const bool isPooling = operation.op == Operator::AveragePool || operation.op == Operator::MaxPool;
    if (isPooling && operation.inputs[0].rank() == 4)
        for (std::size_t axis = 0; axis < 2; ++axis)
            if (operation.window.kernel[axis] == 0)
                operation.window.kernel[axis] = static_cast<std::int32_t>(operation.inputs[0][axis + 2]);
}

/// Converts nodes to steps, in order.
class Lowerer {
public:
    explicit Lowerer(Mode mode) : m_mode(mode) {}

    Status add(const Node& node)
    {
        ops::Segment::Step step;
        step.operation = node.operation();
        step.operation.isTraining = m_mode == Mode::Training;
        for (const Symbol& input : node.inputs()) {
            step.reads.push_back(valueOf(input));
            step.operation.inputs.push_back(
                m_lowered.segment.values[static_cast<std::size_t>(step.reads.back())].shape);
        }
        resolve(step.operation);
        if (const Status status = ops::inferOutputs(step.operation); !status)
            return untranslatedError(status.error().code, "Node " + node.name() + ": " + status.error().english());
        std::vector<std::int32_t>& made = m_values[&node];
        for (std::size_t i = 0; i < step.operation.outputCount(); ++i) {
            made.push_back(addValue(m_lowered.segment, step.operation.outputAt(i)));
            noteInPlace(step, i, made.back());
        }
        step.writes = made;
        m_lowered.segment.steps.push_back(std::move(step));
        ++m_lowered.operators;
        return {};
    }

    void addInput(const Node& node, std::int32_t value) { m_values[&node] = {value}; }

    [[nodiscard]] std::int32_t valueOf(const Symbol& symbol) const
    {
        const std::vector<std::int32_t>& made = m_values.at(symbol.node.get());
        return made[std::min(symbol.output, made.size() - 1)];
    }

    LoweredGraph finish(const std::vector<Symbol>& outputs)
    {
        m_lowered.results = outputs.size();
        for (const Symbol& output : outputs)
            m_lowered.segment.outputs.push_back(valueOf(output));
        m_lowered.inPlaceInputs.assign(outputs.size(), -1);
        for (const auto& [value, input] : m_inPlace) {
            m_lowered.segment.outputs.push_back(value);
            m_lowered.inPlaceInputs.push_back(input);
        }
        return std::move(m_lowered);
    }

    LoweredGraph& lowered() { return m_lowered; }

private:
    /// Notes an in-place change of an input of the graph, which must be written to the input's storage. Within the
    /// graph, an in-place change is just a new value.
    void noteInPlace(const ops::Segment::Step& step, std::size_t output, std::int32_t value)
    {
        const int input = ops::inPlaceInputOf(step.operation.op, output);
        if (input < 0)
            return;
        const std::int32_t read = step.reads[static_cast<std::size_t>(input)];
        if (read < m_lowered.segment.inputs)
            m_inPlace.emplace_back(value, read);
    }

    Mode m_mode;
    LoweredGraph m_lowered;
    std::unordered_map<const Node*, std::vector<std::int32_t>> m_values;
    std::vector<std::pair<std::int32_t, std::int32_t>> m_inPlace;
};

}  // namespace

bool isUnplanned(const ops::Segment& segment)
{
    std::vector<int> writes(segment.values.size(), 0);
    for (const ops::Segment::Step& step : segment.steps)
        for (const std::int32_t write : step.writes)
            if (++writes[static_cast<std::size_t>(write)] > 1)
                return false;
    return std::ranges::all_of(segment.values, [](const auto& value) { return value.block < 0; });
}

std::int32_t addValue(ops::Segment& segment, const Shape& shape)
{
    segment.values.push_back({shape, -1});
    return static_cast<std::int32_t>(segment.values.size()) - 1;
}

Result<LoweredGraph> lower(const std::vector<Symbol>& outputs, const std::vector<std::string>& inputs,
                           std::span<const Shape> shapes, Mode mode)
{
    ENGINE_EXPECT(shapes.size() == inputs.size());
    Lowerer lowering(mode);
    std::unordered_map<std::string, std::int32_t> values;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        values[inputs[i]] = addValue(lowering.lowered().segment, shapes[i]);
    lowering.lowered().segment.inputs = static_cast<std::int32_t>(inputs.size());
    for (const Node* node : nodesOf(outputs)) {
        if (node->isVariable())
            lowering.addInput(*node, values.at(node->name()));
        else if (Status status = lowering.add(*node); !status)
            return std::move(status).error();
    }
    return lowering.finish(outputs);
}

void separateOutputs(ops::Segment& segment)
{
    ENGINE_EXPECT(isUnplanned(segment));
    std::unordered_set<std::int32_t> taken;
    for (std::int32_t& output : segment.outputs) {
        if (output >= segment.inputs && taken.insert(output).second)
            continue;
        ops::Segment::Step copy;
        const Shape shape = segment.values[static_cast<std::size_t>(output)].shape;
        copy.operation.op = Operator::Copy;
        copy.operation.inputs = {shape};
        copy.operation.output = shape;
        copy.reads = {output};
        output = addValue(segment, shape);
        copy.writes = {output};
        segment.steps.push_back(std::move(copy));
    }
}

}  // namespace engine::symbol::detail
