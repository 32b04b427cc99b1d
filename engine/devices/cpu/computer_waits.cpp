#include "engine/devices/cpu/computer.h"

#include <utility>

/// The part of Computer that implements waits, streams and events.
namespace engine::devices::cpu {

using trace::WaitTarget;

namespace {

trace::WaitRecord beginWait(const RunTrace& trace, const device::WaitSite& site, WaitTarget target)
{
    trace::WaitRecord record;
    record.begin = trace.now();
    record.line = site.line;
    record.call = site.call;
    record.target = target;
    return record;
}

Status endWait(RunTrace& trace, const Status& status, trace::WaitRecord record)
{
    record.end = trace.now();
    // If no operation ended the wait, the work had ended before the engine was asked: the program did not wait for it.
    if (status && record.target != WaitTarget::Event && !record.releasedBy.isValid())
        record.begin = record.end;
    trace.write(record);
    return status;
}

}  // namespace

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
    const bool hasWaited = m_communicator && m_communicator->awaitBriefly(found);
    Status status = m_state.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (hasWaited && !record.releasedBy.isValid())
        record.releasedBy = record.op;
    if (status)
        status = m_state.devices->await(*found, record.releasedBy);
    return endWait(m_state.trace, status, record);
}

Status Computer::waitAll(const device::WaitSite& site)
{
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::All);
    Status status = m_state.engine.waitAll(&record.releasedBy);
    if (Status ended = m_state.devices->awaitAll(record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

Status Computer::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (!m_state.isDevice(device))
        return m_state.unknownDevice(device, "");
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::Device);
    record.device = device;
    Status status = m_state.devices->awaitIssued(device, record.releasedBy);
    if (Status ended = m_state.devices->awaitDevice(device, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

Status Computer::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (!m_state.streams.has(stream))
        return unknownStream();
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::Stream);
    const Stream& queue = m_state.streams[stream];
    record.device = queue.device;
    Status status = queue.isDefault ? m_state.devices->awaitIssued(queue.device, record.releasedBy)
                                    : m_state.engine.waitToRead(queue.scheduled, &record.releasedBy);
    if (Status ended = m_state.devices->awaitStream(stream, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

StreamId Computer::currentStream(DeviceId device) const
{
    return m_state.isDevice(device) ? m_state.streams.currentOf(device) : StreamId{0};
}

void Computer::setCurrentStream(DeviceId device, StreamId stream)
{
    if (m_state.isDevice(device) && m_state.streams.has(stream) && m_state.streams[stream].device == device)
        m_state.streams.setCurrent(stream);
}

Result<StreamId> Computer::createStream(DeviceId device)
{
    if (!m_state.isDevice(device))
        return m_state.unknownDevice(device, "");
    const StreamId stream = m_state.streams.add(device, m_state.engine.newVariable());
    if (Status status = m_state.devices->addStream(device); !status)
        return std::move(status).error();
    return stream;
}

Result<EventId> Computer::recordEvent(StreamId stream)
{
    return m_events.record(stream);
}

Status Computer::recordAgain(EventId event, StreamId stream)
{
    return m_events.recordAgain(event, stream);
}

void Computer::streamWait(StreamId stream, EventId event)
{
    m_events.makeWait(stream, event);
}

Status Computer::synchronizeEvent(EventId event, const device::WaitSite& site)
{
    const EventPtr found = m_events.find(event);
    if (!found)
        return unknownEvent();
    trace::WaitRecord record = beginWait(m_state.trace, site, WaitTarget::Event);
    record.device = found->device;
    Status status = m_state.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = m_state.devices->awaitEvent(*found);
    return endWait(m_state.trace, status, record);
}

bool Computer::isEventDone(EventId event)
{
    const EventPtr found = m_events.find(event);
    return found && found->time.load() >= 0;
}

Result<Nanoseconds> Computer::elapsed(EventId begin, EventId end)
{
    return m_events.elapsed(begin, end);
}

}  // namespace engine::devices::cpu
