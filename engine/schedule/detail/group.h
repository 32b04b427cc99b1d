#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/detail/chunk_queue.h"
#include "engine/schedule/detail/event_count.h"
#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/engine.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
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

/// Some ready operations, the youngest first. Has a fixed capacity and does not initialise its array, since most
/// batches hold one operation.
class ReadyBatch {
public:
    static constexpr std::uint32_t kMax = 512;

    /// `limit`: from 1 to kMax.
    explicit ReadyBatch(std::uint32_t limit) : m_limit(std::min(limit, kMax)) {}

    [[nodiscard]] std::uint32_t limit() const { return m_limit; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] bool isFull() const { return m_size == m_limit; }
    [[nodiscard]] std::uint32_t oldest() const { return m_records[m_end == 0 ? m_limit - 1 : m_end - 1]; }

    /// Adds an operation that is older than all others. If the batch is full, replaces the youngest and returns it.
    std::uint32_t addOlder(std::uint32_t record)
    {
        const std::uint32_t displaced = isFull() ? std::exchange(m_records[m_end], record) : kNone;
        if (displaced == kNone)
            m_records[m_size++] = record;
        m_end = m_end + 1 == m_limit ? 0 : m_end + 1;
        return displaced;
    }
    /// Calls use() for all operations except the oldest, the youngest first.
    template <typename Use>
    void forAllButOldest(Use&& use) const
    {
        std::uint32_t at = isFull() ? m_end : 0;
        for (std::uint32_t i = 1; i < m_size; ++i) {
            use(m_records[at]);
            at = at + 1 == m_limit ? 0 : at + 1;
        }
    }

private:
    std::uint32_t m_limit;
    std::uint32_t m_size = 0;
    std::uint32_t m_end = 0;  ///< where the next older operation is stored
    std::array<std::uint32_t, kMax> m_records;
};

/// Ready operations from any thread. push() adds to a stack; pop() empties the stack with one exchange, so that no
/// record can return to it while another thread reads its link (the ABA problem). Operations that do not fit into a
/// batch are moved, once and in order, to a backlog: if they went back to the stack, every pop() would walk over them
/// again.
class Injector {
public:
    [[nodiscard]] bool isEmpty() const { return m_head.load(std::memory_order_seq_cst) == kNone && !hasBacklog(); }
    [[nodiscard]] bool hasBacklog() const { return m_hasBacklog.load(std::memory_order_seq_cst); }

    void push(const Slab& slab, std::uint32_t record)
    {
        std::uint32_t head = m_head.load(std::memory_order_relaxed);
        do {
            slab[record].slots[OpRecord::kLink] = head;
        } while (!m_head.compare_exchange_weak(head, record, std::memory_order_seq_cst, std::memory_order_relaxed));
    }

    /// Moves the oldest operations to `batch`, as many as it has room for. Returns how many others were moved to the
    /// backlog.
    std::uint32_t pop(const Slab& slab, ReadyBatch& batch)
    {
        if (hasBacklog() && popBacklog(slab, batch))
            return 0;
        Chain others;
        std::uint32_t moved = 0;
        for (std::uint32_t record = popAll(); record != kNone;) {
            const std::uint32_t older = slab[record].slots[OpRecord::kLink];
            if (const std::uint32_t younger = batch.addOlder(record); younger != kNone) {
                others.prepend(slab, younger);
                ++moved;
            }
            record = older;
        }
        if (moved > 0) {
            const std::lock_guard lock(m_backlogLock);
            m_backlog.append(slab, others);
            m_hasBacklog.store(true, std::memory_order_seq_cst);
        }
        return moved;
    }

    /// Removes all operations, the oldest first. For a group with one worker, which never leaves a backlog.
    [[nodiscard]] Chain popAllInOrder(const Slab& slab)
    {
        Chain all;
        for (std::uint32_t youngest = popAll(); youngest != kNone;) {
            const std::uint32_t older = slab[youngest].slots[OpRecord::kLink];
            all.prepend(slab, youngest);
            youngest = older;
        }
        return all;
    }

private:
    /// Removes all operations. Returns the youngest, linked to the older ones, or kNone.
    [[nodiscard]] std::uint32_t popAll() { return m_head.exchange(kNone, std::memory_order_seq_cst); }

    /// Returns false if another worker has emptied the backlog.
    bool popBacklog(const Slab& slab, ReadyBatch& batch)
    {
        const std::lock_guard lock(m_backlogLock);
        std::uint32_t taken[ReadyBatch::kMax];
        std::uint32_t count = 0;
        while (count < batch.limit() && !m_backlog.isEmpty())
            taken[count++] = m_backlog.pop(slab);
        m_hasBacklog.store(!m_backlog.isEmpty(), std::memory_order_seq_cst);
        for (std::uint32_t i = count; i > 0; --i)
            batch.addOlder(taken[i - 1]);
        return count > 0;
    }

    alignas(64) std::atomic<std::uint32_t> m_head{kNone};
    std::atomic<bool> m_hasBacklog{false};
    SpinLock m_backlogLock;  ///< guards m_backlog
    Chain m_backlog;
};

struct Group;

struct alignas(64) Worker {
    // -- used by its own thread only
    Group* group = nullptr;
    std::uint32_t index = 0;
    std::uint32_t next = kNone;  ///< the operation to run next, unless one of higher priority arrives
    std::uint32_t turns = 0;
    OpId last;                         ///< the operation that it ran last
    std::uint32_t prefetchOffset = 0;  ///< Slab::prefetchOffsetFrom()
    std::uint32_t prefetchOrigin = 0;  ///< record from which the next `prefetchOffset` is computed
    bool isBusy = false;               ///< it has run `last` and not paused since
    FreedRecords freed;
    std::uint32_t plainKind = 0;       ///< OpRecord::kindBits() of normal operations of its group
    std::array<Chain, kLevels> ready;  ///< used in a group with one worker
    std::uint64_t clock = 0;           ///< when the last operation ended; 0 if anything but the next operation followed

    // -- read by others
    alignas(64) std::atomic<std::int64_t> completed{0};  ///< operations of its group that this worker completed
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
    bool isShared = false;  ///< several workers: deques and stealing
    std::vector<std::unique_ptr<Worker>> workers;
    Access last;  ///< last operation of a group with Order::Program; needs the submission lock

    std::array<Injector, kLevels> injectors;
    alignas(64) EventCount events;
    alignas(64) std::atomic<std::int64_t> pushed{0};  ///< written under the submission lock
    alignas(64) std::atomic<std::int64_t> completedOutside{0};

    /// Reads `completed` before `pushed`: if they are equal, there was a time at which nothing was pending.
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
