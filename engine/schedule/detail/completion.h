#pragma once

#include "engine/schedule/detail/core.h"
#include "engine/schedule/detail/ready_queues.h"

#include <cstdint>
#include <utility>

namespace engine::schedule {

namespace detail {

/// After this many completions, a worker checks which waits can end because few operations are pending (Waiter::limit).
constexpr std::int64_t kIdleCheck = 64;

/// Describes an operation for Dispatcher::ready() and dropped().
[[nodiscard]] ReadyOp describe(const OpRecord& op, std::uint32_t record);

}  // namespace detail

/// Completes an operation, and the operations that are dropped because of it. Functions that every operation needs are
/// inline, because saving registers for separate functions would take a third of the time of an operation; rare cases
/// are in completion.cpp.
class Engine::Core::Completion {
public:
    /// `ended`: the time at which the operation ended; 0 if no times are recorded. `worker`: the worker of this thread;
    /// null: another thread.
    Completion(Engine::Core& core, std::uint64_t ended, detail::Worker* worker)
        : m_core(core), m_ended(ended), m_worker(worker)
    {
    }

    /// Completes an operation that has run or failed, and releases its successors.
    [[gnu::always_inline]] void finish(Record record, const FailurePtr& failure)
    {
        finishOne(record, failure);
        finishReleased();
    }
    /// Completes an operation that will not run.
    void drop(Record record);
    /// Makes the operation ready, or drops it after a failure or a cancel. Call when all its dependencies are complete.
    void becomeReady(Record record);
    /// Completes dropped operations, and executes the ready ones that no worker runs (m_outside).
    [[gnu::always_inline]] void finishReleased()
    {
        if (!m_dropped.isEmpty() || !m_outside.isEmpty()) [[unlikely]]
            finishRare();
    }

private:
    void finishOne(Record record, const FailurePtr& failure);
    void releaseEdges(std::uint32_t edge, std::uint32_t by, const FailurePtr& failure);
    void releaseReady(const detail::Chain& ready);
    void countCompleted(std::uint32_t group, OpId op, Record record);
    void countOutside(std::uint32_t group, OpId op);
    void finishRare();

    Engine::Core& m_core;
    const std::uint64_t m_ended;
    detail::Worker* const m_worker;
    detail::Chain m_dropped;  ///< operations to be skipped or cancelled
    detail::Chain m_outside;  ///< ready operations to be passed to dispatchers, or run by the naive policy
};

[[gnu::always_inline]] inline void Engine::Core::Completion::countCompleted(std::uint32_t group, OpId op, Record record)
{
    if (m_worker == nullptr || m_worker->group->index != group) [[unlikely]] {
        countOutside(group, op);
        return;
    }
    // Only this worker writes the count, so the addition needs no lock. sleepUntilWork() publishes it with seq_cst
    // before the worker sleeps.
    const std::int64_t count = m_worker->completed.load(std::memory_order_relaxed) + 1;
    m_worker->completed.store(count, std::memory_order_release);
    if (count % detail::kIdleCheck == 0) [[unlikely]] {
        m_worker->prefetchOffset =
            detail::Slab::prefetchOffsetFrom(std::exchange(m_worker->prefetchOrigin, record), record);
        if (m_core.waiters.hasIdleWaits(std::memory_order_relaxed)) {
            m_worker->clock = 0;
            m_core.wakeIdleWaits(op);
        }
    }
}

/// Releases the successors of a completed operation. The list of edges starts with the youngest one; the successors
/// become ready in program order.
[[gnu::always_inline]] inline void Engine::Core::Completion::releaseEdges(std::uint32_t edge, std::uint32_t by,
                                                                          const FailurePtr& failure)
{
    detail::Slab& records = m_core.slab;
    detail::Chain ready;
    const std::uint32_t plainKind = m_worker != nullptr ? m_worker->plainKind : detail::kNone;
    std::uint32_t differences = 0;
    while (edge != detail::kNone) {
        Record record = detail::recordOf(edge);
        detail::OpRecord* successor = &records[record];
        const std::uint32_t next = records.slot(edge);  // read first: the successor may run, and its record be reused
        if ((successor->kind.flags & detail::OpRecord::kExtension) != 0) [[unlikely]] {
            record = successor->op;
            successor = &records[record];
        }
        if (failure && (edge & 1) != 0 && (successor->kind.flags & detail::OpRecord::kRunsAfterFailure) == 0)
            [[unlikely]] {
            m_core.failures.poison(record, failure);
            successor->pending.poison();
        }
        records.prefetchFirst(*successor);
        if (successor->pending.release()) {
            successor->setReleased(by, m_ended);
            ready.prepend(records, record);
            differences |= successor->kindBits() ^ plainKind;
        }
        edge = next;
    }
    if (ready.isEmpty())
        return;
    if (differences == 0 && !m_core.failures.hasAny() && !m_core.ending.isCancelled.load(std::memory_order_relaxed))
        [[likely]]
        detail::enqueueOwn(records, ready, *m_worker);
    else
        releaseReady(ready);
}

[[gnu::always_inline]] inline void Engine::Core::Completion::finishOne(Record record, const FailurePtr& failure)
{
    detail::OpRecord& op = m_core.slab[record];
    const OpId number = op.number();
    const std::uint32_t group = op.kind.group;
    if (failure) [[unlikely]]
        m_core.failures.addCompleted(std::uint64_t{op.successors.generation()} << 32 | record, failure);
    detail::FreedRecords* const freed = m_worker != nullptr ? &m_worker->freed : nullptr;
    const std::uint32_t edge = op.successors.close();
    if (op.extension != detail::kNone) [[unlikely]]
        m_core.submission.records.freeExtensions(m_core.slab, std::exchange(op.extension, detail::kNone), freed);
    m_core.submission.records.free(m_core.slab, record, freed);
    if (edge != detail::kNone)
        releaseEdges(edge, number.index, failure);
    countCompleted(group, number, record);
}

}  // namespace engine::schedule
