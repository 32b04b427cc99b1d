#pragma once

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// Sleeps while the word holds `old`; may come back without a reason.
void sleepOn(const std::atomic<std::uint32_t>& word, std::uint32_t old);
/// Wakes one thread that sleeps on the word, or all.
void wakeOn(const std::atomic<std::uint32_t>& word, bool all);

/// An atomic word to sleep on at once. std::atomic::wait() of GNU's library gives its core away four times before it
/// sleeps: on a busy machine that is four slices of everybody else's, some tens of milliseconds for each sleep.
template <typename T>
class Sleepable : public std::atomic<T> {
    static_assert(sizeof(T) == 4 && sizeof(std::atomic<T>) == 4);

public:
    using std::atomic<T>::atomic;

    void wait(T old, std::memory_order order = std::memory_order_seq_cst) const
    {
        while (this->load(order) == old)
            sleepOn(*this, old);
    }
    void notify_one() { wakeOn(*this, false); }
    void notify_all() { wakeOn(*this, true); }
};

}  // namespace engine::schedule::detail
