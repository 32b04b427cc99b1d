#pragma once

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// Sleeps while the word equals `old`; may return spuriously.
void sleepOn(const std::atomic<std::uint32_t>& word, std::uint32_t old);
enum class Sleepers : std::uint8_t { One, All };
/// Wakes one thread that sleeps on the word, or all of them.
void wakeOn(const std::atomic<std::uint32_t>& word, Sleepers which);

/// An atomic word whose wait() sleeps without polling first. std::atomic::wait() of libstdc++ yields its core four
/// times before it sleeps: on a loaded machine that costs four time slices of other programs, some tens of milliseconds
/// per sleep.
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
    void notify_one() { wakeOn(*this, Sleepers::One); }
    void notify_all() { wakeOn(*this, Sleepers::All); }
};

}  // namespace engine::schedule::detail
