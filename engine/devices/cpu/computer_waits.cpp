#include "engine/devices/cpu/computer.h"
#include "engine/devices/cpu/wait_record.h"

#include <utility>

/// The waits of Computer.
namespace engine::devices::cpu {

using trace::WaitTarget;

Status Computer::waitToRead(VariableId variable, const device::WaitSite& site)
{
    const VariablePtr found = m_tensors.find(variable);
    if (!found)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "The program waits for a tensor that does not exist (any more).");
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::Op);
    record.device = found->device;
    record.op = m_state.engine.lastWriter(found->scheduled);
    if (record.op.isValid() && record.op == m_state.fetched.op) {
        record.begin = std::exchange(m_state.fetched, {}).begin;
        record.releasedBy = record.op;
    }
    const bool hasWaited = m_communicator && m_communicator->inFlight().awaitBriefly(found);
    Status status = m_state.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (hasWaited && !record.releasedBy.isValid())
        record.releasedBy = record.op;
    if (status)
        status = m_state.devices->waits().await(*found, record.releasedBy);
    return endWait(m_state.trace, status, record);
}

Status Computer::waitAll(const device::WaitSite& site)
{
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::All);
    Status status = m_state.engine.waitAll(&record.releasedBy);
    if (Status ended = m_state.devices->waits().awaitAll(record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

Status Computer::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (!m_state.isDevice(device))
        return m_state.unknownDevice(device, "");
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::Device);
    record.device = device;
    Status status = m_state.devices->waits().awaitIssued(device, record.releasedBy);
    if (Status ended = m_state.devices->waits().awaitDevice(device, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

}  // namespace engine::devices::cpu
