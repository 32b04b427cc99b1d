#include "engine/devices/sim/detail/virtual_platform.h"

#include <algorithm>

// Waits of the program's thread, streams and events.
namespace engine::devices::sim::detail {

void VirtualPlatform::recordWait(const device::WaitSite& site, WaitFor what, std::int64_t begin, bool isBlocked)
{
    m_trace.write(trace::WaitRecord{.begin = at(begin),
                                    .end = at(m_state.now),
                                    .line = site.line,
                                    .call = site.call,
                                    .target = what.target,
                                    .device = what.device,
                                    .op = what.op,
                                    .releasedBy = isBlocked ? m_state.operations.lastCompleted() : OpId{}});
}

Status VirtualPlatform::waitToRead(VariableId id, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!m_state.storage.isKnown(id))
        return untranslatedError(ErrorCode::InvalidArgument, "This tensor was freed.");
    const VariableId tracked = m_state.storage[id].tracked;
    if (m_state.storage[id].device.index == 0)
        m_watch.watchProgram({&id, 1}, {}, site.line);
    const OpId writer = m_sim.engine().lastWriter(tracked);
    const auto isWritten = [&] { return !writer.isValid() || m_state.operations.isDone(writer); };
    bool isQueued = false;
    // In MXNet a wait is an operation of the CPU worker, which is queued behind other ready operations.
    const auto isRead = [&] {
        if (!isWritten())
            return false;
        if (!isQueued)
            m_sim.workers().enqueueMarker();
        isQueued = true;
        return m_sim.workers().isMarkerDone();
    };
    const WaitFor what{trace::WaitTarget::Op, {}, writer};
    Status status = m_state.isTorch() || isWritten() ? wait(site, what, isWritten) : wait(site, what, isRead);
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
    Status status = wait(site, {}, [&] { return m_sim.isIdle(); });
    m_watch.programWaited({});
    return status ? m_sim.engine().waitAll() : std::move(status);
}

Status VirtualPlatform::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!m_state.isDevice(device))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    m_watch.programWaited(device);
    return wait(site, {trace::WaitTarget::Device, device, {}}, [&] { return m_state.operations.pending(device) == 0; });
}

Status VirtualPlatform::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!isStream(stream))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    const Stream& queue = m_sim.streams()[stream.index];
    if (!m_state.isTorch())
        return synchronize(queue.device, site);
    const Events::Mark mark = m_events.markOf(stream.index);
    m_watch.order().programWaits(mark.order);
    return wait(site, {trace::WaitTarget::Stream, queue.device, {}}, [&] { return m_events.isReached(mark); });
}

// -- streams and events

StreamId VirtualPlatform::currentStream(DeviceId device) const
{
    return m_state.isDevice(device) ? StreamId{m_sim.streams().currentOf(device)} : StreamId{};
}

void VirtualPlatform::setCurrentStream(DeviceId device, StreamId stream)
{
    if (m_state.isDevice(device) && isStream(stream) && m_sim.streams()[stream.index].device == device)
        m_sim.streams().setCurrent(stream.index);
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device)
{
    return createStream(device, device::StreamKind::NonBlocking);
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device, device::StreamKind kind)
{
    if (!m_state.isDevice(device) || device.index == 0)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "Streams belong to GPUs; there is no GPU with this number.");
    if (kind == device::StreamKind::Legacy)
        return StreamId{Streams::defaultOf(device)};
    return StreamId{m_sim.streams().add(device, kind, false)};
}

Result<EventId> VirtualPlatform::recordEvent(StreamId stream)
{
    if (!isStream(stream))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    return m_events.record(stream.index);
}

Status VirtualPlatform::recordAgain(EventId event, StreamId stream)
{
    if (!isStream(stream) || !m_events.isKnown(event))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no stream or event with this number.");
    m_events.recordAgain(event, stream.index);
    return {};
}

void VirtualPlatform::streamWait(StreamId stream, EventId event)
{
    if (isStream(stream) && m_events.isKnown(event))
        m_events.makeWait(stream.index, event);
}

Status VirtualPlatform::synchronizeEvent(EventId event, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!m_events.isKnown(event))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no event with this number.");
    const Events::Mark mark = m_events[event];
    m_watch.order().programWaits(mark.order);
    return wait(site, {trace::WaitTarget::Event, {}, mark.ops.empty() ? OpId{} : mark.ops.front()},
                [&] { return m_events.isReached(mark); });
}

bool VirtualPlatform::isEventDone(EventId event)
{
    if (!m_events.isKnown(event))
        return true;
    const bool isDone = m_events.isReached(m_events[event]);
    if (isDone)
        m_watch.order().programWaits(m_events[event].order);
    return isDone;
}

Result<Nanoseconds> VirtualPlatform::elapsed(EventId begin, EventId end)
{
    if (!m_events.isKnown(begin) || !m_events.isKnown(end))
        return untranslatedError(ErrorCode::InvalidArgument, "Both events must have been recorded.");
    if (!isEventDone(begin) || !isEventDone(end))
        return untranslatedError(ErrorCode::Unavailable,
                                 "The device has not reached both events yet; synchronize first.");
    return Nanoseconds{m_events.reachedAt(m_events[end]) - m_events.reachedAt(m_events[begin])};
}
}  // namespace engine::devices::sim::detail
