#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/body.h"
#include "engine/schedule/detail/edge_list.h"

#include <cstddef>
#include <cstdint>

namespace engine::schedule::detail {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A pending operation, two cache lines. The first holds what dependencies touch, the second what running touches.
///
/// Edges live in the successor: each predecessor's list of successors is threaded through the `slots` of those
/// successors, so adding an edge allocates nothing. An edge is (record index << 4 | slot << 1 | carries data).
struct alignas(64) OpRecord {
    static constexpr std::size_t kSlots = 7;
    /// Once an operation is ready, its slots are free for these.
    static constexpr std::size_t kLink = 0;
    static constexpr std::size_t kReleasedBy = 1;

    enum Flag : std::uint8_t {
        kExtension = 1,  ///< further slots of the operation `op`; no operation
        kWaiter = 2,     ///< a wait; fires when released
        kUnnumbered = 4,
        kRunsAfterFailure = 8,
    };

    BasicEdgeList<> successors;
    BasicPendingCount<> pending;
    std::uint32_t slots[kSlots]{};
    const Body::Table* body = nullptr;
    std::uint32_t extension = kNone;
    std::uint32_t op = kNone;  ///< OpId; of an unnumbered one the id that comes next
    std::uint32_t name = kNone;
    std::uint16_t group = 0;
    std::uint8_t level = 1;
    std::uint8_t flags = 0;

    alignas(16) std::byte closure[Body::kInlineSize]{};
    std::uint64_t pushed = 0;
    std::uint64_t ready = 0;
};
static_assert(sizeof(OpRecord) == 128);

[[nodiscard]] constexpr std::uint32_t edgeOf(std::uint32_t record, std::size_t slot, bool isData)
{
    return record << 4 | static_cast<std::uint32_t>(slot) << 1 | static_cast<std::uint32_t>(isData);
}

/// All records of an engine in one stretch of address space: they never move, an index is one addition away, and
/// memory is taken as they are first used.
class Slab {
public:
    static constexpr std::uint32_t kMaxRecords = 1U << 24;  ///< 2 GiB of addresses

    Slab();
    ~Slab();
    Slab(const Slab&) = delete;
    Slab& operator=(const Slab&) = delete;

    [[nodiscard]] OpRecord& operator[](std::uint32_t record) const { return m_records[record]; }

    /// Submission lock. kNone: there are as many as the system has addresses for.
    [[nodiscard]] std::uint32_t add();
    [[nodiscard]] std::uint32_t size() const { return m_size; }

    /// Both lines of a record are about to be used.
    void prefetch(std::uint32_t record) const
    {
        const auto* lines = reinterpret_cast<const char*>(m_records + record);
        __builtin_prefetch(lines, 1);
        __builtin_prefetch(lines + 64, 1);
    }
    /// Only its edges are.
    void prefetchEdges(std::uint32_t record) const { __builtin_prefetch(m_records + record, 1); }

private:
    OpRecord* m_records = nullptr;
    std::uint32_t m_size = 0;
    std::uint32_t m_capacity = kMaxRecords;
};

}  // namespace engine::schedule::detail
