#include "engine/schedule/detail/complete.h"

#include <new>

namespace engine::schedule {

using detail::Chain;
using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Worker;

void Engine::Core::finish(Record record, const FailurePtr& failure, std::uint64_t ended, Worker* worker)
{
    Released released;
    finishOne(record, failure, ended, worker, released);
    if (!released.dropped.isEmpty() || !released.outside.isEmpty())
        finishReleased(released, ended, worker);
}

// Completes dropped operations in a loop, so that a chain of a million skipped operations needs no stack.
void Engine::Core::finishReleased(Released& released, std::uint64_t ended, Worker* worker)
{
    while (!released.dropped.isEmpty())
        drop(released.dropped.pop(slab), ended, worker, released);
    if (!released.outside.isEmpty())
        dispatch(released.outside);
}

// Handles ready operations one by one; some of them need more than an entry in a queue of this worker.
void Engine::Core::releaseReady(const Chain& ready, Worker* worker, Released& released)
{
    if (worker != nullptr)
        worker->clock = 0;
    for (Record record = ready.first; record != kNone;) {
        const Record next = slab[record].slots[OpRecord::kLink];
        becomeReady(record, worker, released);
        record = next;
    }
}

void Engine::Core::becomeReady(Record record, Worker* worker, Released& released)
{
    OpRecord& op = slab[record];
    if ((op.kind.flags & OpRecord::kWaiter) != 0) {
        fire(record);
        submission.records.free(slab, record, worker != nullptr ? &worker->freed : nullptr);
        return;
    }
    const bool isOver = ending.isCancelled.load(std::memory_order_relaxed);
    if (isOver && cancelsInBulk())
        return;
    if (isOver || op.pending.isPoisoned()) {
        released.dropped.append(slab, record);
        return;
    }
    Group& to = groups.at(op.kind.group);
    if (to.options.dispatcher != nullptr || isNaive())
        released.outside.append(slab, record);
    else
        detail::enqueue(slab, to, record, worker);
}

void Engine::Core::drop(Record record, std::uint64_t ended, Worker* worker, Released& released)
{
    OpRecord& op = slab[record];
    FailurePtr failure;
    if (op.pending.isPoisoned())
        failure = failures.removePoison(record);
    const trace::OpState state = failure ? trace::OpState::Skipped : trace::OpState::Cancelled;
    const ReadyOp description = describe(record);
    if (const Body::Table* body = std::exchange(op.body, nullptr); body != nullptr && body->destroy != nullptr)
        body->destroy(op.closure);
    if (failure)
        tallies.skipped.fetch_add(1, std::memory_order_relaxed);
    recordLife(record, ended, ended, state, failure.get(), worker);
    Dispatcher* const dispatcher = groups.at(op.kind.group).options.dispatcher;
    finishOne(record, failure, ended, worker, released);
    if (dispatcher != nullptr)
        dispatcher->dropped(description, state, failure);
}

void Engine::Core::countOutside(std::uint32_t groupIndex, OpId op)
{
    groups.at(groupIndex).completedOutside.fetch_add(1, std::memory_order_seq_cst);
    if (waiters.hasIdleWaits(std::memory_order_seq_cst))
        wakeIdleWaits(op);
}

FailurePtr Engine::Core::makeFailure(Record record, Error error, std::exception_ptr exception)
try {
    tallies.failed.fetch_add(1, std::memory_order_relaxed);
    if (error.code == ErrorCode::OutOfMemory && error.message.empty())
        return failures.refuse();  // there was no memory for the message
    const OpRecord& op = slab[record];
    const bool isUnnumbered = (op.kind.flags & OpRecord::kUnnumbered) != 0;
    Failure failure;
    failure.error = std::move(error);
    failure.exception = std::move(exception);
    failure.op = isUnnumbered ? OpId{} : OpId{op.op};
    failure.name = NameId{op.name};
    failure.order = std::uint64_t{op.op} * 2 + (isUnnumbered ? 0 : 1);
    auto shared = std::make_shared<const Failure>(std::move(failure));
    failures.addReport(shared, op.kind.group);
    return shared;
} catch (const std::bad_alloc&) {
    return failures.refuse();
}

}  // namespace engine::schedule
