#pragma once

#include "engine/schedule/detail/group.h"

#include <cstdint>

/// The queues of ready operations of a group with threads; they determine which operation runs next.
namespace engine::schedule::detail {

/// Enqueues an operation by its priority level. Wakes a worker of the group, unless the operation stays with `worker`.
/// `worker`: the calling thread, if it is a worker.
void enqueue(const Slab& slab, Group& to, std::uint32_t record, Worker* worker);

/// Returns the operation that this worker runs next, or kNone.
[[nodiscard]] std::uint32_t nextReady(const Slab& slab, Worker& worker);

/// Pushes a linked list of operations, of the worker's own group and of normal priority, to the worker's deque, or to
/// the injector while the deque is full. Wakes a worker that sleeps.
void offer(const Slab& slab, std::uint32_t ready, Worker& worker);

/// Empties the injector of `level`, which other threads fill, and appends its operations to the list of the group's
/// only worker.
void drainInjector(const Slab& slab, Worker& worker, std::uint8_t level);

/// Enqueues operations of the worker's own group and of normal priority. `ready` is not empty and starts with the
/// oldest. Inline, since most completions call it.
[[gnu::always_inline]] inline void enqueueOwn(const Slab& slab, const Chain& ready, Worker& worker)
{
    Group& to = *worker.group;
    if (!to.isShared) {
        // Keeps the order: operations that were injected earlier run earlier.
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
