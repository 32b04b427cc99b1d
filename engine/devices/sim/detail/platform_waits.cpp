#include "engine/devices/sim/detail/virtual_platform.h"

#include <algorithm>

// Waits of the program's thread, streams and events.
namespace engine::devices::sim::detail {

void VirtualPlatform::recordWait(const device::WaitSite& site, WaitFor what, std::int64_t begin, bool isBlocked)
{
    m_trace.write(trace::WaitRecord{.begin = at(begin),
                                    .end = at(m_sim.now()),
                                    .line = site.line,
                                    .call = site.call,
                                    .target = what.target,
                                    .device = what.device,
                                    .op = what.op,
                                    .releasedBy = isBlocked ? m_sim.lastCompleted() : OpId{}});
}

Status VirtualPlatform::waitToRead(VariableId id, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!m_sim.storage().isKnown(id))
        return makeError(ErrorCode::InvalidArgument, "This tensor does not exist any more.");
    const VariableId tracked = m_sim.storage()[id].tracked;
    if (m_sim.storage()[id].device.index == 0)
        watchProgram({&id, 1}, {}, site.line);
    const OpId writer = m_sim.engine().lastWriter(tracked);
    const auto isWritten = [&] { return !writer.isValid() || m_sim.isDone(writer); };
    bool isQueued = false;
    // MXNet's wait is an operation of the CPU worker: it stands in the queue behind others that are ready.
    const auto isRead = [&] {
        if (!isWritten())
            return false;
        if (!isQueued)
            m_sim.enqueueMarker();
        isQueued = true;
        return m_sim.isMarkerDone();
    };
    const WaitFor what{trace::WaitTarget::Op, {}, writer};
    Status status = m_sim.isTorch() || isWritten() ? wait(site, what, isWritten) : wait(site, what, isRead);
    if (!status)
        return status;
    if (const schedule::FailurePtr failure = m_sim.engine().failureOf(tracked))
        return failure->error;
    return {};
}

Status VirtualPlatform::waitAll(const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    Status status = wait(site, {}, [&] { return m_sim.pending() == 0 && !m_sim.hasDeletes(); });
    programSaw({});
    return status ? m_sim.engine().waitAll() : std::move(status);
}

Status VirtualPlatform::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!isDevice(device))
        return makeError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    programSaw(device);
    return wait(site, {trace::WaitTarget::Device, device, {}}, [&] { return m_sim.pending(device) == 0; });
}

Status VirtualPlatform::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!isStream(stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    const Stream& queue = m_sim.stream(stream.index);
    if (!m_sim.isTorch())
        return synchronize(queue.device, site);
    const Mark mark = markOf(queue);
    m_order.programWaits(m_order.behind(stream.index));
    return wait(site, {trace::WaitTarget::Stream, queue.device, {}}, [&] { return isFired(mark); });
}

void VirtualPlatform::programSaw(DeviceId device)
{
    for (std::uint32_t i = 0; i < m_sim.streamCount(); ++i)
        if (!device.isValid() || m_sim.stream(i).device == device)
            m_order.programWaits(m_order.behind(i));
}

// -- streams and events

StreamId VirtualPlatform::currentStream(DeviceId device) const
{
    return isDevice(device) ? StreamId{m_current[device.index]} : StreamId{};
}

void VirtualPlatform::setCurrentStream(DeviceId device, StreamId stream)
{
    if (isDevice(device) && isStream(stream) && m_sim.stream(stream.index).device == device)
        m_current[device.index] = stream.index;
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device)
{
    return createStream(device, device::StreamKind::NonBlocking);
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device, device::StreamKind kind)
{
    if (!isDevice(device) || device.index == 0)
        return makeError(ErrorCode::InvalidArgument, "Streams belong to GPUs; there is no GPU with this number.");
    if (kind == device::StreamKind::Legacy)
        return StreamId{m_sim.defaultStream(device)};
    return StreamId{m_sim.addStream(device, kind, false)};
}

VirtualPlatform::Mark VirtualPlatform::markOf(const Stream& stream) const
{
    Mark mark{.ops = {}, .recorded = m_sim.now()};
    if (stream.tail.isValid() && !m_sim.isDone(stream.tail))
        mark.ops.push_back(stream.tail);
    for (OpId awaited : stream.awaited)
        if (!m_sim.isDone(awaited))
            mark.ops.push_back(awaited);
    return mark;
}

bool VirtualPlatform::isFired(const Mark& mark) const
{
    return std::all_of(mark.ops.begin(), mark.ops.end(), [&](OpId op) { return m_sim.isDone(op); });
}

std::int64_t VirtualPlatform::firedAt(const Mark& mark) const
{
    std::int64_t time = mark.recorded;
    for (OpId op : mark.ops)
        time = std::max(time, m_sim.finishedAt(op));
    return time;
}

Result<EventId> VirtualPlatform::recordEvent(StreamId stream)
{
    if (!isStream(stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    m_events.push_back(markOf(m_sim.stream(stream.index)));
    m_eventMoments.push_back(m_order.behind(stream.index));
    return EventId{m_events.size() - 1};
}

Status VirtualPlatform::recordAgain(EventId event, StreamId stream)
{
    if (!isStream(stream) || event.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "There is no stream or event with this number.");
    m_events[event.index] = markOf(m_sim.stream(stream.index));
    m_eventMoments[event.index] = m_order.behind(stream.index);
    return {};
}

void VirtualPlatform::streamWait(StreamId stream, EventId event)
{
    if (!isStream(stream) || event.index >= m_events.size())
        return;
    m_order.streamWaits(stream.index, m_eventMoments[event.index]);
    for (OpId op : m_events[event.index].ops)
        if (!m_sim.isDone(op))
            m_sim.stream(stream.index).awaited.push_back(op);
}

Status VirtualPlatform::synchronizeEvent(EventId event, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (event.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "There is no event with this number.");
    const Mark mark = m_events[event.index];
    m_order.programWaits(m_eventMoments[event.index]);
    return wait(site, {trace::WaitTarget::Event, {}, mark.ops.empty() ? OpId{} : mark.ops.front()},
                [&] { return isFired(mark); });
}

bool VirtualPlatform::isEventDone(EventId event)
{
    if (event.index >= m_events.size())
        return true;
    const bool isDone = isFired(m_events[event.index]);
    if (isDone)
        m_order.programWaits(m_eventMoments[event.index]);
    return isDone;
}

Result<Nanoseconds> VirtualPlatform::elapsed(EventId begin, EventId end)
{
    if (begin.index >= m_events.size() || end.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "Both events must have been recorded.");
    if (!isEventDone(begin) || !isEventDone(end))
        return makeError(ErrorCode::Unavailable, "The device has not reached both events yet; synchronize first.");
    return Nanoseconds{firedAt(m_events[end.index]) - firedAt(m_events[begin.index])};
}
}  // namespace engine::devices::sim::detail
