#include "engine/devices/sim/detail/operations.h"

#include <algorithm>

namespace engine::devices::sim::detail {

Slot Operations::allocate()
{
    if (m_spare.empty()) {
        m_ops.emplace_back();
        return static_cast<Slot>(m_ops.size() - 1);
    }
    const Slot slot = m_spare.back();
    m_spare.pop_back();
    return slot;
}

void Operations::enter(Slot slot)
{
    const SimOp& op = m_ops[slot];
    m_slots.push_back(slot);
    m_finished.push_back(-1);
    ++m_pending;
    ++m_pendingOf[op.home.index];
    if (op.otherHome.isValid())
        ++m_pendingOf[op.otherHome.index];
}

void Operations::leave(const SimOp& op, std::int64_t now)
{
    m_slots[op.id.index] = kNoSlot;
    m_finished[op.id.index] = now;
    m_lastCompleted = op.id;
    --m_pending;
    --m_pendingOf[op.home.index];
    if (op.otherHome.isValid())
        --m_pendingOf[op.otherHome.index];
}

void Operations::orderAfter(Slot slot, OpId before, Gate gate)
{
    if (!before.isValid() || isDone(before))
        return;
    m_ops[m_slots[before.index]].followers.push(gate == Gate::HardwareQueue ? slot | kQueueGate : slot);
    m_ops[slot].predecessors.push(before.index);
    ++m_ops[slot].gates;
}

Error Operations::deadlock() const
{
    // Follows pending predecessors. If an operation occurs twice, the operations wait for each other in a cycle.
    const auto pending = std::ranges::find_if(m_slots, [](Slot slot) { return slot != kNoSlot; });
    OpId at = pending == m_slots.end() ? OpId{} : OpId{static_cast<std::size_t>(pending - m_slots.begin())};
    std::vector<OpId> path;
    while (at.isValid() && std::ranges::find(path, at) == path.end()) {
        path.push_back(at);
        const SimOp& op = m_ops[m_slots[at.index]];
        at = OpId{};
        for (std::size_t i = 0; i < op.predecessors.size() && !at.isValid(); ++i)
            if (!isDone(OpId{op.predecessors[i]}))
                at = OpId{op.predecessors[i]};
    }
    std::string text;
    for (auto it = at.isValid() ? std::ranges::find(path, at) : path.begin(); it != path.end(); ++it)
        text += (text.empty() ? "operation " : " waits for operation ") + std::to_string(it->index);
    if (at.isValid())
        text += " waits for operation " + std::to_string(at.index);
    return untranslatedError(ErrorCode::Deadlock,
                             "Nothing can happen any more: " + (text.empty() ? "no operation is pending" : text) +
                                 ". Remove one of these waits.");
}

}  // namespace engine::devices::sim::detail
