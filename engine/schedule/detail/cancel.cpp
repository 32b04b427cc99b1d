#include "engine/schedule/detail/core.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace engine::schedule {

using detail::OpRecord;

void Engine::Core::cancel()
{
    ending.isClosed.store(true);
    ending.isCancelled.store(true, std::memory_order_seq_cst);
    waiters.cancelAll();
}

// Cancels all remaining operations in one pass: releasing a million operations one by one along their dependencies
// takes 0.6 s instead of 0.05 s, and their order no longer matters. The workers have ended, and pushes are refused. An
// operation whose push was in progress during cancel() is also among them, because becomeReady() then enqueues nothing.
// A record is pending exactly if it has a body.
void Engine::Core::cancelPending()
{
    const std::uint64_t now = lives.now();
    std::vector<std::int64_t> cancelled(groups.count());
    std::uint32_t count = 0;
    {
        const std::lock_guard lock(submission.lock);
        count = slab.size();
    }
    // No lock is held here, because the destructor of a body may call the engine.
    for (Record record = 0; record < count; ++record) {
        OpRecord& op = slab[record];
        if (op.body == nullptr)
            continue;
        op.destroyBody();
        static_cast<void>(op.successors.close());
        lives.addCancelled(op, now);
        ++cancelled[op.kind.group];
    }
    for (std::uint32_t i = 0; i < cancelled.size(); ++i)
        groups.at(i).completedOutside.fetch_add(cancelled[i], std::memory_order_seq_cst);
}

}  // namespace engine::schedule
