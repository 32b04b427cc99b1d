#include "engine/schedule/detail/completion.h"

#include <cstring>

namespace engine::schedule {

using detail::Chain;
using detail::Group;
using detail::kNone;
using detail::OpRecord;

ReadyOp detail::describe(const OpRecord& op, std::uint32_t record)
{
    ReadyOp ready;
    ready.handle = OpHandle{std::uint64_t{op.successors.generation()} << 32 | record};
    ready.op = op.number();
    ready.name = NameId{op.name};
    ready.group = GroupId{std::uint32_t{op.kind.group}};
    ready.level = op.kind.level;
    if (op.body == nullptr)
        std::memcpy(&ready.payload, op.closure, sizeof ready.payload);
    ready.releasedBy = OpId{op.slots[OpRecord::kReleasedBy]};
    return ready;
}

/// Completes dropped operations in a loop, so that a chain of a million skipped operations needs no stack.
void Engine::Core::Completion::finishRare()
{
    while (!m_dropped.isEmpty())
        drop(m_dropped.pop(m_core.slab));
    if (!m_outside.isEmpty())
        m_core.dispatch(m_outside);
}

/// Makes the listed operations ready one by one. Called if some of them cannot simply be added to this worker's queue.
void Engine::Core::Completion::releaseReady(const Chain& ready)
{
    if (m_worker != nullptr)
        m_worker->clock = 0;
    for (Record record = ready.first; record != kNone;) {
        const Record next = m_core.slab[record].slots[OpRecord::kLink];
        becomeReady(record);
        record = next;
    }
}

void Engine::Core::Completion::becomeReady(Record record)
{
    OpRecord& op = m_core.slab[record];
    if ((op.kind.flags & OpRecord::kWaiter) != 0) {
        m_core.fire(record);
        m_core.submission.records.free(m_core.slab, record, m_worker != nullptr ? &m_worker->freed : nullptr);
        return;
    }
    const bool isOver = m_core.ending.isCancelled.load(std::memory_order_relaxed);
    if (isOver && m_core.cancelsInBulk())
        return;
    if (isOver || op.pending.isPoisoned()) {
        m_dropped.append(m_core.slab, record);
        return;
    }
    Group& to = m_core.groups.at(op.kind.group);
    if (to.options.dispatcher != nullptr || m_core.isNaive())
        m_outside.append(m_core.slab, record);
    else
        detail::enqueue(m_core.slab, to, record, m_worker);
}

void Engine::Core::Completion::drop(Record record)
{
    OpRecord& op = m_core.slab[record];
    FailurePtr failure;
    if (op.pending.isPoisoned())
        failure = m_core.failures.removePoison(record);
    const trace::OpState state = failure ? trace::OpState::Skipped : trace::OpState::Cancelled;
    const ReadyOp description = detail::describe(op, record);
    op.destroyBody();
    if (failure)
        m_core.tallies.skipped.fetch_add(1, std::memory_order_relaxed);
    Dispatcher* const dispatcher = m_core.groups.at(op.kind.group).options.dispatcher;
    if (dispatcher == nullptr)  // a dispatcher itself records the operations that it executes
        m_core.lives.add(op, m_ended, m_ended, state, failure.get(), m_worker);
    finishOne(record, failure);
    if (dispatcher != nullptr)
        dispatcher->dropped(description, state, failure);
}

void Engine::Core::Completion::countOutside(std::uint32_t group, OpId op)
{
    m_core.groups.at(group).completedOutside.fetch_add(1, std::memory_order_seq_cst);
    if (m_core.waiters.hasIdleWaits(std::memory_order_seq_cst))
        m_core.wakeIdleWaits(op);
}

}  // namespace engine::schedule
