#include "engine/schedule/detail/ready_queues.h"

#include <array>
#include <span>
#include <utility>

namespace engine::schedule::detail {

namespace {

/// A worker with local work polls the injector of normal priority once in this many operations.
constexpr std::uint32_t kFairness = 64;

/// A worker prefetches the record of the operation that will run after this many others.
constexpr std::int64_t kAhead = 8;

// Takes a batch from the injector. Returns the oldest operation and pushes the others to this worker's deque, which
// pops older ones first and from which other workers may steal. Takes only one if the deque is not empty, to keep the
// order, or if the priority is not normal, since a deque has no priorities.
std::uint32_t popInjected(const Slab& slab, Worker& worker, std::uint8_t level)
{
    Injector& injector = worker.group->injectors[level];
    if (injector.isEmpty())
        return kNone;
    std::array<std::uint32_t, kBatch> batch;
    const bool takesOne = level != kNormal || !worker.deque->isEmpty();
    const auto [count, backlogged] = injector.pop(slab, std::span(batch).first(takesOne ? 1 : kBatch));
    if (count == 0)
        return kNone;
    worker.backlogged.store(worker.backlogged.load(std::memory_order_relaxed) + backlogged, std::memory_order_relaxed);
    if (count > 1)
        static_cast<void>(worker.deque->push(std::span(batch).first(count - 1)));
    if ((count > 1 || !injector.isEmpty()) && worker.group->events.notifyOne())
        worker.clock = 0;
    return batch[count - 1];
}

std::uint32_t steal(Worker& worker)
{
    const auto& workers = worker.group->workers;
    for (std::size_t i = 1; i < workers.size(); ++i) {
        Worker& victim = *workers[(worker.index + i) % workers.size()];
        if (const std::uint32_t record = victim.deque->steal(); record != kNone) {
            worker.steals.store(worker.steals.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            if (!victim.deque->isEmpty())
                worker.group->events.notifyOne();
            return record;
        }
    }
    return kNone;
}

std::uint32_t nextOfSingle(const Slab& slab, Worker& worker)
{
    Group& from = *worker.group;
    if (!from.injectors[kHigh].isEmpty())
        drainInjector(slab, worker, kHigh);
    for (std::uint8_t level = kHigh; level < kLevels; ++level) {
        Chain& ready = worker.ready[level];
        if (ready.isEmpty() && level != kHigh && !from.injectors[level].isEmpty())
            drainInjector(slab, worker, level);
        if (!ready.isEmpty()) {
            const std::uint32_t record = ready.pop(slab);
            if (!ready.isEmpty())
                slab.prefetch(ready.first);
            return record;
        }
    }
    return kNone;
}

std::uint32_t nextOfShared(const Slab& slab, Worker& worker)
{
    Group& from = *worker.group;
    const bool looksOutside = ++worker.turns % kFairness == 0;
    if (!from.injectors[kHigh].isEmpty() || looksOutside) {
        std::uint32_t record = popInjected(slab, worker, kHigh);
        if (record == kNone && looksOutside)
            record = popInjected(slab, worker, kNormal);
        if (record != kNone) {
            if (const std::uint32_t mine = std::exchange(worker.next, kNone); mine != kNone) {
                if (!worker.deque->push(mine))
                    from.injectors[kNormal].push(slab, mine);
                from.events.notifyOne();
            }
            return record;
        }
    }
    if (worker.next != kNone)
        return std::exchange(worker.next, kNone);
    if (const std::uint32_t record = worker.deque->pop(); record != kNone) {
        if (const std::uint32_t later = worker.deque->peek(kAhead); later != kNone)
            slab.prefetch(later);
        return record;
    }
    if (const std::uint32_t record = popInjected(slab, worker, kNormal); record != kNone)
        return record;
    if (const std::uint32_t record = steal(worker); record != kNone)
        return record;
    return popInjected(slab, worker, kLow);
}

}  // namespace

void enqueue(const Slab& slab, Group& to, std::uint32_t record, Worker* worker)
{
    const std::uint8_t level = slab[record].kind.level;
    if (worker != nullptr && worker->group == &to) {
        if (!to.isShared) {
            // Keeps the order: operations that were injected earlier run earlier.
            if (!to.injectors[level].isEmpty())
                drainInjector(slab, *worker, level);
            worker->ready[level].append(slab, record);
            return;
        }
        if (level == kNormal) {
            if (worker->next == kNone) {
                worker->next = record;
                return;
            }
            if (worker->deque->push(record)) {
                to.events.notifyOne();
                return;
            }
        }
    }
    to.injectors[level].push(slab, record);
    to.events.notifyOne();
}

void offer(const Slab& slab, std::uint32_t ready, Worker& worker)
{
    Group& to = *worker.group;
    while (ready != kNone) {
        const std::uint32_t next = slab[ready].slots[OpRecord::kLink];
        if (!worker.deque->push(ready)) [[unlikely]]
            to.injectors[kNormal].push(slab, ready);
        ready = next;
    }
    if (to.events.notifyOne())
        worker.clock = 0;
}

void drainInjector(const Slab& slab, Worker& worker, std::uint8_t level)
{
    std::array<std::uint32_t, kBatch> batch;
    while (const std::uint32_t count = worker.group->injectors[level].pop(slab, batch).count)
        for (std::uint32_t i = count; i > 0; --i)
            worker.ready[level].append(slab, batch[i - 1]);
}

std::uint32_t nextReady(const Slab& slab, Worker& worker)
{
    return worker.group->isShared ? nextOfShared(slab, worker) : nextOfSingle(slab, worker);
}

}  // namespace engine::schedule::detail
