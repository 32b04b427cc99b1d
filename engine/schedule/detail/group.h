#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/detail/chunk_queue.h"
#include "engine/schedule/detail/event_count.h"
#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/reserved.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/engine.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/schedule/detail/work_deque.h"

namespace engine::schedule::detail {

constexpr std::size_t kLevels = 3;
constexpr std::uint8_t kHigh = 0;
constexpr std::uint8_t kNormal = 1;
constexpr std::uint8_t kLow = 2;

/// A list of records in order, linked through their slot kLink.
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
    /// Appends all records of `more`, which must not be empty.
    void append(const Slab& slab, const Chain& more)
    {
        ENGINE_EXPECT(!more.isEmpty());
        if (isEmpty())
            first = more.first;
        else
            slab[last].slots[OpRecord::kLink] = more.first;
        last = more.last;
    }
    /// Removes the first record. The chain must not be empty.
    std::uint32_t pop(const Slab& slab)
    {
        ENGINE_EXPECT(!isEmpty());
        const std::uint32_t record = first;
        first = slab[record].slots[OpRecord::kLink];
        return record;
    }
};

/// Largest number of operations that a worker pops from an injector in one call.
constexpr std::uint32_t kBatch = 512;

/// Ready operations from any thread. push() adds to a stack; pop() empties the stack with one exchange, so that no
/// record can return to the stack while another thread reads the record's link (the ABA problem). pop() moves the
/// numbers of the records to a backlog, so that each record is read only once: a million records fit into no cache. The
/// backlog has addresses for all records of the engine, so it cannot overflow.
class Injector {
public:
    /// Reserves addresses for the backlog; call first. `records`: largest number of records of the engine. Returns
    /// false if the system has too few addresses.
    [[nodiscard]] bool reserve(std::uint32_t records)
    {
        m_backlog.emplace(records);
        return m_backlog->size() == records;
    }

    [[nodiscard]] bool isEmpty() const
    {
        return m_head.load(std::memory_order_seq_cst) == kNone && m_size.load(std::memory_order_seq_cst) == 0;
    }

    void push(const Slab& slab, std::uint32_t record)
    {
        std::uint32_t head = m_head.load(std::memory_order_relaxed);
        do {
            slab[record].slots[OpRecord::kLink] = head;
        } while (!m_head.compare_exchange_weak(head, record, std::memory_order_seq_cst, std::memory_order_relaxed));
    }

    struct PopCounts {
        std::uint32_t count = 0;
        std::uint32_t backlogged = 0;  ///< number of operations moved to the backlog
    };
    /// Removes the oldest operations, as many as `to` has room for. Writes them to `to`, the youngest first.
    PopCounts pop(const Slab& slab, std::span<std::uint32_t> to)
    {
        const std::lock_guard lock(m_backlogLock);
        std::uint32_t* const numbers = m_backlog->data();
        std::uint32_t size = m_size.load(std::memory_order_relaxed);
        const bool wasEmpty = size == 0;
        if (wasEmpty)
            size = walk(slab, numbers);
        const std::uint32_t count = std::min(size, static_cast<std::uint32_t>(to.size()));
        std::copy_n(numbers + size - count, count, to.begin());
        m_size.store(size - count, std::memory_order_seq_cst);
        return {count, wasEmpty ? size - count : 0};
    }

private:
    /// Empties the stack. Writes the numbers of its records, the youngest first, and returns their count.
    std::uint32_t walk(const Slab& slab, std::uint32_t* numbers)
    {
        std::uint32_t size = 0;
        std::uint32_t before = kNone;
        for (std::uint32_t record = m_head.exchange(kNone, std::memory_order_seq_cst); record != kNone;) {
            slab.prefetchLink(record, before);
            numbers[size++] = record;
            before = std::exchange(record, slab[record].slots[OpRecord::kLink]);
        }
        return size;
    }

    alignas(64) std::atomic<std::uint32_t> m_head{kNone};
    alignas(64) std::atomic<std::uint32_t> m_size{0};       ///< number of entries in the backlog
    SpinLock m_backlogLock;                                 ///< guards m_backlog and changes of m_size
    std::optional<ReservedArray<std::uint32_t>> m_backlog;  ///< record numbers, the oldest last
};

struct Group;

struct alignas(64) Worker {
    // -- used by the worker's thread only
    Group* group = nullptr;
    std::uint32_t index = 0;
    std::uint32_t next = kNone;  ///< the operation to run next, unless one of higher priority arrives
    std::uint32_t turns = 0;
    OpId last;                         ///< the operation that this worker ran last
    std::uint32_t prefetchOffset = 0;  ///< result of Slab::prefetchOffsetFrom()
    std::uint32_t prefetchOrigin = 0;  ///< record from which the next `prefetchOffset` is computed
    bool isBusy = false;               ///< this worker has not paused since it ran `last`
    FreedRecords freed;
    std::uint32_t plainKind = 0;       ///< OpRecord::kindBits() of this group's operations of normal priority
    std::array<Chain, kLevels> ready;  ///< ready operations, if the group has one worker
    std::uint64_t clock = 0;           ///< end of the last operation; 0 if the worker has done other work since

    // -- read by others
    alignas(64) std::atomic<std::int64_t> completed{0};  ///< the group's operations that this worker completed
    std::atomic<std::int64_t> wakeUps{0};
    std::atomic<std::int64_t> steals{0};
    std::atomic<std::int64_t> backlogged{0};
    std::unique_ptr<WorkDeque> deque;  ///< used in a group with several workers
    ChunkQueue<Life> lives;
    std::jthread thread;
};

struct Group {
    GroupOptions options;
    std::uint32_t index = 0;
    bool isShared = false;  ///< the group has several workers, which have deques and steal from each other
    std::vector<std::unique_ptr<Worker>> workers;
    Access last;  ///< last operation of a group with Order::Program; needs the submission lock

    std::array<Injector, kLevels> injectors;
    alignas(64) EventCount events;
    alignas(64) std::atomic<std::int64_t> pushed{0};  ///< written under the submission lock
    alignas(64) std::atomic<std::int64_t> completedOutside{0};

    /// Returns the number of pending operations. Reads `completed` before `pushed`: if the result is 0, there was a
    /// time at which no operation was pending.
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
