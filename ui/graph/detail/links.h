#pragma once

#include "engine/trace/record.h"
#include "ui/graph/detail/numbering.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ui::graph::detail {

/// The number of dependencies of one kind between two groups of operations.
struct Link {
    int from = 0, to = 0;
    engine::trace::DependencyKind kind = engine::trace::DependencyKind::ReadAfterWrite;
    int count = 0;
};

/// Counts dependencies per pair of groups in one flat hash table: a training has millions of edges but only some
/// hundreds of pairs. Cost: constant per edge.
class LinkCounter {
public:
    void add(int from, int to, engine::trace::DependencyKind kind, int count = 1)
    {
        if (2 * m_used >= m_slots.size())
            grow();
        // `from + 1` makes the key nonzero; 0 marks a free slot. `from` is always below the largest int.
        const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(from)} + 1) << 33U |
                                  std::uint64_t{static_cast<std::uint32_t>(to)} << 2U |
                                  static_cast<std::uint64_t>(kind);
        Slot& slot = slotOf(key);
        m_used += slot.key == 0 ? 1 : 0;
        slot.key = key;
        slot.count += count;
    }

    /// Returns the links sorted by `from`, `to` and kind, and empties the table.
    [[nodiscard]] std::vector<Link> popSorted()
    {
        std::erase_if(m_slots, [](const Slot& slot) { return slot.key == 0; });
        std::sort(m_slots.begin(), m_slots.end(), [](const Slot& a, const Slot& b) { return a.key < b.key; });
        std::vector<Link> links;
        for (const Slot& slot : m_slots)
            links.push_back({static_cast<int>((slot.key >> 33U) - 1),
                             static_cast<int>(slot.key >> 2U & std::numeric_limits<std::int32_t>::max()),
                             static_cast<engine::trace::DependencyKind>(slot.key & 3U), slot.count});
        m_slots.clear();
        m_used = 0;
        return links;
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        int count = 0;
    };

    [[nodiscard]] Slot& slotOf(std::uint64_t key)
    {
        std::size_t at = spread(key) >> m_shift;
        while (m_slots[at].key != 0 && m_slots[at].key != key)
            at = (at + 1) & (m_slots.size() - 1);
        return m_slots[at];
    }

    void grow()
    {
        constexpr std::size_t kFirst = 64;
        constexpr int kFirstShift = 58;  // the hash is the highest 6 bits, for kFirst slots
        std::vector<Slot> before(m_slots.empty() ? kFirst : 2 * m_slots.size());
        m_shift = m_slots.empty() ? kFirstShift : m_shift - 1;
        before.swap(m_slots);
        for (const Slot& slot : before)
            if (slot.key != 0)
                slotOf(slot.key) = slot;
    }

    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
    int m_shift = 0;
};

}  // namespace ui::graph::detail
