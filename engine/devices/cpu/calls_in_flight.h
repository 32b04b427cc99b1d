#pragma once

#include "engine/devices/cpu/computer_state.h"

#include <span>
#include <vector>

namespace engine::devices::cpu {

constexpr std::chrono::microseconds kBriefly{100};  ///< how long a thread polls for the end of a collective

/// The collectives that have not ended. Under PyTorch's rules, the program's thread runs the operations; before an
/// operation, it waits for the collectives on which the operation depends.
/// Thread: the program's.
class CallsInFlight {
public:
    explicit CallsInFlight(ComputerState& state);

    /// One operation of a collective.
    struct Entry {
        OpId call;        ///< number of the collective, as returned to the program
        DeviceId device;  ///< device of the collective's tensors
        VariableId done;  ///< variable of the dependency engine that only this operation writes
        // The tensors of the collective; later operations that use them must wait for it.
        std::vector<VariableId> reads;
        std::vector<VariableId> writes;
    };
    /// Adds an entry, and removes entries that have ended.
    void add(Entry entry);
    /// Returns true if `call` is a collective that has not ended.
    [[nodiscard]] bool contains(OpId call);

    /// Waits for the collectives that must end before operation `op`, which uses these tensors. Errors: the failure of
    /// a collective.
    [[nodiscard]] Status await(std::span<const VariablePtr> reads, std::span<const VariablePtr> writes, OpId op,
                               std::int32_t line);
    /// Waits until the collectives' operations for the device, or for the call, have ended. The copy of a collective's
    /// result back to a GPU may still run in the GPU's stream.
    [[nodiscard]] Status awaitDevice(DeviceId device);
    [[nodiscard]] Status awaitCall(OpId call);
    /// If a collective in progress writes this tensor, polls for its end for a short time (kBriefly). Returns whether
    /// there was such a collective.
    [[nodiscard]] bool awaitBriefly(const VariablePtr& variable) const;

private:
    void forgetComplete();
    [[nodiscard]] bool awaitBriefly(const Entry& entry) const;

    ComputerState& m_state;
    const NameId m_waitName;
    std::vector<Entry> m_entries;
};

}  // namespace engine::devices::cpu
