#pragma once

#include "engine/schedule/detail/sleepable.h"

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// Sleeping on a condition that lives elsewhere, after Vyukov's eventcount. A sleeper announces itself, looks at the
/// condition once more, then sleeps; a notifier changes the condition first, then notifies. Both sides do so in the
/// one total order of seq_cst operations, so one of them sees the other.
///
/// At most one wake-up is under way: notifyOne() does nothing while a woken sleeper has not come round. It therefore
/// has to look for work after it woke, and to notify the next if there is more.
///
/// `Atomic` is replaced by the interleaving test.
template <template <typename> typename Atomic = Sleepable>
class BasicEventCount {
public:
    using Key = std::uint32_t;

    /// Then look at the condition, then wait() or cancel().
    [[nodiscard]] Key prepare()
    {
        m_sleepers.fetch_add(1, std::memory_order_seq_cst);
        const Key key = m_epoch.load(std::memory_order_seq_cst);
        // A notifier that saw the sleeper of an earlier sleep may have claimed a wake-up that nobody is there to end;
        // with it claimed, this sleep would never be ended. After the key: a claim that is made later moves the epoch
        // past the key.
        m_isWaking.store(0, std::memory_order_seq_cst);
        return key;
    }

    void cancel()
    {
        m_sleepers.fetch_sub(1, std::memory_order_seq_cst);
        // A wake-up may have been meant for this sleeper; nobody else would end it.
        m_isWaking.store(0, std::memory_order_seq_cst);
    }

    void wait(Key key)
    {
        while (m_epoch.load(std::memory_order_seq_cst) == key)
            m_epoch.wait(key, std::memory_order_seq_cst);
        m_sleepers.fetch_sub(1, std::memory_order_seq_cst);
        m_isWaking.store(0, std::memory_order_seq_cst);
    }

    /// After a seq_cst change of the condition. Returns whether it woke somebody.
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
