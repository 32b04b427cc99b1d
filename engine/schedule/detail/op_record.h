#pragma once

#include "engine/base/expect.h"
#include "engine/base/id.h"
#include "engine/schedule/body.h"
#include "engine/schedule/detail/edge_list.h"
#include "engine/schedule/detail/reserved.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace engine::schedule::detail {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A pending operation, two cache lines. Linking and releasing an operation use the first line, running it the second.
///
/// Edges are stored in the successor: a predecessor's list of successors is threaded through the `slots` of those
/// successors, so adding an edge allocates nothing. An edge is (index of its slot << 1 | carries data), see
/// kWordsPerRecord.
struct alignas(64) OpRecord {
    static constexpr std::size_t kSlots = 7;
    /// Once an operation is ready, its slots contain no edges any more and are reused for these values.
    static constexpr std::size_t kLink = 0;
    static constexpr std::size_t kReleasedBy = 1;
    static constexpr std::size_t kReadyTime = 2;  ///< uses two slots
    /// For a completed operation whose record is free: number of further records in its bundle (see FreedRecords).
    static constexpr std::size_t kFreeCount = 1;

    enum Flag : std::uint8_t {
        kExtension = 1,  ///< contains further slots of the operation `op`; not an operation itself
        kWaiter = 2,     ///< represents a wait, which ends when the record is released
        kUnnumbered = 4,
        kRunsAfterFailure = 8,
    };

    /// Determines the queue of a ready operation. All members are compared as one number.
    struct Kind {
        std::uint16_t group = 0;
        std::uint8_t level = 1;
        std::uint8_t flags = 0;
    };

    BasicEdgeList<> successors;
    BasicPendingCount<> pending;
    std::uint32_t slots[kSlots]{};
    const Body::Table* body = nullptr;
    std::uint32_t extension = kNone;
    std::uint32_t op = kNone;        ///< the operation's id; if it is unnumbered, the id of the next numbered operation
    std::uint32_t linkedBy = kNone;  ///< the youngest successor, to find duplicates; needs the submission lock
    Kind kind;

    alignas(16) std::byte closure[Body::kInlineSize]{};
    std::uint64_t pushed = 0;
    std::uint32_t name = kNone;

    /// Stores the operation that released this one, and the time. Call when this operation is ready.
    void setReleased(std::uint32_t by, std::uint64_t at)
    {
        slots[kReleasedBy] = by;
        std::memcpy(slots + kReadyTime, &at, sizeof at);
    }
    [[nodiscard]] std::uint64_t readyTime() const
    {
        std::uint64_t at = 0;
        std::memcpy(&at, slots + kReadyTime, sizeof at);
        return at;
    }
    [[nodiscard]] bool isUnnumbered() const { return (kind.flags & kUnnumbered) != 0; }
    /// Returns the operation's number; none if it is unnumbered.
    [[nodiscard]] OpId number() const { return isUnnumbered() ? OpId{} : OpId{op}; }
    void destroyBody()
    {
        if (const Body::Table* const table = std::exchange(body, nullptr);
            table != nullptr && table->destroy != nullptr)
            table->destroy(closure);
    }
    [[nodiscard]] std::uint32_t kindBits() const { return std::bit_cast<std::uint32_t>(kind); }
};
static_assert(sizeof(OpRecord) == 128);

/// Records as an array of 32-bit words: a slot is identified by its index in that array, and the upper bits of the
/// index identify the record.
constexpr std::uint32_t kWordsPerRecord = sizeof(OpRecord) / sizeof(std::uint32_t);
static_assert(kWordsPerRecord == 32);
[[nodiscard]] constexpr std::uint32_t recordOf(std::uint32_t edge)
{
    return edge >> 6;
}

/// Prefetches a cache line that will be written: the line is removed from the caches of other cores immediately.
/// Without a compiler option for newer processors, __builtin_prefetch() requests the line only for reading, and the
/// write has to request it again.
[[gnu::always_inline]] inline void prefetchForWrite(const void* line)
{
#if defined(__x86_64__)
    asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(line)));
#else
    __builtin_prefetch(line, 1);
#endif
}

/// All records of an engine.
class Slab {
public:
    explicit Slab(std::uint32_t most) : m_addresses(most) {}

    [[nodiscard]] OpRecord& operator[](std::uint32_t record) const { return m_records[record]; }

    /// Adds a record; needs the submission lock. Returns kNone if all records except the reserved ones are in use.
    [[nodiscard]] std::uint32_t add() { return size() < m_addresses.size() - kept() ? addFromReserve() : kNone; }
    /// Like add(), but may also use the reserved records: for further edges of an operation and for waits, which must
    /// not fail half-way.
    [[nodiscard]] std::uint32_t addFromReserve()
    {
        const std::uint32_t record = size();
        if (record == m_addresses.size())
            return kNone;
        new (m_records + record) OpRecord;
        m_size.store(record + 1, std::memory_order_relaxed);
        return record;
    }
    [[nodiscard]] std::uint32_t size() const { return m_size.load(std::memory_order_relaxed); }
    /// The largest possible number of records.
    [[nodiscard]] std::uint32_t most() const { return m_addresses.size(); }
    [[nodiscard]] OpRecord* records() const { return m_records; }
    [[nodiscard]] const std::uint32_t* words() const { return reinterpret_cast<const std::uint32_t*>(m_records); }
    /// Returns the edge that follows `edge` in the list.
    [[nodiscard]] std::uint32_t slot(std::uint32_t edge) const { return words()[edge >> 1]; }

