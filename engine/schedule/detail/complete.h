#pragma once

#include "engine/schedule/detail/core.h"
#include "engine/schedule/detail/ready_queues.h"

// The part of a completion that every operation needs. It is inline, because saving registers for separate functions
// would take a third of the time of an operation. Rare cases are in finish.cpp.
namespace engine::schedule {

namespace detail {

/// After this many completions a worker checks whether a thread waits for a number of pending operations.
constexpr std::int64_t kIdleCheck = 64;

}  // namespace detail

[[gnu::always_inline]] inline void Engine::Core::countCompleted(std::uint32_t groupIndex, OpId op, Record record,
                                                                detail::Worker* worker)
{
    if (worker == nullptr || worker->group->index != groupIndex) [[unlikely]] {
        countOutside(groupIndex, op);
        return;
    }
    // Only this worker writes the count, so the addition needs no lock. sleepUntilWork() publishes it with seq_cst
    // before the worker sleeps.
    const std::int64_t count = worker->completed.load(std::memory_order_relaxed) + 1;
    worker->completed.store(count, std::memory_order_release);
    if (count % detail::kIdleCheck == 0) [[unlikely]] {
        worker->prefetchOffset =
            detail::Slab::prefetchOffsetFrom(std::exchange(worker->prefetchOrigin, record), record);
        if (waiters.hasIdleWaits(std::memory_order_relaxed)) {
            worker->clock = 0;
            wakeIdleWaits(op);
        }
    }
}

/// Releases the successors of a completed operation. The list is youngest first; they become ready in program order.
[[gnu::always_inline]] inline void Engine::Core::releaseEdges(std::uint32_t edge, std::uint32_t by,
                                                              const FailurePtr& failure, std::uint64_t ended,
                                                              detail::Worker* worker, Released& released)
{
    using detail::OpRecord;
    detail::Chain ready;
    const std::uint32_t plainKind = worker != nullptr ? worker->plainKind : detail::kNone;
    std::uint32_t differences = 0;
    while (edge != detail::kNone) {
        Record record = detail::recordOf(edge);
        OpRecord* successor = &slab[record];
        const std::uint32_t next = slab.slot(edge);  // read before the successor can run and its record be reused
        if ((successor->kind.flags & OpRecord::kExtension) != 0) [[unlikely]] {
            record = successor->op;
            successor = &slab[record];
        }
        if (failure && (edge & 1) != 0 && (successor->kind.flags & OpRecord::kRunsAfterFailure) == 0) [[unlikely]] {
            failures.poison(record, failure);
            successor->pending.poison();
        }
        slab.prefetchFirst(*successor);
        if (successor->pending.release()) {
            successor->setReleased(by, ended);
            ready.prepend(slab, record);
            differences |= successor->kindBits() ^ plainKind;
        }
        edge = next;
    }
    if (ready.isEmpty())
        return;
    if (differences == 0 && !failures.hasAny() && !ending.isCancelled.load(std::memory_order_relaxed)) [[likely]]
        detail::enqueueOwn(slab, ready, *worker);
    else
        releaseReady(ready, worker, released);
}

[[gnu::always_inline]] inline void Engine::Core::finishOne(Record record, const FailurePtr& failure,
                                                           std::uint64_t ended, detail::Worker* worker,
                                                           Released& released)
{
    using detail::OpRecord;
    OpRecord& op = slab[record];
    const OpId number = (op.kind.flags & OpRecord::kUnnumbered) != 0 ? OpId{} : OpId{op.op};
    const std::uint32_t groupIndex = op.kind.group;
    if (failure) [[unlikely]]
        failures.addCompleted(std::uint64_t{op.successors.generation()} << 32 | record, failure);
    detail::FreedRecords* const freed = worker != nullptr ? &worker->freed : nullptr;
    const std::uint32_t edge = op.successors.close();
    if (op.extension != detail::kNone) [[unlikely]]
        submission.records.freeExtensions(slab, std::exchange(op.extension, detail::kNone), freed);
    submission.records.free(slab, record, freed);
    if (edge != detail::kNone)
        releaseEdges(edge, number.index, failure, ended, worker, released);
    countCompleted(groupIndex, number, record, worker);
}

}  // namespace engine::schedule
