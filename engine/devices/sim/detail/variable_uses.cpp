#include "engine/devices/sim/detail/variable_uses.h"

namespace engine::devices::sim::detail {

void VariableUses::add(VariableId id, const SimOp& op)
{
    Variable& variable = m_state.storage[id];
    ++variable.uses;
    if (isForeign(variable, op))
        ++variable.foreignUses;
}

void VariableUses::remove(const SimOp& op)
{
    for (std::size_t i = 0; i < op.reads.size(); ++i)
        remove(VariableId{op.reads[i]}, op);
    for (std::size_t i = 0; i < op.writes.size(); ++i)
        remove(VariableId{op.writes[i]}, op);
}

void VariableUses::remove(VariableId id, const SimOp& op)
{
    Variable& variable = m_state.storage[id];
    if (isForeign(variable, op) && --variable.foreignUses == 0 && variable.isReleased)
        m_state.storage.makeAvailable(id);
    if (--variable.uses > 0 || !variable.isReleased)
        return;
    if (variable.hasMemory)
        m_pages.unmap(m_state.storage.free(id, memory::DevicePool::Reuse::Now, m_state.now));
    erase(id);
}

Bytes VariableUses::release(VariableId id)
{
    using Reuse = memory::DevicePool::Reuse;
    Variable& variable = m_state.storage[id];
    variable.isReleased = true;
    // PyTorch frees device memory at once, because the operations of its stream run in order.
    if (m_state.isTorch() && variable.device.index > 0)
        static_cast<void>(m_state.storage.free(id, variable.foreignUses > 0 ? Reuse::Later : Reuse::Now, m_state.now));
    if (variable.uses > 0)
        return {};
    Bytes toUnmap = m_state.storage.free(id, Reuse::Now, m_state.now);
    if (!m_state.isTorch()) {
        m_pages.unmap(toUnmap);
        toUnmap = {};
    }
    erase(id);
    return toUnmap;
}

void VariableUses::erase(VariableId id)
{
    // Scratch variables have no values.
    const device::ValueId value = m_state.storage[id].value;
    if (m_values != nullptr && value.isValid())
        m_values->release(value);
    m_state.storage.forget(id);
}

}  // namespace engine::devices::sim::detail
