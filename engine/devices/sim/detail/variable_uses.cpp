#include "engine/devices/sim/detail/variable_uses.h"

#include <utility>

namespace engine::devices::sim::detail {

void VariableUses::add(VariableId id, const SimOp& op)
{
    Variable& variable = m_state.storage[id];
    Variable& root = m_state.storage.rootOf(id);
    ++variable.uses;
    if (&root != &variable)
        ++root.uses;
    if (isForeign(root, op))
        ++root.foreignUses;
}

void VariableUses::remove(const SimOp& op)
{
    for (std::size_t i = 0; i < op.reads.size(); ++i)
        remove(VariableId{op.reads[i]}, op);
    for (std::size_t i = 0; i < op.writes.size(); ++i)
        remove(VariableId{op.writes[i]}, op);
}

void VariableUses::removeReader(VariableId id)
{
    --m_state.storage[id].uses;
    eraseUnused(id);
}

void VariableUses::remove(VariableId id, const SimOp& op)
{
    const VariableId rootId = m_state.storage[id].root;
    Variable& root = m_state.storage[rootId];
    if (isForeign(root, op) && --root.foreignUses == 0 && root.holders == 0)
        m_state.storage.makeAvailable(rootId);
    if (--root.uses == 0 && root.holders == 0 && root.hasMemory)
        m_pages.unmap(m_state.storage.free(rootId, memory::DevicePool::Reuse::Now, m_state.now));
    if (id != rootId)
        --m_state.storage[id].uses;
    eraseUnused(id);
}

Bytes VariableUses::release(VariableId id)
{
    using Reuse = memory::DevicePool::Reuse;
    const VariableId rootId = m_state.storage[id].root;
    Variable& root = m_state.storage[rootId];
    Bytes toUnmap;
    if (root.holders == 0) {
        // PyTorch frees device memory immediately, because the operations of its stream run in order.
        if (m_state.isTorch() && root.device.index > 0)
            static_cast<void>(
                m_state.storage.free(rootId, root.foreignUses > 0 ? Reuse::Later : Reuse::Now, m_state.now));
        if (root.uses == 0)
            toUnmap = m_state.storage.free(rootId, Reuse::Now, m_state.now);
        if (!m_state.isTorch())
            m_pages.unmap(std::exchange(toUnmap, {}));
    }
    eraseUnused(id);
    return toUnmap;
}

/// Erases the variable if neither the program nor an operation or a view needs it; if it was erased, does the same for
/// its base.
void VariableUses::eraseUnused(VariableId id)
{
    while (id.isValid()) {
        const Variable& variable = m_state.storage[id];
        if (!variable.isReleased || variable.uses > 0 || variable.views > 0)
            return;
        const VariableId base = m_views.forget(id);
        // Scratch variables have no values.
        if (const device::ValueId value = variable.value; m_values != nullptr && value.isValid())
            m_values->release(value);
        m_state.storage.forget(id);
        id = base;
    }
}

}  // namespace engine::devices::sim::detail
