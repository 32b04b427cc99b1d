#pragma once

#include "engine/schedule/detail/group.h"

#include <cstdint>

/// The queues of ready operations of a group with threads: who runs next.
namespace engine::schedule::detail {

/// To the queue of its level; `worker`: the calling thread, if it is a worker. Wakes a worker of the group.
void enqueue(const Slab& slab, Group& to, std::uint32_t record, Worker* worker);

/// The next operation of this worker, or kNone.
[[nodiscard]] std::uint32_t nextReady(const Slab& slab, Worker& worker);

/// Linked operations of the worker's own group and of normal priority, to its deque; wakes another worker.
void offer(const Slab& slab, std::uint32_t ready, Worker& worker);

/// Appends what other threads enqueued to the list of a group's only worker.
void drainInjector(const Slab& slab, Worker& worker, std::uint8_t level);

/// Operations of the worker's own group and of normal priority; not empty, the oldest first. Inline: most completions
/// call it.
[[gnu::always_inline]] inline void enqueueOwn(const Slab& slab, const Chain& ready, Worker& worker)
{
    Group& to = *worker.group;
    if (!to.isShared) {
        // First in, first out over both ways in: what was injected before goes before.
        if (!to.injectors[kNormal].isEmpty()) [[unlikely]]
            drainInjector(slab, worker, kNormal);
        worker.ready[kNormal].append(slab, ready);
        return;
    }
    std::uint32_t record = ready.first;
    if (worker.next == kNone) {
        worker.next = record;
        record = slab[record].slots[OpRecord::kLink];
    }
    if (record != kNone)
        offer(slab, record, worker);
}

}  // namespace engine::schedule::detail
