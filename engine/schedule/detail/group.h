#pragma once

#include "engine/schedule/detail/chunk_queue.h"
#include "engine/schedule/detail/event_count.h"
#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/engine.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "engine/schedule/detail/work_deque.h"

namespace engine::schedule::detail {

constexpr std::size_t kLevels = 3;
constexpr std::uint8_t kHigh = 0;
constexpr std::uint8_t kNormal = 1;
constexpr std::uint8_t kLow = 2;

/// A list of records threaded through their link slot, in order.
struct Chain {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;

    [[nodiscard]] bool isEmpty() const { return first == kNone; }
    void append(const Slab& slab, std::uint32_t record)
    {
        slab[record].slots[OpRecord::kLink] = kNone;
        if (isEmpty())
            first = record;
        else
            slab[last].slots[OpRecord::kLink] = record;
        last = record;
    }
    void prepend(const Slab& slab, std::uint32_t record)
    {
        slab[record].slots[OpRecord::kLink] = first;
        if (isEmpty())
            last = record;
        first = record;
    }
    /// All of `more`, which is not empty.
    void append(const Slab& slab, const Chain& more)
    {
        if (isEmpty())
            first = more.first;
        else
            slab[last].slots[OpRecord::kLink] = more.first;
        last = more.last;
    }
    /// Not when empty.
    std::uint32_t take(const Slab& slab)
    {
        const std::uint32_t record = first;
        first = slab[record].slots[OpRecord::kLink];
        return record;
    }
};

/// Ready operations from any thread; taken all at once, so that no record can come back under a popper's eyes.
class Injector {
public:
    [[nodiscard]] bool isEmpty() const { return m_head.load(std::memory_order_seq_cst) == kNone; }

    void push(const Slab& slab, std::uint32_t record)
    {
        std::uint32_t head = m_head.load(std::memory_order_relaxed);
        do {
            slab[record].slots[OpRecord::kLink] = head;
        } while (!m_head.compare_exchange_weak(head, record, std::memory_order_seq_cst, std::memory_order_relaxed));
    }

    /// The youngest, linked to the older ones; kNone.
    [[nodiscard]] std::uint32_t takeAll() { return m_head.exchange(kNone, std::memory_order_seq_cst); }

    /// All, the oldest first.
    [[nodiscard]] Chain takeInOrder(const Slab& slab)
    {
        Chain all;
        for (std::uint32_t youngest = takeAll(); youngest != kNone;) {
            const std::uint32_t older = slab[youngest].slots[OpRecord::kLink];
            all.prepend(slab, youngest);
            youngest = older;
        }
        return all;
    }

private:
    alignas(64) std::atomic<std::uint32_t> m_head{kNone};
};

struct Group;

struct alignas(64) Worker {
    // -- its own thread
    Group* group = nullptr;
    std::uint32_t index = 0;
    std::uint32_t next = kNone;  ///< goes on with this one, unless something of higher priority came
    std::uint32_t turns = 0;
    OpId last;                   ///< what it ran last
    std::uint32_t way = 0;       ///< Slab::wayFrom()
    std::uint32_t wayPoint = 0;  ///< from this record
    bool isBusy = false;         ///< it ran `last` without a pause after it
    FreedRecords freed;
    std::uint32_t plainKind = 0;       ///< OpRecord::kindBits() of operations of its group without anything special
    std::array<Chain, kLevels> ready;  ///< of a group with one worker
    std::uint64_t clock = 0;           ///< when it ended the last operation, if nothing but the next came since; or 0

    // -- read by others
    alignas(64) std::atomic<std::int64_t> completed{0};  ///< operations of its group that it completed
    std::atomic<std::int64_t> wakeUps{0};
    std::atomic<std::int64_t> steals{0};
    std::unique_ptr<WorkDeque> deque;  ///< of a group with several workers
    ChunkQueue<Life> lives;
    std::jthread thread;
};

struct Group {
    GroupOptions options;
    std::uint32_t index = 0;
    bool isShared = false;  ///< several workers: deques and stealing
    std::vector<std::unique_ptr<Worker>> workers;
    Access last;  ///< of Order::Program; submission lock

    std::array<Injector, kLevels> injectors;
    alignas(64) EventCount events;
    alignas(64) std::atomic<std::int64_t> pushed{0};  ///< written under the submission lock
    alignas(64) std::atomic<std::int64_t> completedOutside{0};

    /// Completed first, pushed second: equality then means that there was a moment at which nothing was pending.
    [[nodiscard]] std::int64_t pending() const
    {
        std::int64_t completed = completedOutside.load(std::memory_order_seq_cst);
        for (const auto& worker : workers)
            completed += worker->completed.load(std::memory_order_seq_cst);
        return pushed.load(std::memory_order_seq_cst) - completed;
    }
    [[nodiscard]] bool hasWork() const
    {
        for (const Injector& injector : injectors)
            if (!injector.isEmpty())
                return true;
        if (isShared)
            for (const auto& worker : workers)
                if (!worker->deque->isEmpty())
                    return true;
        return false;
    }
};

}  // namespace engine::schedule::detail
