#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/body.h"
#include "engine/schedule/detail/edge_list.h"
#include "engine/schedule/detail/reserved.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace engine::schedule::detail {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A pending operation, two cache lines. The first holds what dependencies touch, the second what running touches.
///
/// Edges live in the successor: each predecessor's list of successors is threaded through the `slots` of those
/// successors, so adding an edge allocates nothing. An edge is (word of its slot, see kWordsPerRecord, << 1 | carries
/// data).
struct alignas(64) OpRecord {
    static constexpr std::size_t kSlots = 7;
    /// Once an operation is ready, its slots are free for these.
    static constexpr std::size_t kLink = 0;
    static constexpr std::size_t kReleasedBy = 1;
    static constexpr std::size_t kReadyTime = 2;  ///< and the one after it
    /// Once it is complete, this one, besides kLink.
    static constexpr std::size_t kFreeCount = 1;

    enum Flag : std::uint8_t {
        kExtension = 1,  ///< further slots of the operation `op`; no operation
        kWaiter = 2,     ///< a wait; fires when released
        kUnnumbered = 4,
        kRunsAfterFailure = 8,
    };

    /// What decides where a ready operation goes, compared as one number.
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
    std::uint32_t op = kNone;        ///< OpId; of an unnumbered one the id that comes next
    std::uint32_t linkedBy = kNone;  ///< the youngest successor; submission lock
    Kind kind;

    alignas(16) std::byte closure[Body::kInlineSize]{};
    std::uint64_t pushed = 0;
    std::uint32_t name = kNone;

    /// Once it is ready.
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
    [[nodiscard]] std::uint32_t kindBits() const { return std::bit_cast<std::uint32_t>(kind); }
};
static_assert(sizeof(OpRecord) == 128);

/// The words of which records consist: a slot is named by its distance from the first one, and its record by the upper
/// bits of that.
constexpr std::uint32_t kWordsPerRecord = sizeof(OpRecord) / sizeof(std::uint32_t);
static_assert(kWordsPerRecord == 32);
[[nodiscard]] constexpr std::uint32_t recordOf(std::uint32_t edge)
{
    return edge >> 6;
}

/// A line that is about to be written: taken from the cache of another core at once, where __builtin_prefetch() without
/// an option for newer processors only asks to read it, and the write has to ask again.
[[gnu::always_inline]] inline void fetchToWrite(const void* line)
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

    /// Submission lock. kNone: there are as many as there may be, but for some that are kept.
    [[nodiscard]] std::uint32_t add() { return m_size < m_addresses.size() - kept() ? addAnyway() : kNone; }
    /// Also from those that are kept for what must not fail half-way: further edges of an operation, and waits.
    [[nodiscard]] std::uint32_t addAnyway()
    {
        if (m_size == m_addresses.size())
            return kNone;
        new (m_records + m_size) OpRecord;
        return m_size++;
    }
    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] OpRecord* records() const { return m_records; }
    [[nodiscard]] const std::uint32_t* words() const { return reinterpret_cast<const std::uint32_t*>(m_records); }
    /// The link of an edge.
    [[nodiscard]] std::uint32_t slot(std::uint32_t edge) const { return words()[edge >> 1]; }

    // Inline always: called, they are functions without an effect, whose calls gcc takes out.

    /// Both lines of a record are about to be used.
    [[gnu::always_inline]] void prefetch(std::uint32_t record) const
    {
        const auto* lines = reinterpret_cast<const char*>(m_records + record);
        fetchToWrite(lines);
        fetchToWrite(lines + 64);
    }
    /// The first line of the youngest successor so far. Where there is none, of an address that nobody has: asking
    /// first costs more, since nothing can guess the answer.
    [[gnu::always_inline]] void prefetchFirst(const OpRecord& op) const
    {
        fetchToWrite(m_records + recordOf(static_cast<std::uint32_t>(op.successors.head())));
    }

    /// The same of the first three, for workers beside others, whose cores may have these lines: each is known once the
    /// one before it is there, so that this waits beside the body instead of after it.
    [[gnu::always_inline]] void prefetchSuccessors(const OpRecord& op) const
    {
        auto edge = static_cast<std::uint32_t>(op.successors.head());
        for (int i = 0; i < 3 && edge != BasicEdgeList<>::kEnd; ++i) {
            fetchToWrite(m_records + recordOf(edge));
            edge = slot(edge);
        }
    }

    /// Both lines of a record that lies so far ahead that they come in time from memory. Operations that were pushed
    /// one after the other mostly lie and run in about that order; where they do not, it was two instructions.
    /// `way`: see wayFrom().
    [[gnu::always_inline]] void prefetchAhead(std::uint32_t record, std::uint32_t way) const
    {
        prefetch(std::min(record + way, m_addresses.size() - 1));
    }
    /// From where a worker was some operations ago to where it is: forwards or backwards. Records that are used again
    /// are taken in the opposite order, the youngest first.
    [[nodiscard]] static std::uint32_t wayFrom(std::uint32_t before, std::uint32_t record)
    {
        constexpr std::uint32_t kAhead = 512;
        return record < before ? 0 - kAhead : kAhead;
    }

private:
    [[nodiscard]] std::uint32_t kept() const { return std::min(m_addresses.size() / 16, 1024U); }

    Reserved<OpRecord> m_addresses;
    OpRecord* m_records = m_addresses.data();
    std::uint32_t m_size = 0;
};

}  // namespace engine::schedule::detail
