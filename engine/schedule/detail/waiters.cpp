#include "engine/schedule/detail/waiters.h"

namespace engine::schedule::detail {

void Waiter::wake(OpId by, State how)
{
    if (how == Released)
        releasedBy = by;
    std::uint32_t before = state.load(std::memory_order_relaxed);
    do {
        if (before != Waiting && before != Sleeping)
            return;
    } while (!state.compare_exchange_weak(before, how, std::memory_order_seq_cst));
    if (before == Sleeping)
        state.notify_one();
}

Waiter::State Waiter::sleep()
{
    std::uint32_t now = Waiting;
    if (state.compare_exchange_strong(now, Sleeping, std::memory_order_acq_rel, std::memory_order_acquire)) {
        state.wait(Sleeping, std::memory_order_acquire);
        now = state.load(std::memory_order_acquire);
    }
    return static_cast<State>(now);
}

Waiter* Waiters::acquire(std::uint32_t parties)
{
    const std::lock_guard lock(m_mutex);
    if (m_isCancelled)
        return nullptr;
    if (m_idle.empty()) {
        m_pool.push_back(std::make_unique<Waiter>());
        m_idle.push_back(m_pool.back().get());
    }
    Waiter* const waiter = m_idle.back();
    m_idle.pop_back();
    waiter->state.store(Waiter::Waiting, std::memory_order_relaxed);
    waiter->parties.store(parties, std::memory_order_relaxed);
    waiter->failure = nullptr;
    waiter->releasedBy = OpId{};
    waiter->group = kNone;
    m_active.push_back(waiter);
    return waiter;
}

void Waiters::release(Waiter* waiter)
{
    if (waiter->parties.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    const std::lock_guard lock(m_mutex);
    std::erase(m_active, waiter);
    m_idle.push_back(waiter);
}

void Waiters::cancelAll()
{
    const std::lock_guard lock(m_mutex);
    m_isCancelled = true;
    for (Waiter* waiter : m_active)
        waiter->wake(OpId{}, Waiter::Cancelled);
}

void Waiters::addIdleWait(Waiter& waiter, std::uint32_t group, std::int64_t limit)
{
    const std::lock_guard lock(m_mutex);
    waiter.group = group;
    waiter.limit = limit;
    m_idleWaits.push_back(&waiter);
    m_quietCount.fetch_add(1, std::memory_order_seq_cst);
}

OpId Waiters::removeIdleWait(Waiter& waiter)
{
    const std::lock_guard lock(m_mutex);
    std::erase(m_idleWaits, &waiter);
    m_quietCount.fetch_sub(1, std::memory_order_seq_cst);
    return waiter.releasedBy;
}

}  // namespace engine::schedule::detail
