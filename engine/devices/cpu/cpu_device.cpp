#include "engine/devices/cpu/cpu_device.h"

#include "engine/ops/shape_rules.h"

#include <algorithm>

namespace engine::devices::cpu {

CpuDevice::CpuDevice(ComputerState& state)
    : m_state(state),
      m_team(state.helpers),
      m_executor(state.memory.tensors(), m_team),
      m_waits(state),
      m_helperBegin(static_cast<std::size_t>(state.helpers))
{
}

schedule::GroupId CpuDevice::groupOf(const Task& task) const
{
    return task.operation.op == ops::Operator::Copy && !isInline(m_state.options) ? kCopyGroup : kComputeGroup;
}

schedule::GroupId CpuDevice::groupOfWrites(const Variable&) const
{
    return kComputeGroup;
}

void CpuDevice::describe(const Task& task, trace::IssueRecord& record) const
{
    record.kind = ops::kindOf(task.operation);
}

Status CpuDevice::allocate(const Task& task, OpId op)
{
    if (m_state.options.semantics != device::Semantics::Torch)
        return {};
    for (const VariablePtr& output : task.outputs())
        if (Status status = m_state.memory.allocate(output->tensor, op); !status)
            return status;
    return {};
}

Status CpuDevice::allocateHost(Variable& variable, OpId op)
{
    return m_state.memory.allocate(variable.tensor, op);
}

Team::Watch CpuDevice::watchOf(const Task& task, OpId op)
{
    Team::Watch watch;
    watch.enter = [this](int helper) { m_helperBegin[static_cast<std::size_t>(helper)] = m_state.trace.now(); };
    watch.leave = [this, name = task.name, line = task.line, op](int helper) {
        const auto index = static_cast<std::size_t>(helper);
        m_state.trace.write(
            trace::HostRecord{m_helperBegin[index], m_state.trace.now(), line, name, op, m_state.lanes.cores[index]});
    };
    return watch;
}

Status CpuDevice::run(Task& task, const schedule::RunningBody& running)
{
    const bool isShared = task.isLong && running.group == kComputeGroup;
    Executor::Share share;
    if (isShared) {
        m_state.trace.write(trace::StartRecord{running.op, m_state.lanes.compute[running.worker], m_state.trace.now()});
        share = {std::max(1, m_state.host.cores / m_state.options.computeWorkers), watchOf(task, running.op)};
    }
    std::vector<Tensor*> tensors;
    tensors.reserve(task.variables.size());
    for (const VariablePtr& variable : task.variables)
        tensors.push_back(&variable->tensor);
    const std::span<Tensor* const> all(tensors);
    const std::size_t inputs = task.operation.inputs.size();
    Status status = m_executor.execute(task.operation, all.first(inputs), all.subspan(inputs), running.op, share);
    if (!status)
        status = m_state.memory.refusal(std::move(status).error(), ops::outputBytesOf(task.operation));
    const Nanoseconds end = m_state.trace.now();
    for (const VariablePtr& output : task.outputs()) {
        output->made = end;
        output->maker = running.op;
        output->line = task.line;
    }
    // Frees dropped tensors here, so that a thread that waits for this operation finds their memory free.
    task.variables.clear();
    return status;
}

Status CpuDevice::store(Variable& variable, std::span<const float> values)
{
    Tensor& tensor = variable.tensor;
    if (Status status = m_state.memory.allocate(tensor, {}); !status)
        return status;
    std::ranges::copy(values, tensor.block.data());
    tensor.block.setProducer({});
    variable.made = m_state.trace.now();
    variable.maker = {};
    variable.line = 0;
    return {};
}

Status CpuDevice::observe(Variable& variable, const std::string& metric, std::int32_t step)
{
    const Block& block = variable.tensor.block;
    if (block)
        m_state.trace.writeMean({block.data(), static_cast<std::size_t>(variable.tensor.shape.elements())},
                                {variable.made, variable.maker, variable.line}, metric, step);
    return {};
}

Status CpuWaits::recordEvent(const EventPtr& event, StreamId)
{
    event->time.store(m_state.trace.now().count());
    return {};
}

Status CpuWaits::awaitIssued(DeviceId, OpId& releasedBy)
{
    return m_state.engine.waitAll(&releasedBy);
}

}  // namespace engine::devices::cpu
