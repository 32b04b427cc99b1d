#pragma once

#include "engine/schedule/detail/op_record.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

// Records are returned in bundles: the first record of a bundle contains the indices of the others. So a pusher knows
// the next dozen records and can prefetch them in parallel; in a list of single records, each cache miss could start
// only after the previous one.
namespace engine::schedule::detail {

/// The closure of a bundle's first record contains the indices of the other records, and slots[kFreeCount] their
/// number; slots[kLink] is the next bundle.
constexpr std::uint32_t kBundle = 1 + Body::kInlineSize / sizeof(std::uint32_t);

/// The records that a worker has completed. The worker returns several bundles at a time, so that workers and pushers
/// rarely access the same shared word.
class FreedRecords {
public:
    /// Adds a record. Returns whether the bundles should now be returned to the pool.
    bool add(const Slab& slab, std::uint32_t record)
    {
        m_open[m_count++] = record;
        if (m_count < kBundle) [[likely]]
            return false;
        close(slab);
        return ++m_bundles == kBundlesAtOnce;
    }

    [[nodiscard]] bool isEmpty() const { return m_count == 0 && m_first == kNone; }

    /// Removes all bundles and returns the first and the last one of their list. Must not be called when empty.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> popAll(const Slab& slab)
    {
        if (m_count > 0)
            close(slab);
        m_bundles = 0;
        return {std::exchange(m_first, kNone), std::exchange(m_last, kNone)};
    }

    /// Makes a single record a bundle.
    static void makeBundle(OpRecord& record) { record.slots[OpRecord::kFreeCount] = 0; }

private:
    static constexpr std::uint32_t kBundlesAtOnce = 5;

    void close(const Slab& slab)
    {
        OpRecord& head = slab[m_open[0]];
        head.slots[OpRecord::kFreeCount] = m_count - 1;
        std::memcpy(head.closure, m_open.data() + 1, (m_count - 1) * sizeof m_open[0]);
        head.slots[OpRecord::kLink] = m_first;
        m_first = m_open[0];
        if (m_last == kNone)
            m_last = m_first;
        m_count = 0;
    }

    std::array<std::uint32_t, kBundle> m_open{};
    std::uint32_t m_count = 0;
    std::uint32_t m_bundles = 0;
    std::uint32_t m_first = kNone;
    std::uint32_t m_last = kNone;
};

/// The part of the pool from which a push gets its record; needs the submission lock. While one bundle is used, the
/// records of the next one are prefetched.
class FreeRecords {
public:
    /// Returns a record that was used before, or kNone. `returned`: bundles that workers have returned.
    [[nodiscard, gnu::always_inline]] std::uint32_t pop(const Slab& slab, std::atomic<std::uint32_t>& returned)
    {
        if (m_left == 0 && !refill(slab, returned)) [[unlikely]]
            return kNone;
        --m_left;
        slab.prefetch(m_next[m_left]);
        return m_now[m_left];
    }

private:
    using Bundle = std::array<std::uint32_t, kBundle>;

    [[gnu::noinline]] bool refill(const Slab& slab, std::atomic<std::uint32_t>& returned)
    {
        // At the start, and after the bundles had run out, m_next is empty: the first iteration fetches a bundle into
        // m_next, and the second one uses that bundle.
        for (int i = 0; i < 2 && m_left == 0; ++i) {
            m_now = m_next;
            m_left = std::exchange(m_nextCount, 0);
            fetch(slab, returned);
        }
        return m_left > 0;
    }
    void fetch(const Slab& slab, std::atomic<std::uint32_t>& returned)
    {
        // Takes all bundles with one exchange, so that none can return while this thread reads the list (ABA problem).
        if (m_bundles == kNone && returned.load(std::memory_order_relaxed) != kNone)
            m_bundles = returned.exchange(kNone, std::memory_order_acquire);
        if (m_bundles == kNone)
            return;
        const OpRecord& head = slab[m_bundles];
        const std::uint32_t others = head.slots[OpRecord::kFreeCount];
        // Stores the oldest record first, because pop() takes from the end: the record freed last may still be in a
        // cache.
        m_next[0] = std::exchange(m_bundles, head.slots[OpRecord::kLink]);
        std::memcpy(m_next.data() + 1, head.closure, sizeof head.closure);
        m_nextCount = others + 1;
        if (m_bundles != kNone)
            slab.prefetch(m_bundles);
    }

    std::uint32_t m_left = 0;  ///< records left in m_now
    Bundle m_now{};
    Bundle m_next{};  ///< entries beyond m_nextCount are old but valid indices
    std::uint32_t m_nextCount = 0;
    std::uint32_t m_bundles = kNone;
};

}  // namespace engine::schedule::detail
