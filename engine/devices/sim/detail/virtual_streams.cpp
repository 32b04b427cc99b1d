#include "engine/devices/sim/detail/virtual_streams.h"

#include <algorithm>

namespace engine::devices::sim::detail {

namespace {

Error unknownStream()
{
    return untranslatedError(ErrorCode::InvalidArgument, "There is no stream with this number.");
}

}  // namespace

// -- streams

StreamId VirtualStreams::current(DeviceId device) const
{
    return m_state.isDevice(device) ? StreamId{m_streams.currentOf(device)} : StreamId{};
}

void VirtualStreams::setCurrent(DeviceId device, StreamId stream)
{
    if (m_state.isDevice(device) && isKnown(stream) && m_streams[stream.index].device == device)
        m_streams.setCurrent(stream.index);
}

Result<StreamId> VirtualStreams::create(DeviceId device, device::StreamKind kind)
{
    if (!m_state.isDevice(device) || device.index == 0)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "Streams belong to GPUs; there is no GPU with this number.");
    if (kind == device::StreamKind::Legacy)
        return StreamId{detail::Streams::defaultOf(device)};
    return StreamId{m_streams.add(device, kind, StreamUse::Program)};
}

Status VirtualStreams::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return runStopped();
    if (!isKnown(stream))
        return unknownStream();
    const DeviceId device = m_streams[stream.index].device;
    if (!m_state.isTorch())
        return m_waits.untilIdle(site, device);
    const Mark mark = markOf(stream);
    m_watch.order().programWaits(mark.order);
    return m_waits.until(site, {trace::WaitTarget::Stream, device, {}}, [&] { return isReached(mark); });
}

// -- events

VirtualStreams::Mark VirtualStreams::markOf(StreamId of) const
{
    const Stream& stream = m_streams[of.index];
    const Operations& operations = m_state.operations;
    Mark mark{.ops = {}, .made = m_state.now, .order = m_watch.order().afterIssued(of.index)};
    if (stream.tail.isValid() && !operations.isDone(stream.tail))
        mark.ops.push_back(stream.tail);
    for (OpId awaited : stream.awaited)
        if (!operations.isDone(awaited))
            mark.ops.push_back(awaited);
    return mark;
}

bool VirtualStreams::isReached(const Mark& mark) const
{
    return std::ranges::all_of(mark.ops, [&](OpId op) { return m_state.operations.isDone(op); });
}

std::int64_t VirtualStreams::reachedAt(const Mark& mark) const
{
    std::int64_t time = mark.made;
    for (OpId op : mark.ops)
        time = std::max(time, m_state.operations.finishedAt(op));
    return time;
}

Result<EventId> VirtualStreams::record(StreamId stream)
{
    if (!isKnown(stream))
        return unknownStream();
    m_marks.push_back(markOf(stream));
    return EventId{m_marks.size() - 1};
}

Status VirtualStreams::recordAgain(EventId event, StreamId stream)
{
    if (!isKnown(stream) || !isKnown(event))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no stream or event with this number.");
    m_marks[event.index] = markOf(stream);
    return {};
}

void VirtualStreams::wait(StreamId stream, EventId event)
{
    if (!isKnown(stream) || !isKnown(event))
        return;
    const Mark& mark = m_marks[event.index];
    m_watch.order().streamWaits(stream.index, mark.order);
    for (OpId op : mark.ops)
        if (!m_state.operations.isDone(op))
            m_streams[stream.index].awaited.push_back(op);
}

Status VirtualStreams::synchronize(EventId event, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return runStopped();
    if (!isKnown(event))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no event with this number.");
    const Mark& mark = m_marks[event.index];
    m_watch.order().programWaits(mark.order);
    return m_waits.until(site, {trace::WaitTarget::Event, {}, mark.ops.empty() ? OpId{} : mark.ops.front()},
                         [&] { return isReached(mark); });
}

bool VirtualStreams::isDone(EventId event)
{
    if (!isKnown(event))
        return true;
    const Mark& mark = m_marks[event.index];
    const bool isDone = isReached(mark);
    if (isDone)
        m_watch.order().programWaits(mark.order);
    return isDone;
}

Result<Nanoseconds> VirtualStreams::elapsed(EventId begin, EventId end)
{
    if (!isKnown(begin) || !isKnown(end))
        return untranslatedError(ErrorCode::InvalidArgument, "Both events must have been recorded.");
    if (!isDone(begin) || !isDone(end))
        return untranslatedError(ErrorCode::Unavailable,
                                 "The device has not reached both events yet; synchronize first.");
    return Nanoseconds{reachedAt(m_marks[end.index]) - reachedAt(m_marks[begin.index])};
}

}  // namespace engine::devices::sim::detail
