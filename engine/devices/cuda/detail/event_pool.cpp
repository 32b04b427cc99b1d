#include "engine/devices/cuda/detail/event_pool.h"

#include "engine/devices/cuda/detail/gpu_stream.h"

namespace engine::devices::cuda::detail {

EventPool::~EventPool()
{
    for (const auto& [use, events] : m_spare)
        for (abi::Event* event : events)
            (*m_gpu.module)->destroyEvent(event);
}

Result<abi::Event*> EventPool::acquire(abi::EventUse use)
{
    {
        const std::lock_guard lock(m_mutex);
        std::vector<abi::Event*>& spare = m_spare[use];
        if (!spare.empty()) {
            abi::Event* event = spare.back();
            spare.pop_back();
            return event;
        }
    }
    abi::Event* event = nullptr;
    const abi::Code code = (*m_gpu.module)->createEvent(m_gpu.gpu, use, &event);
    if (Status status = m_gpu.module->check(code, "make an event on " + m_gpu.name); !status)
        return std::move(status).error();
    return event;
}

void EventPool::release(abi::EventUse use, abi::Event* event)
{
    if (event == nullptr)
        return;
    const std::lock_guard lock(m_mutex);
    m_spare[use].push_back(event);
}

}  // namespace engine::devices::cuda::detail
