#pragma once

#include "engine/devices/cuda/detail/gpu.h"

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace engine::devices::cuda::detail {

/// Page-locked buffers through which pageable memory travels to a GPU at the full rate of the link: taken once, used in
/// turn. Threads: one copy at a time; others wait.
class Staging {
public:
    /// `took`: hears of memory that is taken.
    Staging(Gpu& gpu, std::function<void(Bytes)> took) : m_gpu(gpu), m_took(std::move(took)) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// Queues the copy in `stream`; `from` may go once this returns.
    [[nodiscard]] Status copyIn(abi::Stream* stream, void* to, const void* from, std::int64_t bytes);

private:
    struct Slot {
        void* memory = nullptr;
        abi::Event* event = nullptr;
        bool isUsed = false;
    };
    [[nodiscard]] Result<Slot*> nextSlot();

    Gpu& m_gpu;
    const std::function<void(Bytes)> m_took;
    std::mutex m_mutex;  ///< guards everything below
    std::vector<Slot> m_slots;
    std::size_t m_next = 0;
};

}  // namespace engine::devices::cuda::detail
