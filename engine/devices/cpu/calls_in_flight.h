#pragma once

#include "engine/devices/cpu/computer_state.h"

#include <span>
#include <vector>

namespace engine::devices::cpu {

constexpr std::chrono::microseconds kBriefly{100};  ///< how long a thread polls for the end of a collective

/// The collectives that have not ended, for the waits of the program's thread. Under PyTorch's rules operations run on
/// that thread, which therefore waits for the collectives that the next operation depends on.
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
    /// Waits until the operations of the device, or of the call, have ended. A copy back to a GPU has then been queued
    /// in its stream, but may still run.
    [[nodiscard]] Status awaitDevice(DeviceId device);
    [[nodiscard]] Status awaitCall(OpId call);
    /// If a collective in progress writes this tensor, polls for its end for a short time (kBriefly). Returns whether a
    /// collective wrote the tensor when the function was called.
    [[nodiscard]] bool awaitBriefly(const VariablePtr& variable) const;

private:
    void forgetComplete();
    [[nodiscard]] bool awaitBriefly(const Entry& entry) const;

    ComputerState& m_state;
    const NameId m_waitName;
    std::vector<Entry> m_entries;
};

}  // namespace engine::devices::cpu
