#include "engine/frontend/detail/launch_graph.h"

#include "engine/frontend/detail/native.h"

#include <algorithm>
#include <utility>

namespace engine::frontend {

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

bool Captures::forget(VariableId variable)
{
    const auto found = m_retained.find(variable.index);
    if (found == m_retained.end() || --found->second.graphs > 0)
        return false;
    const bool isReleased = found->second.isReleased;
    m_retained.erase(found);
    return isReleased;
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
