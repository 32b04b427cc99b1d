#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/state.h"

namespace engine::devices::sim::detail {

/// Counts the pending operations that use each variable, and frees released variables after their last use.
class VariableUses {
public:
    VariableUses(State& state, HostPages& pages, device::ValueEngine* values)
        : m_state(state), m_pages(pages), m_values(values)
    {
    }

    /// `op` uses the variable until it ends.
    void add(VariableId id, const SimOp& op);
    /// `op` has ended.
    void remove(const SimOp& op);
    /// The program has released the variable. Returns the bytes that the program's thread must unmap.
    [[nodiscard]] Bytes release(VariableId id);

private:
    [[nodiscard]] bool isForeign(const Variable& variable, const SimOp& op) const
    {
        return m_state.isTorch() && variable.device.index > 0 && variable.stream != op.stream;
    }
    void remove(VariableId id, const SimOp& op);
    void erase(VariableId id);

    State& m_state;
    HostPages& m_pages;
    device::ValueEngine* m_values;
};

}  // namespace engine::devices::sim::detail
