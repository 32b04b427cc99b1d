#pragma once

#include <atomic>
#include <thread>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace engine::schedule::detail {

inline void pauseSpin()
{
#if defined(__x86_64__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

/// A lock for critical sections of some tens of instructions. unlock() is a plain store, where a mutex needs a second
/// locked instruction. A waiting thread soon yields its core, since the owner may have been preempted.
class SpinLock {
public:
    void lock() noexcept
    {
        if (m_isLocked.exchange(true, std::memory_order_acquire)) [[unlikely]]
            wait();
    }
    void unlock() noexcept { m_isLocked.store(false, std::memory_order_release); }

private:
    [[gnu::noinline]] void wait() noexcept
    {
        int spins = 0;
        do {
            while (m_isLocked.load(std::memory_order_relaxed)) {
                if (++spins < 64)
                    pauseSpin();
                else
                    std::this_thread::yield();
            }
        } while (m_isLocked.exchange(true, std::memory_order_acquire));
    }

    std::atomic<bool> m_isLocked{false};
};

}  // namespace engine::schedule::detail