    /// Halves the largest possible number of records, to leave addresses for other uses. Call only while there are no
    /// records. Returns false if no record would remain.
    [[nodiscard]] bool halve()
    {
        ENGINE_EXPECT(size() == 0);
        return m_addresses.halve();
    }

    // The following functions are always inline: otherwise gcc removes their calls, since they have no visible effect.

    /// Prefetches both lines of a record.
    [[gnu::always_inline]] void prefetch(std::uint32_t record) const
    {
        const auto* lines = reinterpret_cast<const char*>(m_records + record);
        prefetchForWrite(lines);
        prefetchForWrite(lines + 64);
    }
    /// Prefetches the first line of the youngest successor. Without a successor it prefetches an unused address,
    /// because a branch that cannot be predicted would cost more.
    [[gnu::always_inline]] void prefetchFirst(const OpRecord& op) const
    {
        prefetchForWrite(m_records + recordOf(static_cast<std::uint32_t>(op.successors.head())));
    }

    /// Prefetches the first lines of the three youngest successors; for groups of several workers, where other cores
    /// may have these lines in their caches. Each address is known only after the previous line has arrived; call
    /// this before the operation's body, so that these waits for memory overlap with the body.
    [[gnu::always_inline]] void prefetchSuccessors(const OpRecord& op) const
    {
        auto edge = static_cast<std::uint32_t>(op.successors.head());
        for (int i = 0; i < 3 && edge != BasicEdgeList<>::kEnd; ++i) {
            prefetchForWrite(m_records + recordOf(edge));
            edge = slot(edge);
        }
    }

    /// Prefetches both lines of a record that the worker will probably use some operations later. Operations that are
    /// pushed one after the other mostly have adjacent records and run in about that order; otherwise only two
    /// instructions are wasted. `prefetchOffset`: see prefetchOffsetFrom().
    [[gnu::always_inline]] void prefetchAhead(std::uint32_t record, std::uint32_t prefetchOffset) const
    {
        prefetch(std::min(record + prefetchOffset, m_addresses.size() - 1));
    }
    /// Like prefetchAhead(), for groups of several workers: prefetches a nearer record, and only for reading, so that
    /// the lines stay in another core's cache.
    [[gnu::always_inline]] void prefetchToRead(std::uint32_t record, std::uint32_t prefetchOffset) const
    {
        const std::uint32_t offset = static_cast<std::int32_t>(prefetchOffset) < 0 ? 0 - kNear : kNear;
        const auto* lines =
            reinterpret_cast<const char*>(m_records + std::min(record + offset, m_addresses.size() - 1));
        __builtin_prefetch(lines);
        __builtin_prefetch(lines + 64);
    }
    /// Whether so many records have been in use at the same time that a worker finds few of them in its caches. Any
    /// thread.
    [[nodiscard]] bool exceedsCaches() const { return m_size.load(std::memory_order_relaxed) > kCached; }

    /// Returns the offset of the record to prefetch: forwards or backwards, depending on how the worker's position
    /// changed in its last operations. The position moves backwards if freed records are reused, because the record
    /// freed last is reused first.
    [[nodiscard]] static std::uint32_t prefetchOffsetFrom(std::uint32_t before, std::uint32_t record)
    {
        // Measured with one worker and a million pending operations: 512 is as fast as 1024; 128 and 64 are slower.
        constexpr std::uint32_t kAhead = 512;
        return record < before ? 0 - kAhead : kAhead;
    }

    /// Prefetches the link of a record that a walk over a list will probably reach some records later: adjacent records
    /// are mostly pushed one after the other.
    [[gnu::always_inline]] void prefetchLink(std::uint32_t record, std::uint32_t before) const
    {
        constexpr std::uint32_t kAhead = 32;
        const std::uint32_t ahead = record + (record < before ? 0 - kAhead : kAhead);
        __builtin_prefetch(m_records + std::min(ahead, m_addresses.size() - 1));
    }

private:
    static constexpr std::uint32_t kNear = 64;
    static constexpr std::uint32_t kCached = 32 * 1024;  // 32768 records have more bytes than the caches of one core

    [[nodiscard]] std::uint32_t kept() const { return std::min(m_addresses.size() / 16, 1024U); }

    ReservedArray<OpRecord> m_addresses;
    OpRecord* m_records = m_addresses.data();
    std::atomic<std::uint32_t> m_size = 0;  ///< changed under the submission lock
};

}  // namespace engine::schedule::detail
