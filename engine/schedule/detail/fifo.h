#pragma once

#include <cstdint>
#include <vector>

namespace engine::schedule::detail {

/// A queue of one thread; grows by doubling, never shrinks.
class Fifo {
public:
    [[nodiscard]] bool isEmpty() const { return m_head == m_tail; }

    void push(std::uint32_t item)
    {
        if (m_tail - m_head == m_items.size())
            grow();
        m_items[m_tail++ & (m_items.size() - 1)] = item;
    }

    /// What comes out next. Not when empty.
    [[nodiscard]] std::uint32_t front() const { return m_items[m_head & (m_items.size() - 1)]; }
    /// Not when empty.
    std::uint32_t pop() { return m_items[m_head++ & (m_items.size() - 1)]; }

private:
    void grow()
    {
        std::vector<std::uint32_t> larger(m_items.size() * 2);
        for (std::uint64_t i = m_head; i != m_tail; ++i)
            larger[i & (larger.size() - 1)] = m_items[i & (m_items.size() - 1)];
        m_items = std::move(larger);
    }

    std::vector<std::uint32_t> m_items = std::vector<std::uint32_t>(256);
    std::uint64_t m_head = 0;
    std::uint64_t m_tail = 0;
};

}  // namespace engine::schedule::detail
