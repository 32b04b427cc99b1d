#include "engine/schedule/detail/core.h"

namespace engine::schedule {

using detail::Chain;
using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Worker;

/// Records go back in batches, so that workers and pushers meet on a shared word once in so many operations.
constexpr std::uint32_t kFreeBatch = 64;
/// Every so many completions a worker looks whether somebody waits for a number of pending operations.
constexpr std::int64_t kQuietCheck = 64;

void Engine::Core::finish(Record record, FailurePtr failure, std::uint64_t ended, Worker* worker)
{
    Released released;
    finishOne(record, failure, ended, worker, released);
    if (!released.dropped.isEmpty() || !released.outside.isEmpty())
        settle(released, ended, worker);
}

// Dropped operations complete here, one after the other: a chain of a million skipped ones needs no stack.
void Engine::Core::settle(Released& released, std::uint64_t ended, Worker* worker)
{
    while (!released.dropped.isEmpty())
        drop(released.dropped.take(slab), ended, worker, released);
    if (!released.outside.isEmpty())
        dispatch(released.outside);
}

void Engine::Core::finishOne(Record record, const FailurePtr& failure, std::uint64_t ended, Worker* worker,
                             Released& released)
{
    OpRecord& op = slab[record];
    const bool isUnnumbered = (op.flags & OpRecord::kUnnumbered) != 0;
    const OpId number = isUnnumbered ? OpId{} : OpId{op.op};
    const std::uint32_t groupIndex = op.group;
    if (failure)
        failures.addCompleted(std::uint64_t{op.successors.generation()} << 32 | record, failure);
    const std::uint32_t edge = op.successors.close();

    std::uint32_t extension = op.extension;
    op.extension = kNone;
    freeRecord(record, worker);
    while (extension != kNone) {
        const Record freedExtension = extension;
        extension = slab[extension].extension;
        slab[freedExtension].extension = kNone;
        freeRecord(freedExtension, worker);
    }
    if (edge != kNone)
        releaseEdges(edge, number.index, failure, ended, worker, released);
    countCompleted(groupIndex, number, worker);
}

// The list holds the youngest successor first; they become ready in program order.
void Engine::Core::releaseEdges(std::uint32_t edge, std::uint32_t by, const FailurePtr& failure, std::uint64_t ended,
                                Worker* worker, Released& released)
{
    const auto nextOf = [this](std::uint32_t e) -> std::uint32_t& { return slab[e >> 4].slots[e >> 1 & 7]; };
    if (nextOf(edge) != kNone) {
        std::uint32_t reversed = kNone;
        while (edge != kNone) {
            const std::uint32_t next = nextOf(edge);
            nextOf(edge) = reversed;
            reversed = edge;
            edge = next;
        }
        edge = reversed;
    }
    while (edge != kNone) {
        const std::uint32_t next = nextOf(edge);  // before the successor may run and its record be used again
        Record record = edge >> 4;
        if ((slab[record].flags & OpRecord::kExtension) != 0)
            record = slab[record].op;
        OpRecord& successor = slab[record];
        if (failure && (edge & 1) != 0 && (successor.flags & OpRecord::kRunsAfterFailure) == 0) {
            failures.poison(record, failure);
            successor.pending.poison();
        }
        if (successor.pending.release()) {
            successor.slots[OpRecord::kReleasedBy] = by;
            successor.ready = ended;
            becomeReady(record, worker, released);
        }
        edge = next;
    }
}

void Engine::Core::becomeReady(Record record, Worker* worker, Released& released)
{
    OpRecord& op = slab[record];
    if ((op.flags & OpRecord::kWaiter) != 0) {
        fire(record);
        freeRecord(record, worker);
        return;
    }
    if (op.pending.isPoisoned() || isCancelled.load(std::memory_order_relaxed)) {
        released.dropped.append(slab, record);
        return;
    }
    Group& to = *groups[op.group].load(std::memory_order_relaxed);
    if (to.options.dispatcher != nullptr || isNaive)
        released.outside.append(slab, record);
    else
        enqueue(to, record, worker);
}

void Engine::Core::drop(Record record, std::uint64_t ended, Worker* worker, Released& released)
{
    OpRecord& op = slab[record];
    FailurePtr failure;
    if (op.pending.isPoisoned())
        failure = failures.takePoison(record);
    const trace::OpState state = failure ? trace::OpState::Skipped : trace::OpState::Cancelled;
    const ReadyOp description = describe(record);
    if (const Body::Table* body = std::exchange(op.body, nullptr); body != nullptr && body->destroy != nullptr)
        body->destroy(op.closure);
    if (failure)
        skippedCount.fetch_add(1, std::memory_order_relaxed);
    recordLife(record, ended, ended, state, failure, worker);
    Dispatcher* const dispatcher = groups[op.group].load(std::memory_order_relaxed)->options.dispatcher;
    finishOne(record, failure, ended, worker, released);
    if (dispatcher != nullptr)
        dispatcher->dropped(description, state, failure);
}

void Engine::Core::freeRecord(Record record, Worker* worker)
{
    if (worker == nullptr) {
        Chain one;
        one.append(slab, record);
        giveBack(one);
        return;
    }
    // Youngest first: its lines are still in this core's cache, and likely to be the next ones used.
    slab[record].slots[OpRecord::kLink] = worker->freed.first;
    if (worker->freed.isEmpty())
        worker->freed.last = record;
    worker->freed.first = record;
    if (++worker->freedCount >= kFreeBatch)
        flushFreed(*worker);
}

void Engine::Core::giveBack(Chain& chain)
{
    std::uint32_t head = freed.load(std::memory_order_relaxed);
    do {
        slab[chain.last].slots[OpRecord::kLink] = head;
    } while (!freed.compare_exchange_weak(head, chain.first, std::memory_order_release, std::memory_order_relaxed));
    chain = Chain{};
}

void Engine::Core::flushFreed(Worker& worker)
{
    if (!worker.freed.isEmpty())
        giveBack(worker.freed);
    worker.freedCount = 0;
}

void Engine::Core::countCompleted(std::uint32_t groupIndex, OpId op, Worker* worker)
{
    if (worker != nullptr && worker->group->index == groupIndex) {
        // One writer, so no locked addition. rest() publishes it in the total order before the worker sleeps.
        const std::int64_t count = worker->completed.load(std::memory_order_relaxed) + 1;
        worker->completed.store(count, std::memory_order_release);
        if (count % kQuietCheck == 0 && quietWaits.load(std::memory_order_relaxed) > 0)
            wakeQuiet(op);
        return;
    }
    groups[groupIndex].load(std::memory_order_relaxed)->completedOutside.fetch_add(1, std::memory_order_seq_cst);
    if (quietWaits.load(std::memory_order_seq_cst) > 0)
        wakeQuiet(op);
}

FailurePtr Engine::Core::makeFailure(Record record, Error error, std::exception_ptr exception)
{
    const OpRecord& op = slab[record];
    const bool isUnnumbered = (op.flags & OpRecord::kUnnumbered) != 0;
    Failure failure;
    failure.error = std::move(error);
    failure.exception = std::move(exception);
    failure.op = isUnnumbered ? OpId{} : OpId{op.op};
    failure.name = NameId{op.name};
    failure.order = std::uint64_t{op.op} * 2 + (isUnnumbered ? 0 : 1);
    auto shared = std::make_shared<const Failure>(std::move(failure));
    failures.addReport(shared, op.group);
    failedCount.fetch_add(1, std::memory_order_relaxed);
    return shared;
}

}  // namespace engine::schedule
