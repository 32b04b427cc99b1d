#include "engine/devices/cpu/cpu_platform.h"

/// The part of CpuPlatform that implements waits, streams and events.
namespace engine::devices::cpu {

using trace::WaitTarget;

namespace {

Error unknownStream()
{
    return makeError(ErrorCode::NotFound, "There is no such stream on this computer.");
}

Error unknownEvent()
{
    return makeError(ErrorCode::NotFound, "There is no such event on this computer.");
}

}  // namespace

trace::WaitRecord CpuPlatform::waitRecord(const device::WaitSite& site, WaitTarget target) const
{
    trace::WaitRecord record;
    record.begin = m_clock.now();
    record.line = site.line;
    record.call = site.call;
    record.target = target;
    return record;
}

Status CpuPlatform::waited(const Status& status, trace::WaitRecord record)
{
    record.end = now();
    write(record);
    return status;
}

Status CpuPlatform::waitToRead(VariableId variable, const device::WaitSite& site)
{
    const VariablePtr found = find(variable);
    if (!found)
        return makeError(ErrorCode::InvalidArgument, "The program waits for a tensor that does not exist (any more).");
    trace::WaitRecord record = waitRecord(site, WaitTarget::Op);
    record.device = found->device;
    record.op = m_engine.lastWriter(found->scheduled);
    Status status = m_engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = settle(*found, record.releasedBy);
    return waited(status, record);
}

Status CpuPlatform::waitAll(const device::WaitSite& site)
{
    trace::WaitRecord record = waitRecord(site, WaitTarget::All);
    Status status = m_engine.waitAll(&record.releasedBy);
    if (Status settled = settleAll(record.releasedBy); status)
        status = std::move(settled);
    return waited(status, record);
}

Status CpuPlatform::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (!isDevice(device))
        return unknownDevice(device, "");
    trace::WaitRecord record = waitRecord(site, WaitTarget::Device);
    record.device = device;
    Status status = waitDevice(device, record.releasedBy);
    if (Status settled = settleDevice(device, record.releasedBy); status)
        status = std::move(settled);
    return waited(status, record);
}

Status CpuPlatform::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (!isStream(stream))
        return unknownStream();
    trace::WaitRecord record = waitRecord(site, WaitTarget::Stream);
    const Stream& queue = m_streams[stream.index];
    record.device = queue.device;
    Status status = queue.isDefault ? waitDevice(queue.device, record.releasedBy)
                                    : m_engine.waitToRead(queue.scheduled, &record.releasedBy);
    if (Status settled = settleStream(stream, record.releasedBy); status)
        status = std::move(settled);
    return waited(status, record);
}

Status CpuPlatform::waitDevice(DeviceId, OpId& releasedBy)
{
    return m_engine.waitAll(&releasedBy);
}

StreamId CpuPlatform::currentStream(DeviceId device) const
{
    return isDevice(device) ? m_currentStreams[device.index] : StreamId{0};
}

void CpuPlatform::setCurrentStream(DeviceId device, StreamId stream)
{
    if (isDevice(device) && isStream(stream) && m_streams[stream.index].device == device)
        m_currentStreams[device.index] = stream;
}

Result<StreamId> CpuPlatform::createStream(DeviceId device)
{
    if (!isDevice(device))
        return unknownDevice(device, "");
    m_streams.push_back({m_engine.newVariable(), device, false});
    return StreamId(m_streams.size() - 1);
}

Result<CpuPlatform::EventPtr> CpuPlatform::mark(StreamId stream)
{
    if (!isStream(stream))
        return unknownStream();
    auto event = std::make_shared<Event>();
    event->scheduled = m_engine.newVariable();
    event->device = m_streams[stream.index].device;
    // Operations of the default stream read its variable, so a write to it comes after all of them.
    const std::array writes{m_streams[stream.index].scheduled, event->scheduled};
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.runsAfterFailure = true;
    const Result<OpId> pushed = m_engine.push(
        {}, writes, [this, event, stream] { return reach(event, stream); }, options);
    if (!pushed)
        return pushed.error();
    return event;
}

Status CpuPlatform::reach(const EventPtr& event, StreamId)
{
    event->time.store(m_clock.now().count());
    return {};
}

CpuPlatform::EventPtr CpuPlatform::find(EventId event) const
{
    return event.index < m_events.size() ? m_events[event.index] : nullptr;
}

Result<EventId> CpuPlatform::recordEvent(StreamId stream)
{
    Result<EventPtr> event = mark(stream);
    if (!event)
        return std::move(event).error();
    m_events.push_back(*std::move(event));
    return EventId(m_events.size() - 1);
}

Status CpuPlatform::recordAgain(EventId event, StreamId stream)
{
    if (!find(event))
        return unknownEvent();
    Result<EventPtr> marked = mark(stream);
    if (!marked)
        return std::move(marked).error();
    m_engine.release(m_events[event.index]->scheduled);
    m_events[event.index] = *std::move(marked);
    return {};
}

void CpuPlatform::streamWait(StreamId stream, EventId event)
{
    const EventPtr found = find(event);
    if (!found || !isStream(stream))
        return;
    const std::array reads{found->scheduled};
    const std::array writes{m_streams[stream.index].scheduled};
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.runsAfterFailure = true;
    // push() fails only after cancel(), when the order no longer matters.
    static_cast<void>(m_engine.push(
        reads, writes, [this, found, stream] { return hold(stream, *found); }, options));
}

Status CpuPlatform::synchronizeEvent(EventId event, const device::WaitSite& site)
{
    const EventPtr found = find(event);
    if (!found)
        return unknownEvent();
    trace::WaitRecord record = waitRecord(site, WaitTarget::Event);
    record.device = found->device;
    Status status = m_engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = settleEvent(*found);
    return waited(status, record);
}

bool CpuPlatform::isEventDone(EventId event)
{
    const EventPtr found = find(event);
    return found && found->time.load() >= 0;
}

Result<Nanoseconds> CpuPlatform::elapsed(EventId begin, EventId end)
{
    const EventPtr first = find(begin);
    const EventPtr last = find(end);
    if (!first || !last)
        return unknownEvent();
    const std::int64_t from = first->time.load();
    const std::int64_t to = last->time.load();
    if (from < 0 || to < 0)
        return makeError(ErrorCode::Unavailable,
                         "The time between two events is known only when both have been reached; synchronise first.");
    return Nanoseconds{to - from};
}

}  // namespace engine::devices::cpu
