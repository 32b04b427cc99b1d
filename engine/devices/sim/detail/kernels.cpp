#include "engine/devices/sim/detail/kernels.h"

namespace engine::devices::sim::detail {

namespace {

constexpr int kUnlimited = 1 << 20;

}  // namespace

Kernels::Kernels(State& state, Streams& streams, const Workers& workers)
    : m_state(state), m_streams(streams), m_workers(workers)
{
    m_processors.emplace_back(KernelShare::Options{.mostResident = kUnlimited, .isFair = true});
    for (const device::GpuModel& gpu : state.profile.gpus)
        m_processors.emplace_back(KernelShare::Options{
            .mostResident = gpu.residentGrids, .isFair = gpu.isSharingFair, .interference = gpu.interference});
}

void Kernels::start(Slot slot)
{
    Processor& processor = processorOf(m_state.operations[slot]);
    if (!processor.waiting.empty() || !processor.share.hasRoom())
        processor.waiting.push_back(slot);
    else
        launch(slot);
}

void Kernels::launch(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    op.lane = m_state.isTorch() && op.gpu >= 0 ? m_streams.laneOf(op.stream) : m_workers.laneOf(op);
    op.started = m_state.now;
    op.hasStarted = true;
    processorOf(op).share.start(slot, op.cost.share, op.cost.memory, op.cost.ns, m_state.now);
}

const std::vector<Slot>& Kernels::end(DeviceId device)
{
    Processor& processor = m_processors[device.index];
    m_ended.clear();
    processor.share.collectDone(m_state.now, m_ended);
    // Waiting kernels start before operations that the ended kernels release, because the waiting ones were launched
    // earlier.
    while (!processor.waiting.empty() && processor.share.hasRoom()) {
        const Slot slot = processor.waiting.front();
        processor.waiting.pop_front();
        if (!m_ended.empty())
            m_state.operations[slot].startCause = {trace::CauseKind::Resource, m_state.operations[m_ended.front()].id};
        launch(slot);
    }
    return m_ended;
}

void Kernels::setTraffic(DeviceId device, Links::Traffic traffic)
{
    const double dramRate = m_state.profile.gpus[device.index - 1].dramRate * kPerNs;
    m_processors[device.index].share.setCopies(traffic.copies, traffic.rate / dramRate, m_state.now);
}

void Kernels::scheduleEnds()
{
    // Schedules the ends of GPU kernels before those of CPU kernels: of ends at the same time, the one scheduled first
    // is processed first.
    for (std::size_t i = 1; i < m_processors.size(); ++i)
        scheduleEnd(i);
    scheduleEnd(0);
}

void Kernels::scheduleEnd(std::size_t device)
{
    Processor& processor = m_processors[device];
    if (processor.scheduled == processor.share.version())
        return;
    processor.scheduled = processor.share.version();
    if (const std::int64_t end = processor.share.nextEnd(); end >= 0)
        m_state.events.schedule(end, EventKind::KernelsEnd, static_cast<std::uint32_t>(device), processor.scheduled);
}

}  // namespace engine::devices::sim::detail
