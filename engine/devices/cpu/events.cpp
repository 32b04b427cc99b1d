#include "engine/devices/cpu/events.h"

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

}  // namespace

Result<EventPtr> Events::mark(StreamId stream)
{
    if (!m_state.streams.has(stream))
        return unknownStream();
    const Stream& queue = m_state.streams[stream];
    auto event = std::make_shared<Event>();
    event->scheduled = m_state.engine.newVariable();
    event->device = queue.device;
    // Operations of the default stream read its variable, so a write to it comes after all of them.
    const std::array writes{queue.scheduled, event->scheduled};
    const Result<OpId> pushed = m_state.engine.push(
        {}, writes, [devices = m_state.devices, event, stream] { return devices->recordEvent(event, stream); },
        serviceOptions());
    if (!pushed)
        return pushed.error();
    return event;
}

Result<EventId> Events::record(StreamId stream)
{
    Result<EventPtr> event = mark(stream);
    if (!event)
        return std::move(event).error();
    m_events.push_back(*std::move(event));
    return EventId(m_events.size() - 1);
}

Status Events::recordAgain(EventId event, StreamId stream)
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

void Events::makeWait(StreamId stream, EventId event)
{
    const EventPtr found = find(event);
    if (!found || !m_state.streams.has(stream))
        return;
    const std::array reads{found->scheduled};
    const std::array writes{m_state.streams[stream].scheduled};
    // push() fails only after cancel(), when the order no longer matters.
    static_cast<void>(m_state.engine.push(
        reads, writes, [devices = m_state.devices, found, stream] { return devices->waitEvent(stream, *found); },
        serviceOptions()));
}

Result<Nanoseconds> Events::elapsed(EventId begin, EventId end) const
{
    const EventPtr first = find(begin);
    const EventPtr last = find(end);
    if (!first || !last)
        return unknownEvent();
    if (first->time.load() < 0 || last->time.load() < 0)
        return untranslatedError(
            ErrorCode::Unavailable,
            "The time between two events is known only when both have been reached; synchronise first.");
    return m_state.devices->elapsed(*first, *last);
}

}  // namespace engine::devices::cpu
