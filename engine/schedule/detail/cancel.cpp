#include "engine/schedule/detail/core.h"

#include <algorithm>
#include <utility>

namespace engine::schedule {

using detail::OpRecord;

namespace {

/// Cancels an operation and returns its group. Does not read the slots, which may contain edges or be written by a push
/// in progress.
std::uint32_t cancelOne(OpRecord& op, std::uint64_t now, detail::SharedLives* lives)
{
    if (const Body::Table* const body = std::exchange(op.body, nullptr); body->destroy != nullptr)
        body->destroy(op.closure);
    static_cast<void>(op.successors.close());
    if (lives != nullptr && (op.kind.flags & OpRecord::kUnnumbered) == 0) {
        Life life;
        life.pushed = op.pushed;
        life.ready = life.started = life.finished = std::max(now, op.pushed);
        life.op = OpId{op.op};
        life.name = NameId{op.name};
        life.group = op.kind.group;
        life.state = trace::OpState::Cancelled;
        lives->push(life);
    }
    return op.kind.group;
}

}  // namespace

void Engine::Core::cancel()
{
    ending.isClosed.store(true);
    ending.isCancelled.store(true, std::memory_order_seq_cst);
    waiters.cancelAll();
}

// Cancels all remaining operations in one pass: releasing a million operations one by one along their dependencies
// takes 0.6 s instead of 0.05 s, and their order no longer matters. The workers have ended, and pushes are refused; a
// push that was in progress has left its operation in place too (becomeReady()). A record is pending exactly if it has
// a body.
void Engine::Core::cancelPending()
{
    const std::uint64_t now = options.isRecording ? TickClock::ticks() : 0;
    std::vector<std::int64_t> cancelled(groups.count());
    std::uint32_t count = 0;
    {
        const std::lock_guard lock(submission.lock);
        count = slab.size();
    }
    // Without a lock: the destructor of a body may call the engine.
    for (Record record = 0; record < count; ++record)
        if (slab[record].body != nullptr)
            ++cancelled[cancelOne(slab[record], now, options.isRecording ? &outsideLives : nullptr)];
    for (std::uint32_t i = 0; i < cancelled.size(); ++i)
        groups.at(i).completedOutside.fetch_add(cancelled[i], std::memory_order_seq_cst);
}

}  // namespace engine::schedule
