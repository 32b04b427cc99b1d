#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

enum class QueueOrder : std::uint8_t {
    Ready,    ///< first in, first out
    Priority  ///< by priority; operations of equal priority: first in, first out
};

/// Operations that wait for a worker.
class ReadyQueue {
public:
    explicit ReadyQueue(QueueOrder order) : m_isByPriority(order == QueueOrder::Priority) {}

    [[nodiscard]] bool empty() const { return m_first == m_entries.size(); }

    void push(std::uint32_t slot, int priority)
    {
        m_entries.push_back({m_isByPriority ? -std::int64_t{priority} : 0, m_sequence++, slot});
        if (m_isByPriority)
            std::push_heap(m_entries.begin(), m_entries.end(), isLater);
    }
    std::uint32_t pop()
    {
        if (m_isByPriority) {
            std::pop_heap(m_entries.begin(), m_entries.end(), isLater);
            const std::uint32_t slot = m_entries.back().slot;
            m_entries.pop_back();
            return slot;
        }
        const std::uint32_t slot = m_entries[m_first++].slot;
        if (m_first == m_entries.size()) {
            m_entries.clear();
            m_first = 0;
        }
        return slot;
    }

private:
    struct Entry {
        std::int64_t rank = 0;
        std::uint64_t sequence = 0;
        std::uint32_t slot = 0;
    };
    static bool isLater(const Entry& a, const Entry& b)
    {
        return a.rank != b.rank ? a.rank > b.rank : a.sequence > b.sequence;
    }

    bool m_isByPriority;
    std::vector<Entry> m_entries;
    std::size_t m_first = 0;
    std::uint64_t m_sequence = 0;
};

}  // namespace engine::devices::sim::detail
