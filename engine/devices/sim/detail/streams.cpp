#include "engine/devices/sim/detail/simulator.h"

#include <algorithm>

// What orders operations besides their data, and the ways in which a run ends before they do.
namespace engine::devices::sim::detail {

void Simulator::orderAfter(Slot slot, OpId before, bool isQueue)
{
    if (!before.isValid() || isDone(before))
        return;
    m_ops[m_slots[before.index]].followers.push(isQueue ? slot | kQueueGate : slot);
    m_ops[slot].predecessors.push(before.index);
    ++m_ops[slot].gates;
}

void Simulator::intoStream(Slot slot)
{
    SimOp& op = m_ops[slot];
    Stream& stream = m_streams[op.stream];
    orderAfter(slot, stream.tail);
    for (OpId awaited : stream.awaited)
        if (awaited != stream.tail)
            orderAfter(slot, awaited);
    stream.awaited.clear();
    const std::uint32_t legacy = m_defaultStreams[stream.device.index];
    if (op.stream == legacy)
        for (std::uint32_t blocking : m_blocking[stream.device.index])
            orderAfter(slot, m_streams[blocking].tail);
    else if (stream.kind == device::StreamKind::Blocking)
        orderAfter(slot, m_streams[legacy].tail);
    if (op.kind == OpClass::GpuKernel) {
        OpId& queue = m_gpus[static_cast<std::size_t>(op.gpu)].queueTails[stream.hardwareQueue];
        if (queue != stream.tail)
            orderAfter(slot, queue, true);
        queue = op.id;
    }
    stream.tail = op.id;
    ++stream.pending;
}

std::uint32_t Simulator::addStream(DeviceId device, device::StreamKind kind, bool isForCopies)
{
    Stream stream;
    stream.device = device;
    stream.kind = kind;
    stream.isForCopies = isForCopies;
    if (device.index > 0 && !isForCopies) {
        Gpu& gpu = m_gpus[device.index - 1];
        stream.index = static_cast<std::uint16_t>(gpu.streams);
        stream.hardwareQueue =
            static_cast<std::uint32_t>(gpu.streams) % static_cast<std::uint32_t>(gpu.queueTails.size());
        ++gpu.streams;
        if (stream.index == 0)
            stream.lane = m_groups[1 + 2 * (device.index - 1)].lanes[0];
    }
    m_streams.push_back(stream);
    const auto index = static_cast<std::uint32_t>(m_streams.size() - 1);
    if (kind == device::StreamKind::Blocking)
        m_blocking[device.index].push_back(index);
    return index;
}

Status Simulator::deadlock() const
{
    // Follows what operations wait for until one comes up again.
    OpId at;
    for (std::size_t i = 0; i < m_slots.size() && !at.isValid(); ++i)
        if (m_slots[i] != kNoSlot)
            at = OpId{i};
    std::vector<OpId> path;
    while (at.isValid() && std::find(path.begin(), path.end(), at) == path.end()) {
        path.push_back(at);
        const SimOp& op = m_ops[m_slots[at.index]];
        at = OpId{};
        for (std::size_t i = 0; i < op.predecessors.size() && !at.isValid(); ++i)
            if (!isDone(OpId{op.predecessors[i]}))
                at = OpId{op.predecessors[i]};
    }
    std::string text;
    const auto first = std::find(path.begin(), path.end(), at);
    for (auto it = at.isValid() ? first : path.begin(); it != path.end(); ++it)
        text += (text.empty() ? "operation " : " waits for operation ") + std::to_string(it->index);
    if (at.isValid())
        text += " waits for operation " + std::to_string(at.index);
    return makeError(ErrorCode::Deadlock,
                     "Nothing can happen any more: " + (text.empty() ? "no operation is pending" : text) +
                         ". Remove one of these waits.");
}

void Simulator::dropAll()
{
    m_isDropping = true;
    m_engine.cancel();
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (m_slots[i] == kNoSlot)
            continue;
        SimOp& op = m_ops[m_slots[i]];
        if (!op.hasStarted)
            op.lane = LaneId{};
        writeLife(op, trace::OpState::Cancelled);
        m_slots[i] = kNoSlot;
        m_finished[i] = m_now;
    }
    m_events.clear();
    m_pending = 0;
    for (Stream& stream : m_streams)
        stream.pending = 0;
    std::fill(m_pendingOf.begin(), m_pendingOf.end(), 0);
    m_deletes = 0;
}

}  // namespace engine::devices::sim::detail
