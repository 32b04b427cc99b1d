#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/views.h"

namespace engine::devices::sim::detail {

/// Counts the pending operations that use each variable, and frees released variables after their last use.
class VariableUses {
public:
    VariableUses(State& state, HostPages& pages, Views& views, device::ValueEngine* values)
        : m_state(state), m_pages(pages), m_views(views), m_values(values)
    {
    }

    /// Counts `op` as a user of the variable until remove(op).
    void add(VariableId id, const SimOp& op);
    /// Call when `op` has ended.
    void remove(const SimOp& op);
    /// Counts a reader of the variable's values that is not an operation, until removeReader(id).
    void addReader(VariableId id) { ++m_state.storage[id].uses; }
    void removeReader(VariableId id);
    /// Call after Storage::drop(), when the program has released the variable. Returns the bytes that the program's
    /// thread must unmap.
    [[nodiscard]] Bytes release(VariableId id);

private:
    [[nodiscard]] bool isForeign(const Variable& variable, const SimOp& op) const
    {
        return m_state.isTorch() && variable.device.index > 0 && variable.stream != op.stream;
    }
    void remove(VariableId id, const SimOp& op);
    void eraseUnused(VariableId id);

    State& m_state;
    HostPages& m_pages;
    Views& m_views;
    device::ValueEngine* m_values;
};

}  // namespace engine::devices::sim::detail
