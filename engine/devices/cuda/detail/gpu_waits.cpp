#include "engine/devices/cuda/detail/gpu_waits.h"

#include "engine/devices/cpu/communicator.h"
#include "engine/devices/cuda/detail/tensors.h"

#include <utility>

namespace engine::devices::cuda::detail {

namespace {

Status awaitStreams(const std::vector<GpuStream*>& streams, OpId& releasedBy)
{
    Status first;
    for (const GpuStream* stream : streams) {
        const Point last = stream->last();
        if (last.number == 0)
            continue;
        if (Status status = detail::await(last, &releasedBy); first)
            first = std::move(status);
    }
    return first;
}

}  // namespace

GpuWaits::Marker::~Marker()
{
    if (event != nullptr)
        (*module)->destroyEvent(event);
}

Status GpuWaits::await(cpu::Variable& variable, OpId& releasedBy)
{
    return detail::await(of(variable).uses.written(), &releasedBy);
}

Status GpuWaits::awaitDevice(DeviceId device, OpId& releasedBy)
{
    if (device == cpu::kCpu)
        return {};
    Gpu& gpu = m_parts.gpuOf(device);
    Status status = awaitStreams(gpu.streams(), releasedBy);
    if (status)
        gpu.tieClock();
    return status;
}

Status GpuWaits::awaitAll(OpId& releasedBy)
{
    Status first;
    for (const auto& site : m_parts.sites)
        if (Status status = awaitDevice(site->gpu->info().id, releasedBy); first)
            first = std::move(status);
    return first;
}

Status GpuWaits::awaitStream(StreamId stream, OpId& releasedBy)
{
    return awaitStreams(m_queues.streamsOf(stream), releasedBy);
}

Status GpuWaits::awaitIssued(DeviceId device, OpId& releasedBy)
{
    std::vector<schedule::GroupId> groups{cpu::kComputeGroup, cpu::kCopyGroup};
    if (device != cpu::kCpu) {
        const GpuSite& site = m_parts.siteOf(device);
        groups = {site.issue, site.in, site.out};
        for (const auto& any : m_parts.sites)  // a sum that uses `device` may be in the peer group of another GPU
            groups.push_back(any->peer);
    }
    Status first;
    if (device != cpu::kCpu && m_parts.computer.communicator != nullptr)
        first = m_parts.computer.communicator->inFlight().awaitDevice(device);
    OpId last;
    for (const schedule::GroupId group : groups) {
        OpId by;
        Status status = m_parts.computer.engine.waitGroup(group, &by);
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
    // The operation that ended the wait may belong to another device, so report the last operation of this device's
    // streams.
    releasedBy = {};
    for (const GpuStream* stream : m_parts.gpuOf(device).streams())
        if (const OpId op = stream->last().op; op.isValid() && (!releasedBy.isValid() || op.index > releasedBy.index))
            releasedBy = op;
    return first;
}

Status GpuWaits::addStream(DeviceId device)
{
    Result<GpuStream*> made = nullptr;
    if (device != cpu::kCpu)
        made = m_parts.gpuOf(device).addStream();
    m_queues.add(device, made ? *made : nullptr);
    return made ? Status() : Status(made.error());
}

Status GpuWaits::recordEvent(const cpu::EventPtr& event, StreamId stream)
{
    const std::vector<GpuStream*> streams = m_queues.streamsOf(stream);
    if (streams.empty())
        return m_cpu.recordEvent(event, stream);
    auto marker = std::make_shared<Marker>();
    marker->module = m_parts.module;
    GpuState& state = streams[0]->state();
    const abi::Code code = (*m_parts.module)->createEvent(state.gpu, abi::EventUse::Timing, &marker->event);
    if (Status status = m_parts.module->check(code, "make an event on " + state.name); !status)
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

Status GpuWaits::waitEvent(StreamId stream, cpu::Event& event)
{
    if (!event.remote)
        return {};
    const Point point = static_cast<const Marker&>(*event.remote).point;
    const std::vector<GpuStream*> streams = m_queues.streamsOf(stream);
    if (streams.empty())
        return detail::await(point);
    for (GpuStream* one : streams)
        if (Status status = one->follow(point); !status)
            return status;
    return {};
}

void GpuWaits::waitOperation(StreamId stream, OpId op)
{
    for (GpuStream* one : m_queues.streamsOf(stream))
        for (const auto& site : m_parts.sites)
            for (const GpuStream* other : site->gpu->streams())
                if (other != one)
                    static_cast<void>(one->follow(other->pointOf(op)));  // fails for a lost GPU; later work reports it
}

Status GpuWaits::awaitEvent(cpu::Event& event)
{
    return event.remote ? detail::await(static_cast<const Marker&>(*event.remote).point) : Status();
}

Result<Nanoseconds> GpuWaits::elapsed(const cpu::Event& begin, const cpu::Event& end) const
{
    if (!begin.remote || !end.remote || begin.device != end.device)
        return cpu::DeviceWaits::elapsed(begin, end);
    std::int64_t nanoseconds = 0;
    const abi::Code code = (*m_parts.module)
                               ->elapsed(static_cast<const Marker&>(*begin.remote).event,
                                         static_cast<const Marker&>(*end.remote).event, &nanoseconds);
    if (Status status = m_parts.module->check(code, "read the time between two events"); !status)
        return std::move(status).error();
    return Nanoseconds{nanoseconds};
}

}  // namespace engine::devices::cuda::detail
