#pragma once

#include "engine/schedule/detail/sleepable.h"

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// Lets threads sleep until a condition stored elsewhere holds, after Vyukov's eventcount. A sleeper registers, checks
/// the condition once more, then sleeps; a notifier first changes the condition, then notifies. Both use seq_cst
/// operations, so at least one of them sees the other.
///
/// At most one wake-up is in progress: notifyOne() does nothing while a woken sleeper has not resumed. So a woken
/// thread must search for work, and notify the next sleeper if there is more.
///
/// The interleaving test replaces `Atomic`.
template <template <typename> typename Atomic = Sleepable>
class BasicEventCount {
public:
    using Key = std::uint32_t;

    /// Registers the calling thread as a sleeper. Call this first, then check the condition, then call wait() or
    /// cancel().
    [[nodiscard]] Key prepare()
    {
        m_sleepers.fetch_add(1, std::memory_order_seq_cst);
        const Key key = m_epoch.load(std::memory_order_seq_cst);
        // A notifier that saw an earlier sleep of this thread may have set m_isWaking although no thread will wake up
        // and clear it. The flag would block all later wake-ups, so it is cleared here. This must follow the read of
        // the key: a notifier that sets the flag later also changes the epoch, so wait() returns.
        m_isWaking.store(0, std::memory_order_seq_cst);
        return key;
    }

    void cancel()
    {
        m_sleepers.fetch_sub(1, std::memory_order_seq_cst);
        // A notifier may have claimed a wake-up for this sleeper; no other thread would end that wake-up.
        m_isWaking.store(0, std::memory_order_seq_cst);
    }

    void wait(Key key)
    {
        while (m_epoch.load(std::memory_order_seq_cst) == key)
            m_epoch.wait(key, std::memory_order_seq_cst);
        m_sleepers.fetch_sub(1, std::memory_order_seq_cst);
        m_isWaking.store(0, std::memory_order_seq_cst);
    }

    /// Wakes a sleeper. Call after a seq_cst change of the condition. Returns whether a thread was woken.
    bool notifyOne()
    {
        if (m_sleepers.load(std::memory_order_seq_cst) == 0)
            return false;
        if (m_isWaking.load(std::memory_order_seq_cst) != 0 || m_isWaking.exchange(1, std::memory_order_seq_cst) != 0)
            return false;
        m_epoch.fetch_add(1, std::memory_order_seq_cst);
        m_epoch.notify_one();
        return true;
    }

    void notifyAll()
    {
        m_epoch.fetch_add(1, std::memory_order_seq_cst);
        m_epoch.notify_all();
    }

private:
    Atomic<std::uint32_t> m_epoch{0};
    Atomic<std::uint32_t> m_sleepers{0};
    Atomic<std::uint32_t> m_isWaking{0};
};

using EventCount = BasicEventCount<>;

}  // namespace engine::schedule::detail
