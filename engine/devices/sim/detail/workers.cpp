#include "engine/devices/sim/detail/workers.h"

namespace engine::devices::sim::detail {

Workers::Group::Group(int workers, QueueOrder order, const std::vector<LaneId>& laneOfWorker)
    : queue(order), lanes(laneOfWorker)
{
    for (int i = workers; i-- > 0;)
        idle.push_back(static_cast<std::uint32_t>(i));
}

Workers::Workers(State& state, const Lanes& lanes) : m_state(state)
{
    m_groups.emplace_back(lanes.cpuWorkers, QueueOrder::Ready, lanes.cpu);
    for (const Lanes::Gpu& gpu : lanes.gpus) {
        m_groups.emplace_back(lanes.computeStreams, QueueOrder::Ready, gpu.compute);
        m_groups.emplace_back(state.profile.engine.copyWorkers, QueueOrder::Priority, std::vector<LaneId>{});
    }
}

std::uint32_t Workers::groupOf(const SimOp& op) const
{
    if (op.gpu < 0)
        return 0;
    const bool isOwn = m_state.options.copyStream.value_or(device::CopyStream::Own) == device::CopyStream::Own;
    return 1 + 2 * static_cast<std::uint32_t>(op.gpu) + (op.kind == OpClass::Copy && isOwn ? 1 : 0);
}

LaneId Workers::laneOf(const SimOp& op) const
{
    return m_groups[groupOf(op)].lanes[op.worker == kNone ? 0 : op.worker];
}

bool Workers::acquire(Slot slot)
{
    const SimOp& op = m_state.operations[slot];
    Group& group = m_groups[groupOf(op)];
    if (group.idle.empty()) {
        group.queue.push(slot, op.priority);
        return false;
    }
    const std::uint32_t worker = group.idle.back();
    group.idle.pop_back();
    return start(worker, slot);
}

Slot Workers::release(std::uint32_t index, std::uint32_t worker, OpId after)
{
    Group& group = m_groups[index];
    while (!group.queue.empty()) {
        const Slot slot = group.queue.pop();
        if (slot == kNoSlot) {
            m_isMarkerDone = true;
            continue;
        }
        m_state.operations[slot].startCause = {trace::CauseKind::Worker, after};
        return start(worker, slot) ? slot : kNoSlot;
    }
    group.idle.push_back(worker);
    return kNoSlot;
}

void Workers::enqueueMarker()
{
    Group& group = m_groups[0];
    m_isMarkerDone = !group.idle.empty();
    if (!m_isMarkerDone)
        group.queue.push(kNoSlot, 0);
}

// Allocates the outputs when the operation runs, as MXNet does.
Status Workers::allocate(SimOp& op, double& ns)
{
    const device::HostModel& host = m_state.profile.host;
    const auto need = [&](VariableId used) -> Status {
        const VariableId id = m_state.storage[used].root;
        Variable& variable = m_state.storage[id];
        if (variable.hasMemory)
            return {};
        const device::HostMemoryMode mode = variable.hostMemory.value_or(m_state.options.hostMemory);
        const Result<Allocation> allocation = m_state.storage.allocate(id, 0, mode, op.id, m_state.now);
        if (!allocation)
            return allocation.error();
        ns += allocation->driverNs + allocation->poolNs;
        if (allocation->driverFrees > 0)
            ns += allocation->driverFrees * m_state.profile.gpus[variable.device.index - 1].freeNs;
        if (op.kind == OpClass::Copy && allocation->pagesToPin.value > 0) {
            op.copy.pageNs += pinNs(host, allocation->pagesToPin);
            op.copy.pageWork = "pin";
        } else if (op.kind == OpClass::HostKernel) {
            op.cost.ns += touchNs(host, op.pageTouchNs, allocation->pagesToFault);
        } else if (op.kind == OpClass::Copy) {
            op.copy.pageNs += faultNs(host, allocation->pagesToFault);
            op.copy.pageWork = "fault";
        }
        return {};
    };
    for (std::size_t i = 0; i < op.writes.size(); ++i)
        if (Status status = need(VariableId{op.writes[i]}); !status)
            return status;
    for (std::size_t i = 0; i < op.reads.size(); ++i)
        if (Status status = need(VariableId{op.reads[i]}); !status)
            return status;
    return {};
}

// Returns whether the operation starts now; otherwise its start is scheduled.
bool Workers::start(std::uint32_t worker, Slot slot)
{
    SimOp& op = m_state.operations[slot];
    op.worker = worker;
    double ns = 0;
    if (const Status status = allocate(op, ns); !status) {
        op.started = m_state.now;
        op.failure = std::make_unique<Error>(status.error());
        // An event completes the failed operation: completing many consecutive failures directly would recurse once per
        // failure.
        m_state.events.schedule(m_state.now, EventKind::Start, slot);
        return false;
    }
    if (op.gpu >= 0)
        ns += m_state.profile.engine.gpuOpNs + (op.kind == OpClass::GpuKernel ? m_state.profile.engine.launchNs : 0);
    if (op.prepareNs > 0) {
        const std::int64_t begin = m_state.after(ns);
        ns += op.prepareNs;
        m_state.trace.host(begin, m_state.after(ns), m_state.trace.intern("find algorithm"), op.line, op.id,
                           laneOf(op));
    }
    const std::int64_t start = m_state.after(ns);
    if (start == m_state.now && op.kind != OpClass::Marker)
        return true;
    m_state.events.schedule(start, EventKind::Start, slot);
    return false;
}

}  // namespace engine::devices::sim::detail
