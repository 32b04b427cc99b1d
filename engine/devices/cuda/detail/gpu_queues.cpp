#include "engine/devices/cuda/detail/gpu_queues.h"

namespace engine::devices::cuda::detail {

void GpuQueues::add(DeviceId device, GpuStream* made)
{
    const std::lock_guard lock(m_mutex);
    m_queues.push_back({device, made});
}

GpuQueues::Queue GpuQueues::queueOf(StreamId stream) const
{
    const std::lock_guard lock(m_mutex);
    return m_queues[stream.index];
}

bool GpuQueues::hasCopyStreams() const
{
    using device::CopyStream;
    const device::PlatformOptions& options = m_parts.computer.options;
    const CopyStream usual = options.semantics == device::Semantics::Torch ? CopyStream::Current : CopyStream::Own;
    return options.copyStream.value_or(usual) == CopyStream::Own;
}

GpuStream& GpuQueues::computeStream(const cpu::Task& task) const
{
    if (const Queue queue = queueOf(task.stream); queue.made != nullptr && queue.device == task.device)
        return *queue.made;
    GpuSite& site = m_parts.siteOf(task.device);
    Gpu& gpu = *site.gpu;
    if (gpu.computeCount() == 1)
        return gpu.compute();
    // If a producer of an input is unfinished, the operation is queued in the producer's stream, where it needs no
    // event. Other operations alternate between the streams.
    for (const cpu::VariablePtr& input : task.inputs()) {
        const Point point = of(*input).uses.written();
        for (std::size_t i = 0; i < gpu.computeCount(); ++i)
            if (point.stream == &gpu.compute(i) && !point.stream->isDone(point.number))
                return gpu.compute(i);
    }
    return gpu.compute(site.next++ % gpu.computeCount());
}

GpuStream& GpuQueues::copyStream(const cpu::Task& task, CopyDirection direction) const
{
    // PyTorch queues a copy between GPUs on the source GPU.
    const DeviceId device = direction == CopyDirection::In ? task.device : task.inputs()[0]->device;
    if (const Queue queue = queueOf(task.stream); queue.made != nullptr && queue.device == device)
        return *queue.made;
    Gpu& gpu = m_parts.gpuOf(device);
    if (!task.isStaged && !hasCopyStreams()) {
        GpuStream* current = queueOf(m_parts.computer.streams.currentOf(device)).made;
        return current != nullptr ? *current : gpu.compute();
    }
    return direction == CopyDirection::In ? gpu.copyIn() : direction == CopyDirection::Out ? gpu.copyOut() : gpu.peer();
}

std::vector<GpuStream*> GpuQueues::streamsOf(StreamId stream) const
{
    const Queue queue = queueOf(stream);
    if (queue.made != nullptr)
        return {queue.made};
    if (queue.device == cpu::kCpu)
        return {};
    Gpu& gpu = m_parts.gpuOf(queue.device);
    std::vector<GpuStream*> all;
    for (std::size_t i = 0; i < gpu.computeCount(); ++i)
        all.push_back(&gpu.compute(i));
    return all;
}

}  // namespace engine::devices::cuda::detail
