#pragma once

#include "engine/base/result.h"
#include "engine/devices/cuda/abi.h"

#include <map>
#include <mutex>
#include <vector>

namespace engine::devices::cuda::detail {

struct GpuState;

/// Events of one GPU for reuse. Threads: any.
class EventPool {
public:
    explicit EventPool(GpuState& gpu) : m_gpu(gpu) {}
    ~EventPool();
    EventPool(const EventPool&) = delete;
    EventPool& operator=(const EventPool&) = delete;

    Result<abi::Event*> acquire(abi::EventUse use);
    /// `event` may be null.
    void release(abi::EventUse use, abi::Event* event);

private:
    GpuState& m_gpu;
    std::mutex m_mutex;  ///< guards m_spare
    std::map<abi::EventUse, std::vector<abi::Event*>> m_spare;
};

}  // namespace engine::devices::cuda::detail
