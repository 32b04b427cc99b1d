#include "engine/devices/cuda/detail/host_tensors.h"

#include <algorithm>

namespace engine::devices::cuda::detail {

using device::HostMemoryMode;

HostMemoryMode HostTensors::modeOf(const cpu::Variable& variable) const
{
    return of(variable).hostMemory.value_or(m_parts.computer.options.hostMemory);
}

HostMemoryMode HostTensors::targetModeOf(const cpu::Task& copyOut) const
{
    const cpu::Variable& target = *copyOut.outputs()[0];
    const bool isTorch = m_parts.computer.options.semantics == device::Semantics::Torch;
    return isTorch && copyOut.isNonBlocking && !of(target).hostMemory ? HostMemoryMode::Pinned : modeOf(target);
}

Status HostTensors::allocatePinned(const cpu::Task& task, OpId op)
{
    for (const cpu::VariablePtr& output : task.outputs())
        if (of(*output).hostMemory == HostMemoryMode::Pinned)
            if (Status status = allocate(*output, HostMemoryMode::Pinned, op); !status)
                return status;
    return {};
}

Status HostTensors::allocate(cpu::Variable& variable, HostMemoryMode mode, OpId op)
{
    cpu::HostMemory& memory = m_parts.computer.memory;
    return memory.allocate(variable.tensor, mode == HostMemoryMode::Pinned ? *m_parts.pinned : memory.tensors(), op);
}

Status HostTensors::awaitUses(const cpu::Task& task) const
{
    const std::size_t inputs = task.operation.inputs.size();
    for (std::size_t i = 0; i < task.variables.size(); ++i) {
        const cpu::Variable& variable = *task.variables[i];
        if (variable.device != cpu::kCpu)
            continue;
        for (const Point& point : of(variable).uses.before(i < inputs ? Uses::Access::Read : Uses::Access::Write))
            if (Status status = await(point); !status)
                return status;
    }
    return {};
}

Status HostTensors::awaitUses(const cpu::Task& task, OpId op)
{
    Status status = std::as_const(*this).awaitUses(task);
    const std::lock_guard lock(m_mutex);
    if (status)
        m_awaited[op.index] = schedule::TickClock::ticks();
    else if (status.error().code == ErrorCode::Cancelled)
        m_awaited[op.index] = std::nullopt;
    return status;
}

void HostTensors::correct(schedule::Life& life)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_awaited.find(life.op.index);
    if (found == m_awaited.end())
        return;
    if (found->second)
        life.started = std::max(life.started, *found->second);
    else
        life.state = trace::OpState::Cancelled;
    m_awaited.erase(found);
}

}  // namespace engine::devices::cuda::detail
