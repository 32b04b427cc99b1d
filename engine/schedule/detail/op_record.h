#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/body.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

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

    static constexpr std::uint32_t kPoisoned = 1U << 31;  ///< in `pending`: an input failed
    static constexpr std::uint32_t kBias = 1U << 28;      ///< in `pending`: the push is under way

    enum Flag : std::uint8_t {
        kExtension = 1,  ///< further slots of the operation `op`; no operation
        kWaiter = 2,     ///< a wait; fires when released
        kUnnumbered = 4,
        kRunsAfterFailure = 8,
    };

    /// generation << 32 | first edge to a successor. Completing bumps the generation, so an edge can only be added by
    /// naming a generation that is still pending, and an old handle means "done".
    std::atomic<std::uint64_t> head{kNone};
    std::atomic<std::uint32_t> pending{0};
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
[[nodiscard]] constexpr std::uint32_t generationOf(std::uint64_t head)
{
    return static_cast<std::uint32_t>(head >> 32);
}

/// All records of an engine; they never move, and never go back to the system before the engine does.
class Slab {
public:
    static constexpr std::uint32_t kChunk = 1024;
    static constexpr std::uint32_t kMaxRecords = 1U << 27;  ///< 16 GiB

    [[nodiscard]] OpRecord& operator[](std::uint32_t record) const
    {
        return m_chunks[record / kChunk].load(std::memory_order_relaxed)[record % kChunk];
    }

    /// Submission lock. kNone: there are kMaxRecords.
    [[nodiscard]] std::uint32_t add()
    {
        if (m_size == kMaxRecords)
            return kNone;
        if (m_size % kChunk == 0) {
            m_owned[m_size / kChunk] = std::make_unique<OpRecord[]>(kChunk);
            m_chunks[m_size / kChunk].store(m_owned[m_size / kChunk].get(), std::memory_order_release);
        }
        return m_size++;
    }
    [[nodiscard]] std::uint32_t size() const { return m_size; }

private:
    std::unique_ptr<std::atomic<OpRecord*>[]> m_chunks =
        std::make_unique<std::atomic<OpRecord*>[]>(kMaxRecords / kChunk);
    std::unique_ptr<std::unique_ptr<OpRecord[]>[]> m_owned =
        std::make_unique<std::unique_ptr<OpRecord[]>[]>(kMaxRecords / kChunk);
    std::uint32_t m_size = 0;
};

}  // namespace engine::schedule::detail
