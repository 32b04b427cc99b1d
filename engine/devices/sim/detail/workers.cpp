#include "engine/devices/sim/detail/simulator.h"

// Workers of an engine that takes ready operations (MXNet): the CPU's, and per GPU those for kernels and for copies.
namespace engine::devices::sim::detail {

std::uint32_t Simulator::groupOf(const SimOp& op) const
{
    if (op.gpu < 0)
        return 0;
    const bool isOwn = !m_options.copyStream || *m_options.copyStream == device::CopyStream::Own;
    return 1 + 2 * static_cast<std::uint32_t>(op.gpu) + (op.kind == OpClass::Copy && isOwn ? 1 : 0);
}

void Simulator::enqueue(Slot slot)
{
    Group& group = m_groups[groupOf(m_ops[slot])];
    if (group.idle.empty()) {
        group.queue.push(slot, m_ops[slot].priority);
        return;
    }
    const std::uint32_t worker = group.idle.back();
    group.idle.pop_back();
    takeByWorker(worker, slot);
}

void Simulator::enqueueMarker()
{
    Group& group = m_groups[0];
    m_isMarkerDone = !group.idle.empty();
    if (!m_isMarkerDone)
        group.queue.push(kNoSlot, 0);
}

void Simulator::freeWorker(std::uint32_t index, std::uint32_t worker, OpId after)
{
    Group& group = m_groups[index];
    while (!group.queue.empty()) {
        const Slot slot = group.queue.take();
        if (slot == kNoSlot) {
            m_isMarkerDone = true;
            continue;
        }
        m_ops[slot].startCause = {trace::CauseKind::Worker, after};
        takeByWorker(worker, slot);
        return;
    }
    group.idle.push_back(worker);
}

// Outputs get their memory when the operation runs, not when it is issued.
Status Simulator::takeMemory(SimOp& op, double& ns)
{
    const auto need = [&](VariableId id) -> Status {
        Variable& variable = m_storage[id];
        if (variable.hasMemory)
            return {};
        const device::HostMemoryMode mode = variable.hostMemory.value_or(m_options.hostMemory);
        const Result<Taken> taken = m_storage.take(id, 0, mode, op.id, m_now);
        if (!taken)
            return taken.error();
        ns += taken->driverNs + taken->poolNs;
        if (taken->driverFrees > 0)
            ns += taken->driverFrees * m_profile.gpus[variable.device.index - 1].freeNs;
        if (op.kind == OpClass::Copy && taken->pagesToPin.value > 0) {
            op.copy.pageNs += pinNs(m_profile.host, taken->pagesToPin);
            op.copy.pageWork = "pin";
        } else if (op.kind == OpClass::HostKernel) {
            op.cost.ns += touchNs(m_profile.host, op.pageTouchNs, taken->pagesToFault);
        } else if (op.kind == OpClass::Copy) {
            op.copy.pageNs += faultNs(m_profile.host, taken->pagesToFault);
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

void Simulator::takeByWorker(std::uint32_t worker, Slot slot)
{
    SimOp& op = m_ops[slot];
    op.worker = worker;
    double ns = 0;
    if (const Status status = takeMemory(op, ns); !status) {
        op.started = m_now;
        op.failure = std::make_unique<Error>(status.error());
        // Later, not from here: a long row of such failures must not be as many calls deep.
        m_events.schedule(m_now, Happening::Start, slot);
        return;
    }
    if (op.gpu >= 0)
        ns += m_profile.engine.gpuOpNs + (op.kind == OpClass::GpuKernel ? m_profile.engine.launchNs : 0);
    if (op.prepareNs > 0) {
        const auto begin = m_now + static_cast<std::int64_t>(ns + 0.5);
        ns += op.prepareNs;
        m_trace.host(begin, m_now + static_cast<std::int64_t>(ns + 0.5), m_trace.intern("find algorithm"), op.line,
                     op.id, m_groups[groupOf(op)].lanes[worker]);
    }
    const auto delay = static_cast<std::int64_t>(ns + 0.5);
    if (delay > 0 || op.kind == OpClass::Marker)
        m_events.schedule(m_now + delay, Happening::Start, slot);
    else
        begin(slot);
}

}  // namespace engine::devices::sim::detail
