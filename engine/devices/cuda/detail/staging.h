#pragma once

#include "engine/devices/cuda/detail/gpu.h"

#include <array>
#include <mutex>

namespace engine::devices::cuda::detail {

/// Page-locked buffers, through which copies from pageable memory reach the full rate of the link. The buffers are used
/// in rotation. Threads: one copy at a time; other threads wait.
class Staging {
public:
    explicit Staging(Gpu& gpu) : m_gpu(gpu) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// Allocates the buffers; call once, before the first copy. Page-locking takes milliseconds.
    [[nodiscard]] Status open();
    [[nodiscard]] static Bytes size();
    /// Queues the copy in `stream`; `from` may be freed when the function returns.
    [[nodiscard]] Status copyIn(abi::Stream* stream, void* to, const void* from, std::int64_t bytes);

private:
    struct Slot {
        void* memory = nullptr;
        abi::Event* event = nullptr;
        bool isUsed = false;
    };
    Gpu& m_gpu;
    std::mutex m_mutex;  ///< guards everything below
    std::array<Slot, 4> m_slots;
    std::size_t m_next = 0;
};

}  // namespace engine::devices::cuda::detail
