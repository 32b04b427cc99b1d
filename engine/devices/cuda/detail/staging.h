#pragma once

#include "engine/devices/cuda/detail/gpu.h"

#include <mutex>
#include <vector>

namespace engine::devices::cuda::detail {

/// Page-locked buffers through which pageable memory travels to a GPU at the full rate of the link: taken once, used in
/// turn (DEVICES.md 11). Threads: one copy at a time; others wait.
class Staging {
public:
    explicit Staging(Gpu& gpu) : m_gpu(gpu) {}
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
    std::mutex m_mutex;  ///< guards everything below
    std::vector<Slot> m_slots;
    std::size_t m_next = 0;
};

}  // namespace engine::devices::cuda::detail
