#pragma once

#include "engine/devices/cpu/computer_state.h"

#include <vector>

namespace engine::devices::cpu {

/// The tensors of the program and their values. Thread: the program's.
class Tensors {
public:
    explicit Tensors(ComputerState& state) : m_state(state) {}

    /// Returns null for an unknown or released variable.
    [[nodiscard]] VariablePtr find(VariableId variable) const
    {
        return variable.index < m_variables.size() ? m_variables[variable.index] : nullptr;
    }
    /// Errors of the following functions: those of device::Platform's functions of the same name.
    [[nodiscard]] Result<VariableId> create(const device::VariableRequest& request);
    void release(VariableId variable);
    [[nodiscard]] Status write(VariableId variable, std::span<const float> values);
    [[nodiscard]] Result<std::span<const float>> read(VariableId variable) const;
    void observe(VariableId variable, std::string_view metric, std::int32_t step);

    /// Releases all variables; their ids become invalid.
    void clear() { m_variables.clear(); }

private:
    ComputerState& m_state;
    std::vector<VariablePtr> m_variables;
    VariableId m_observations;  ///< all observations write this variable, so they run in order
};

}  // namespace engine::devices::cpu
