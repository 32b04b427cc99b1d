#include "engine/devices/cuda/detail/gpu_computer.h"

#include <algorithm>

/// The part of GpuComputer that implements waits, streams and events.
namespace engine::devices::cuda::detail {

Status GpuComputer::await(const Point& point, OpId* releasedBy)
{
    if (point.stream == nullptr)
        return {};
    bool hasWaited = false;
    Status status = point.stream->await(point.number, hasWaited);
    if (hasWaited && releasedBy != nullptr && point.op.isValid())
        *releasedBy = point.op;
    return status;
}

Status GpuComputer::awaitAll(const std::vector<GpuStream*>& streams, OpId& releasedBy)
{
    Status first;
    for (const GpuStream* stream : streams) {
        const Point last = stream->last();
        if (last.number == 0)
            continue;
        if (Status status = await(last, &releasedBy); first)
            first = std::move(status);
    }
    return first;
}

Status GpuComputer::settle(cpu::Variable& variable, OpId& releasedBy)
{
    return await(of(variable).uses.written(), &releasedBy);
}

Status GpuComputer::settleDevice(DeviceId device, OpId& releasedBy)
{
    if (device == cpu::kCpu)
        return {};
    Gpu& gpu = *siteOf(device).gpu;
    Status status = awaitAll(gpu.streams(), releasedBy);
    if (status)
        gpu.tieClock();
    return status;
}

Status GpuComputer::settleAll(OpId& releasedBy)
{
    Status first;
    for (const auto& site : m_sites)
        if (Status status = settleDevice(site->gpu->info().id, releasedBy); first)
            first = std::move(status);
    return first;
}

std::vector<GpuStream*> GpuComputer::streamsOf(StreamId stream)
{
    const Queue queue = queueOf(stream);
    if (queue.made != nullptr)
        return {queue.made};
    if (queue.device == cpu::kCpu)
        return {};
    Gpu& gpu = *siteOf(queue.device).gpu;
    std::vector<GpuStream*> all;
    for (std::size_t i = 0; i < gpu.computeCount(); ++i)
        all.push_back(&gpu.compute(i));
    return all;
}

Status GpuComputer::settleStream(StreamId stream, OpId& releasedBy)
{
    return awaitAll(streamsOf(stream), releasedBy);
}

Status GpuComputer::waitDevice(DeviceId device, OpId& releasedBy)
{
    std::vector<schedule::GroupId> groups{schedule::GroupId{0}, m_lastHostGroup};
    if (device != cpu::kCpu) {
        const Site& site = siteOf(device);
        groups = {site.issue, site.in, site.out};
        for (const auto& any : m_sites)  // a sum over several GPUs is queued on the first of them
            groups.push_back(any->peer);
    }
    Status first;
    OpId last;
    for (const schedule::GroupId group : groups) {
        OpId by;
        Status status = m_engine.waitGroup(group, &by);
        if (by.isValid())
            last = by;
        if (first)
            first = std::move(status);
    }
    if (!last.isValid())
        return first;
    releasedBy = last;
    if (device == cpu::kCpu)
        return first;
    // The operation that ended the wait may belong to another device, so search this device's streams for the last one.
    releasedBy = {};
    for (const GpuStream* stream : siteOf(device).gpu->streams())
        if (const OpId op = stream->last().op; op.isValid() && (!releasedBy.isValid() || op.index > releasedBy.index))
            releasedBy = op;
    return first;
}

Result<StreamId> GpuComputer::createStream(DeviceId device)
{
    Result<StreamId> id = CpuPlatform::createStream(device);
    if (!id)
        return id;
    Result<GpuStream*> made = nullptr;
    if (device != cpu::kCpu)
        made = siteOf(device).gpu->addStream();
    const std::lock_guard lock(m_queuesMutex);
    m_queues.push_back({device, made ? *made : nullptr});
    return made ? id : made.error();
}

void GpuComputer::setCurrentStream(DeviceId device, StreamId stream)
{
    const std::lock_guard lock(m_queuesMutex);
    CpuPlatform::setCurrentStream(device, stream);
}

Status GpuComputer::reach(const EventPtr& event, StreamId stream)
{
    const std::vector<GpuStream*> streams = streamsOf(stream);
    if (streams.empty())
        return CpuPlatform::reach(event, stream);
    auto marker = std::make_shared<Marker>();
    marker->module = m_module;
    GpuState& state = streams[0]->state();
    const abi::Code code = (*m_module)->createEvent(state.gpu, 1, &marker->event);
    if (Status status = m_module->check(code, "make an event on " + state.name); !status)
        return status;
    GpuStream::Entry entry;
    entry.name = "event";
    entry.marker = marker->event;
    entry.keep = marker;
    for (const GpuStream* other : streams)
        if (const Point last = other->last(); last.number > 0)
            addPoint(entry.after, last);
    entry.whenDone = [event](Nanoseconds at) { event->time.store(at.count()); };
    event->remote = marker;
    const Result<Point> point = streams[0]->submit(std::move(entry));
    if (!point)
        return point.error();
    marker->point = *point;
    return {};
}

Status GpuComputer::hold(StreamId stream, Event& event)
{
    if (!event.remote)
        return {};
    const Point point = static_cast<const Marker&>(*event.remote).point;
    const std::vector<GpuStream*> streams = streamsOf(stream);
    if (streams.empty())
        return await(point);
    for (GpuStream* one : streams)
        if (Status status = one->follow(point); !status)
            return status;
    return {};
}

Status GpuComputer::settleEvent(Event& event)
{
    return event.remote ? await(static_cast<const Marker&>(*event.remote).point) : Status();
}

Result<Nanoseconds> GpuComputer::elapsed(EventId begin, EventId end)
{
    Result<Nanoseconds> onHost = CpuPlatform::elapsed(begin, end);
    const EventPtr first = find(begin);
    const EventPtr last = find(end);
    if (!onHost || !first->remote || !last->remote || first->device != last->device)
        return onHost;
    std::int64_t nanoseconds = 0;
    const abi::Code code = (*m_module)->elapsed(static_cast<const Marker&>(*first->remote).event,
                                                static_cast<const Marker&>(*last->remote).event, &nanoseconds);
    if (Status status = m_module->check(code, "read the time between two events"); !status)
        return std::move(status).error();
    return Nanoseconds{nanoseconds};
}

}  // namespace engine::devices::cuda::detail
