#include "engine/frontend/detail/launch_graph.h"

#include "engine/frontend/detail/native.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace engine::frontend {

namespace {

/// Assigns a scratch block to each intermediate value; values of equal size may share a block if their lifetimes are
/// disjoint.
void assignBlocks(ops::Segment& segment)
{
    std::vector<std::size_t> lastRead(segment.values.size(), 0);
    for (std::size_t i = 0; i < segment.steps.size(); ++i)
        for (const std::int32_t read : segment.steps[i].reads)
            lastRead[static_cast<std::size_t>(read)] = i;
    std::multimap<Bytes, std::int32_t> unused;  // blocks by size
    const auto isOutput = [&](std::int32_t value) { return std::ranges::count(segment.outputs, value) > 0; };
    for (std::size_t i = 0; i < segment.steps.size(); ++i) {
        for (const std::int32_t write : segment.steps[i].writes) {
            if (isOutput(write))
                continue;
            ops::Segment::Value& value = segment.values[static_cast<std::size_t>(write)];
            if (const auto block = unused.find(value.shape.bytes()); block != unused.end()) {
                value.block = block->second;
                unused.erase(block);
            } else {
                value.block = static_cast<std::int32_t>(segment.blocks.size());
                segment.blocks.push_back(value.shape.bytes());
            }
        }
        std::set<std::int32_t> ended(segment.steps[i].reads.begin(), segment.steps[i].reads.end());
        for (const std::int32_t read : ended)
            if (const auto index = static_cast<std::size_t>(read);
                lastRead[index] == i && segment.values[index].block >= 0)
                unused.emplace(segment.values[index].shape.bytes(), segment.values[index].block);
    }
}

}  // namespace

LaunchGraph::LaunchGraph(const Native& native, Execution& run)
    : m_native(native), m_run(run), m_generation(native.generation)
{
}

LaunchGraph::~LaunchGraph()
{
    if (!isOfThisRun() || PyThread_get_thread_ident() != m_native.thread)
        return;
    for (const VariableId variable : m_retained)
        if (m_run.captures.forget(variable))
            m_run.release(variable);
}

bool LaunchGraph::isOfThisRun() const
{
    return m_native.execution == &m_run && m_native.generation == m_generation;
}

void LaunchGraph::add(const device::OpRequest& request)
{
    Step& step = m_steps.emplace_back(
        Step{request, {request.reads.begin(), request.reads.end()}, {request.writes.begin(), request.writes.end()}});
    step.request.stream.reset();
    for (const auto* variables : {&step.reads, &step.writes})
        for (const VariableId variable : *variables) {
            m_run.captures.retain(variable);
            m_retained.push_back(variable);
        }
}

std::vector<VariableId> LaunchGraph::written() const
{
    std::vector<VariableId> variables;
    for (const Step& step : m_steps)
        variables.insert(variables.end(), step.writes.begin(), step.writes.end());
    std::ranges::sort(variables);
    const auto repeated = std::ranges::unique(variables);
    variables.erase(repeated.begin(), repeated.end());
    return variables;
}

Status LaunchGraph::replay()
{
    if (!isOfThisRun())
        return untranslatedError(ErrorCode::InvalidArgument, "This graph was captured by an earlier run.");
    auto dispatch = device::DispatchClass::Operator;
    const std::int32_t line = m_run.statements().line();
    for (Step& step : m_steps) {
        device::OpRequest& request = step.request;
        request.reads = step.reads;
        request.writes = step.writes;
        request.line = line;
        request.dispatch = std::exchange(dispatch, device::DispatchClass::Free);
        const ops::Operator op = request.operation.op;
        if (op == ops::Operator::RandomUniform || op == ops::Operator::RandomNormal)
            request.operation.seed = m_run.random.next();
        if (const Result<OpId> pushed = m_run.push(request); !pushed)
            return pushed.error();
    }
    return {};
}

bool LaunchGraph::canBeOne() const
{
    return std::ranges::all_of(m_steps, [&](const Step& step) {
        const ops::Operator op = step.request.operation.op;
        return step.request.device == m_steps.front().request.device && !step.request.isView &&
               op != ops::Operator::Copy && op != ops::Operator::Segment && op != ops::Operator::Marker &&
               op != ops::Operator::RandomUniform && op != ops::Operator::RandomNormal;
    });
}

Status LaunchGraph::launchAsOne(NameId name, NameId text, Bytes bytes)
{
    if (m_steps.empty())
        return {};
    if (!canBeOne())
        return replay();
    auto segment = std::make_shared<ops::Segment>();
    device::OpRequest one = m_steps.front().request;
    one.operation = {};
    one.operation.op = ops::Operator::Segment;
    // The first values are the inputs: variables that a step reads before any step writes them.
    std::unordered_map<std::uint32_t, std::int32_t> values;  // by variable: number of its current value
    std::vector<VariableId> reads;
    std::set<std::uint32_t> isWritten;
    for (const Step& step : m_steps) {
        for (std::size_t i = 0; i < step.reads.size(); ++i) {
            const VariableId read = step.reads[i];
            if (isWritten.contains(read.index) || !values.emplace(read.index, segment->inputs).second)
                continue;
            ++segment->inputs;
            reads.push_back(read);
            one.operation.inputs.push_back(step.request.operation.inputs[i]);
            segment->values.push_back({step.request.operation.inputs[i]});
        }
        for (const VariableId write : step.writes)
            isWritten.insert(write.index);
    }
    for (const Step& step : m_steps) {
        ops::Segment::Step& made = segment->steps.emplace_back();
        made.operation = step.request.operation;
        for (const VariableId read : step.reads)
            made.reads.push_back(values.at(read.index));
        for (std::size_t i = 0; i < step.writes.size(); ++i) {
            const auto value = static_cast<std::int32_t>(segment->values.size());
            made.writes.push_back(value);
            values[step.writes[i].index] = value;
            segment->values.push_back({step.request.operation.outputAt(i)});
        }
    }
    // The outputs are variables that the program can still read; all other results are intermediate values.
    std::vector<VariableId> writes;
    for (const VariableId variable : written()) {
        if (m_run.captures.isReleased(variable))
            continue;
        const std::int32_t value = values.at(variable.index);
        const ops::Shape& shape = segment->values[static_cast<std::size_t>(value)].shape;
        if (writes.empty())
            one.operation.output = shape;
        else
            one.operation.moreOutputs.push_back(shape);
        segment->outputs.push_back(value);
        writes.push_back(variable);
    }
    assignBlocks(*segment);
    segment->kernelBytes = bytes;
    one.operation.segment = std::move(segment);
    one.reads = reads;
    one.writes = writes;
    one.name = name;
    one.text = text;
    one.label = {};
    one.dispatch = device::DispatchClass::Update;
    one.priority = m_steps.back().request.priority;
    const Result<OpId> pushed = m_run.push(one);
    return pushed ? Status{} : Status(pushed.error());
}

bool Captures::forget(VariableId variable)
{
    const auto found = m_retained.find(variable.index);
    if (found == m_retained.end() || --found->second.graphs > 0)
        return false;
    const bool isReleased = found->second.isReleased;
    m_retained.erase(found);
    return isReleased;
}

bool Captures::isReleased(VariableId variable) const
{
    const auto found = m_retained.find(variable.index);
    return found != m_retained.end() && found->second.isReleased;
}

bool Captures::postponesRelease(VariableId variable)
{
    const auto found = m_retained.find(variable.index);
    if (found == m_retained.end())
        return false;
    found->second.isReleased = true;
    return true;
}

}  // namespace engine::frontend
