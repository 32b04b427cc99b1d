#include "engine/devices/cpu/computer.h"

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
    trace::WaitRecord record = beginWait(m_parts.trace, site, WaitTarget::Op);
    record.device = found->device;
    record.op = m_parts.engine.lastWriter(found->scheduled);
    Status status = m_parts.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = m_parts.devices->await(*found, record.releasedBy);
    return endWait(m_parts.trace, status, record);
}

Status Computer::waitAll(const device::WaitSite& site)
{
    trace::WaitRecord record = beginWait(m_parts.trace, site, WaitTarget::All);
    Status status = m_parts.engine.waitAll(&record.releasedBy);
    if (Status ended = m_parts.devices->awaitAll(record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_parts.trace, status, record);
}

Status Computer::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (!m_parts.isDevice(device))
        return m_parts.unknownDevice(device, "");
    trace::WaitRecord record = beginWait(m_parts.trace, site, WaitTarget::Device);
    record.device = device;
    Status status = m_parts.devices->awaitIssued(device, record.releasedBy);
    if (Status ended = m_parts.devices->awaitDevice(device, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_parts.trace, status, record);
}

Status Computer::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (!m_parts.streams.has(stream))
        return unknownStream();
    trace::WaitRecord record = beginWait(m_parts.trace, site, WaitTarget::Stream);
    const Stream& queue = m_parts.streams[stream];
    record.device = queue.device;
    Status status = queue.isDefault ? m_parts.devices->awaitIssued(queue.device, record.releasedBy)
                                    : m_parts.engine.waitToRead(queue.scheduled, &record.releasedBy);
    if (Status ended = m_parts.devices->awaitStream(stream, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_parts.trace, status, record);
}

StreamId Computer::currentStream(DeviceId device) const
{
    return m_parts.isDevice(device) ? m_parts.streams.currentOf(device) : StreamId{0};
}

void Computer::setCurrentStream(DeviceId device, StreamId stream)
{
    if (m_parts.isDevice(device) && m_parts.streams.has(stream) && m_parts.streams[stream].device == device)
        m_parts.streams.setCurrent(stream);
}

Result<StreamId> Computer::createStream(DeviceId device)
{
    if (!m_parts.isDevice(device))
        return m_parts.unknownDevice(device, "");
    const StreamId stream = m_parts.streams.add(device, m_parts.engine.newVariable());
    if (Status status = m_parts.devices->addStream(device); !status)
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
    trace::WaitRecord record = beginWait(m_parts.trace, site, WaitTarget::Event);
    record.device = found->device;
    Status status = m_parts.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = m_parts.devices->awaitEvent(*found);
    return endWait(m_parts.trace, status, record);
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
