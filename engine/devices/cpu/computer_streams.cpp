#include "engine/devices/cpu/computer_streams.h"

#include "engine/devices/cpu/wait_record.h"

#include <array>

namespace engine::devices::cpu {

namespace {

schedule::PushOptions serviceOptions()
{
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.runsAfterFailure = true;
    return options;
}

Error unknownStream()
{
    return untranslatedError(ErrorCode::NotFound, "There is no such stream on this computer.");
}

Error unknownEvent()
{
    return untranslatedError(ErrorCode::NotFound, "There is no such event on this computer.");
}

}  // namespace

// -- streams

StreamId ComputerStreams::current(DeviceId device) const
{
    return m_state.isDevice(device) ? m_state.streams.currentOf(device) : StreamId{0};
}

void ComputerStreams::setCurrent(DeviceId device, StreamId stream)
{
    if (m_state.isDevice(device) && m_state.streams.has(stream) && m_state.streams[stream].device == device)
        m_state.streams.setCurrent(stream);
}

Result<StreamId> ComputerStreams::create(DeviceId device, device::StreamKind)
{
    if (!m_state.isDevice(device))
        return m_state.unknownDevice(device, "");
    const StreamId stream = m_state.streams.add(device, m_state.engine.newVariable());
    if (Status status = m_state.devices->waits().addStream(device); !status)
        return std::move(status).error();
    return stream;
}

Status ComputerStreams::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (!m_state.streams.has(stream))
        return unknownStream();
    trace::WaitRecord record = beginWait(m_state.trace, site, trace::WaitTarget::Stream);
    const Stream& queue = m_state.streams[stream];
    record.device = queue.device;
    Status status = queue.isDefault ? m_state.devices->waits().awaitIssued(queue.device, record.releasedBy)
                                    : m_state.engine.waitToRead(queue.scheduled, &record.releasedBy);
    if (Status ended = m_state.devices->waits().awaitStream(stream, record.releasedBy); status)
        status = std::move(ended);
    return endWait(m_state.trace, status, record);
}

// -- events

Result<EventPtr> ComputerStreams::mark(StreamId stream)
{
    if (!m_state.streams.has(stream))
        return unknownStream();
    const Stream& queue = m_state.streams[stream];
    auto event = std::make_shared<Event>();
    event->scheduled = m_state.engine.newVariable();
    event->device = queue.device;
    // Operations of the default stream read the stream's variable, so an operation that writes the variable follows all
    // of them.
    const std::array writes{queue.scheduled, event->scheduled};
    const Result<OpId> pushed = m_state.engine.push(
        {}, writes, [devices = m_state.devices, event, stream] { return devices->waits().recordEvent(event, stream); },
        serviceOptions());
    if (!pushed)
        return pushed.error();
    return event;
}

Result<EventId> ComputerStreams::record(StreamId stream)
{
    Result<EventPtr> event = mark(stream);
    if (!event)
        return std::move(event).error();
    m_events.push_back(*std::move(event));
    return EventId(m_events.size() - 1);
}

Status ComputerStreams::recordAgain(EventId event, StreamId stream)
{
    if (!find(event))
        return unknownEvent();
    Result<EventPtr> marked = mark(stream);
    if (!marked)
        return std::move(marked).error();
    m_state.engine.release(m_events[event.index]->scheduled);
    m_events[event.index] = *std::move(marked);
    return {};
}

void ComputerStreams::wait(StreamId stream, EventId event)
{
    const EventPtr found = find(event);
    if (!found || !m_state.streams.has(stream))
        return;
    const std::array reads{found->scheduled};
    const std::array writes{m_state.streams[stream].scheduled};
    // push() fails only after cancel(), when the order no longer matters.
    static_cast<void>(m_state.engine.push(
        reads, writes,
        [devices = m_state.devices, found, stream] { return devices->waits().waitEvent(stream, *found); },
        serviceOptions()));
}

Status ComputerStreams::synchronize(EventId event, const device::WaitSite& site)
{
    const EventPtr found = find(event);
    if (!found)
        return unknownEvent();
    trace::WaitRecord record = beginWait(m_state.trace, site, trace::WaitTarget::Event);
    record.device = found->device;
    Status status = m_state.engine.waitToRead(found->scheduled, &record.releasedBy);
    if (status)
        status = m_state.devices->waits().awaitEvent(*found);
    return endWait(m_state.trace, status, record);
}

bool ComputerStreams::isDone(EventId event)
{
    const EventPtr found = find(event);
    return found && found->time.load() >= 0;
}

Result<Nanoseconds> ComputerStreams::elapsed(EventId begin, EventId end)
{
    const EventPtr first = find(begin);
    const EventPtr last = find(end);
    if (!first || !last)
        return unknownEvent();
    if (first->time.load() < 0 || last->time.load() < 0)
        return untranslatedError(
            ErrorCode::Unavailable,
            "The time between two events is known only when both have been reached; synchronise first.");
    return m_state.devices->waits().elapsed(*first, *last);
}

}  // namespace engine::devices::cpu
