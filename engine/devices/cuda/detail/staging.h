#pragma once

#include "engine/devices/cuda/detail/gpu.h"

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace engine::devices::cuda::detail {

/// Page-locked buffers for copies from pageable memory, which thus reach the full rate of the link. Allocated once and
/// used in rotation. Threads: one copy at a time; other threads wait.
class Staging {
public:
    /// `onAllocated` is called with the size of each allocation.
    Staging(Gpu& gpu, std::function<void(Bytes)> onAllocated) : m_gpu(gpu), m_onAllocated(std::move(onAllocated)) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// Queues the copy in `stream`; `from` may be freed when the function returns.
    [[nodiscard]] Status copyIn(abi::Stream* stream, void* to, const void* from, std::int64_t bytes);

private:
    struct Slot {
        void* memory = nullptr;
        abi::Event* event = nullptr;
        bool isUsed = false;
    };
    [[nodiscard]] Result<Slot*> nextSlot();

    Gpu& m_gpu;
    const std::function<void(Bytes)> m_onAllocated;
    std::mutex m_mutex;  ///< guards everything below
    std::vector<Slot> m_slots;
    std::size_t m_next = 0;
};

}  // namespace engine::devices::cuda::detail
