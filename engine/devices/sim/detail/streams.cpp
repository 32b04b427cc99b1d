#include "engine/devices/sim/detail/streams.h"

namespace engine::devices::sim::detail {

Streams::Streams(State& state, const Lanes& lanes)
    : m_state(state), m_lanes(lanes), m_devices(state.profile.gpus.size() + 1)
{
    for (std::size_t i = 0; i < state.profile.gpus.size(); ++i)
        m_devices[i + 1].queueTails.resize(static_cast<std::size_t>(state.profile.gpus[i].hardwareQueues));
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        m_devices[i].current = add(DeviceId{i}, device::StreamKind::Legacy, StreamUse::Program);
}

std::uint32_t Streams::add(DeviceId device, device::StreamKind kind, StreamUse use)
{
    DeviceStreams& owner = m_devices[device.index];
    Stream stream;
    stream.device = device;
    stream.kind = kind;
    stream.use = use;
    if (device.index > 0 && use == StreamUse::Program) {
        stream.index = static_cast<std::uint16_t>(owner.streams);
        stream.hardwareQueue = owner.streams % static_cast<std::uint32_t>(owner.queueTails.size());
        ++owner.streams;
        if (stream.index == 0)
            stream.lane = m_lanes.gpus[device.index - 1].compute[0];
    }
    m_streams.push_back(stream);
    if (kind == device::StreamKind::Blocking)
        owner.blocking.push_back(size() - 1);
    return size() - 1;
}

void Streams::enqueue(Slot slot)
{
    Operations& operations = m_state.operations;
    const SimOp& op = operations[slot];
    Stream& stream = m_streams[op.stream];
    DeviceStreams& owner = m_devices[stream.device.index];
    operations.orderAfter(slot, stream.tail);
    for (OpId awaited : stream.awaited)
        if (awaited != stream.tail)
            operations.orderAfter(slot, awaited);
    stream.awaited.clear();
    const std::uint32_t legacy = defaultOf(stream.device);
    if (op.stream == legacy)
        for (std::uint32_t blocking : owner.blocking)
            operations.orderAfter(slot, m_streams[blocking].tail);
    else if (stream.kind == device::StreamKind::Blocking)
        operations.orderAfter(slot, m_streams[legacy].tail);
    if (op.kind == OpClass::GpuKernel) {
        OpId& queue = owner.queueTails[stream.hardwareQueue];
        if (queue != stream.tail)
            operations.orderAfter(slot, queue, Gate::HardwareQueue);
        queue = op.id;
    }
    stream.tail = op.id;
    ++stream.pending;
}

LaneId Streams::laneOf(std::uint32_t index)
{
    Stream& stream = m_streams[index];
    if (!stream.lane.isValid())
        stream.lane = m_state.trace.lane(stream.device, trace::LaneRole::Compute, stream.index,
                                         "stream " + std::to_string(stream.index));
    return stream.lane;
}

}  // namespace engine::devices::sim::detail
