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

/// A waiting thread, which sleeps on `state`. Waiters are pooled, because the waking thread may still access a waiter
/// after the wait has returned.
struct Waiter {
    enum State : std::uint32_t { Waiting, Sleeping, Released, Cancelled };

    Sleepable<std::uint32_t> state{Waiting};
    std::atomic<std::uint32_t> parties{0};  ///< number of threads that still access this object
    FailurePtr failure;
    OpId releasedBy;
    std::uint32_t group = kNone;  ///< group whose pending operations the wait counts; kNone: all groups
    std::int64_t limit = 0;       ///< the wait ends when at most this many operations are pending

    /// Ends the wait. Later calls do not change how it ended, but may replace `releasedBy`. `by`: the operation whose
    /// completion ended it.
    void wake(OpId by, State how);
    /// Called by the waiting thread: blocks until wake(), and returns how the wait ended.
    State sleep();
};

/// All waiters of an engine. Any thread.
class Waiters {
public:
    /// Returns a waiter; null after cancelAll(). `parties`: number of calls of release() after which the waiter is
    /// reused.
    [[nodiscard]] Waiter* acquire(std::uint32_t parties);
    void release(Waiter* waiter);

    /// Cancels all waits; acquire() returns null afterwards.
    void cancelAll();

    /// Registers a wait for a number of pending operations. The caller must check that number once more afterwards.
    void addIdleWait(Waiter& waiter, std::uint32_t group, std::int64_t limit);
    /// Returns the operation that ended the wait, if any.
    OpId removeIdleWait(Waiter& waiter);
    [[nodiscard]] bool hasIdleWaits(std::memory_order order) const { return m_quietCount.load(order) > 0; }
    /// Call after a completion was counted. Ends each wait for which pendingOf(group) is at most Waiter::limit.
    void wakeIdleWaits(OpId by, auto&& pendingOf)
    {
        const std::lock_guard lock(m_mutex);
        for (Waiter* waiter : m_idleWaits)
            if (pendingOf(waiter->group) <= waiter->limit)
                waiter->wake(by, Waiter::Released);
    }

private:
    alignas(64) std::atomic<std::int32_t> m_quietCount{0};
    std::mutex m_mutex;  ///< guards the members below
    bool m_isCancelled = false;
    std::vector<std::unique_ptr<Waiter>> m_pool;
    std::vector<Waiter*> m_idle;
    std::vector<Waiter*> m_active;
    std::vector<Waiter*> m_idleWaits;
};

}  // namespace engine::schedule::detail
