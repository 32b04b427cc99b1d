#pragma once

#include "engine/base/result.h"
#include "engine/devices/sim/detail/sim_op.h"

#include <deque>
#include <string>
#include <vector>

namespace engine::devices::sim::detail {

/// How one operation is ordered after another one, besides data dependencies.
enum class Gate : std::uint8_t { Stream, HardwareQueue };

/// The operations of a program run. Stores pending operations in slots, which are reused, and the end time of each
/// ended operation.
class Operations {
public:
    explicit Operations(std::size_t devices) : m_pendingOf(devices, 0) {}

    [[nodiscard]] Slot allocate();
    void free(Slot slot)
    {
        m_ops[slot] = SimOp{};
        m_spare.push_back(slot);
    }
    [[nodiscard]] SimOp& operator[](Slot slot) { return m_ops[slot]; }

    [[nodiscard]] OpId nextId() const { return OpId{m_slots.size()}; }
    /// Marks the operation as pending, with the id nextId().
    void enter(Slot slot);
    /// Marks the operation as ended at `now`; its slot stays allocated.
    void leave(const SimOp& op, std::int64_t now);
    /// Makes `slot` wait until `before` is complete; no effect if `before` is already complete. Called before submit().
    void orderAfter(Slot slot, OpId before, Gate gate = Gate::Stream);

    [[nodiscard]] bool isDone(OpId op) const { return m_slots[op.index] == kNoSlot; }
    /// Whether a copy from the host has read its source, or is complete.
    [[nodiscard]] bool isStaged(OpId op) const { return isDone(op) || m_ops[m_slots[op.index]].isStaged; }
    [[nodiscard]] std::int64_t finishedAt(OpId op) const { return m_finished[op.index]; }
    [[nodiscard]] OpId lastCompleted() const { return m_lastCompleted; }
    [[nodiscard]] std::int64_t pending() const { return m_pending; }
    [[nodiscard]] std::int64_t pending(DeviceId device) const { return m_pendingOf[device.index]; }

    /// Returns a Deadlock error that names the operations that wait for each other.
    [[nodiscard]] Error deadlock() const;
    /// Marks all pending operations as ended now and calls `visit` for each, in the order of their ids.
    void dropAll(std::int64_t now, auto visit)
    {
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            if (m_slots[i] != kNoSlot) {
                SimOp& op = m_ops[m_slots[i]];
                visit(op);
                leave(op, now);
            }
    }

private:
    std::deque<SimOp> m_ops;  ///< by slot
    std::vector<Slot> m_spare;
    std::vector<Slot> m_slots;             ///< by operation; kNoSlot: complete
    std::vector<std::int64_t> m_finished;  ///< by operation, ns
    std::int64_t m_pending = 0;
    std::vector<std::int64_t> m_pendingOf;  ///< by device
    OpId m_lastCompleted;
};

}  // namespace engine::devices::sim::detail
