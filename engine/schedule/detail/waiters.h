#pragma once

#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/sleepable.h"
#include "engine/schedule/failure.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace engine::schedule::detail {

/// A thread that waits; each sleeps on its own word. Pooled, since the thread that wakes it may still access it when
/// the wait has returned.
struct Waiter {
    enum State : std::uint32_t { Waiting, Sleeping, Released, Cancelled };

    Sleepable<std::uint32_t> state{Waiting};
    std::atomic<std::uint32_t> parties{
        0};  ///< threads that still access it: the waiting one, and the one that wakes it
    FailurePtr failure;
    OpId releasedBy;
    std::uint32_t group = kNone;  ///< of waits for a number of pending operations: of this group, or of all
    std::int64_t limit = 0;       ///< and until no more than these are pending

    /// Ends the wait, once. `by`: the operation whose completion ended it.
    void wake(OpId by, State how);
    /// The waiting thread, until wake().
    State sleep();
};

/// All waiters of an engine. Any thread.
class Waiters {
public:
    /// Null after cancelAll(). `parties`: how many calls of release() it takes.
    [[nodiscard]] Waiter* acquire(std::uint32_t parties);
    void release(Waiter* waiter);

    /// Ends every wait as cancelled; no more are handed out.
    void cancelAll();

    /// Of a wait for a number of pending operations. The caller then checks that number once more.
    void addQuiet(Waiter& waiter, std::uint32_t group, std::int64_t limit);
    /// Returns the operation that ended it, if any.
    OpId removeQuiet(Waiter& waiter);
    [[nodiscard]] bool hasQuiet(std::memory_order order) const { return m_quietCount.load(order) > 0; }
    /// After a completion was counted: ends the waits whose number pendingOf(group) has reached.
    template <typename PendingOf>
    void wakeQuiet(OpId by, PendingOf&& pendingOf)
    {
        const std::lock_guard lock(m_mutex);
        for (Waiter* waiter : m_quiet)
            if (pendingOf(waiter->group) <= waiter->limit)
                waiter->wake(by, Waiter::Released);
    }

private:
    alignas(64) std::atomic<std::int32_t> m_quietCount{0};
    std::mutex m_mutex;  ///< guards the rest
    bool m_isCancelled = false;
    std::vector<std::unique_ptr<Waiter>> m_pool;
    std::vector<Waiter*> m_idle;
    std::vector<Waiter*> m_active;
    std::vector<Waiter*> m_quiet;
};

}  // namespace engine::schedule::detail
