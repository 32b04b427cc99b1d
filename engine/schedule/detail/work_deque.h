#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace engine::schedule::detail {

/// The Chase-Lev work-stealing deque with a fixed capacity. The owner pushes and pops at the bottom, thieves steal from
/// the top. Memory orders are specified on the atomics, because the thread sanitizer does not support fences.
///
/// The interleaving test replaces `Atomic`.
template <template <typename> typename Atomic = std::atomic, std::uint32_t kCapacity = 4096>
class BasicWorkDeque {
    static_assert((kCapacity & (kCapacity - 1)) == 0);

public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    /// Owner only. Pushes all items; if there is no room for all, pushes none and returns false. The caller must
    /// execute a seq_cst operation before it checks for sleepers.
    bool push(std::span<const std::uint32_t> items)
    {
        const auto count = static_cast<std::int64_t>(items.size());
        const std::int64_t bottom = m_bottom.load(std::memory_order_relaxed);
        if (bottom + count - m_top.load(std::memory_order_acquire) > std::int64_t{kCapacity})
            return false;
        for (std::int64_t i = 0; i < count; ++i)
            slot(bottom + i).store(items[static_cast<std::size_t>(i)], std::memory_order_relaxed);
        m_bottom.store(bottom + count, std::memory_order_seq_cst);
        return true;
    }
    bool push(std::uint32_t item) { return push(std::span(&item, 1)); }

    /// Owner only. Returns the item that pop() returns after `distance` others, unless thieves steal it first; kNone if
    /// the deque has fewer items.
    [[nodiscard]] std::uint32_t peek(std::int64_t distance)
    {
        const std::int64_t at = m_bottom.load(std::memory_order_relaxed) - 1 - distance;
        return at < m_top.load(std::memory_order_relaxed) ? kNone : slot(at).load(std::memory_order_relaxed);
    }

    /// Owner only. Removes the youngest item; returns kNone if there is none.
    std::uint32_t pop()
    {
        const std::int64_t bottom = m_bottom.load(std::memory_order_relaxed) - 1;
        if (m_top.load(std::memory_order_relaxed) > bottom)
            return kNone;
        m_bottom.store(bottom, std::memory_order_seq_cst);
        std::int64_t top = m_top.load(std::memory_order_seq_cst);
        if (top > bottom) {
            m_bottom.store(bottom + 1, std::memory_order_relaxed);
            return kNone;
        }
        std::uint32_t item = slot(bottom).load(std::memory_order_relaxed);
        if (top == bottom) {
            if (!m_top.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
                item = kNone;
            m_bottom.store(bottom + 1, std::memory_order_relaxed);
        }
        return item;
    }

    /// Any thread. Removes the oldest item; returns kNone if there is none or another thief was faster.
    std::uint32_t steal()
    {
        std::int64_t top = m_top.load(std::memory_order_seq_cst);
        if (top >= m_bottom.load(std::memory_order_seq_cst))
            return kNone;
        const std::uint32_t item = slot(top).load(std::memory_order_relaxed);
        if (!m_top.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
            return kNone;
        return item;
    }

    /// Any thread. Whether the deque is empty; exact enough to be checked between prepare() and wait() of an event
    /// count.
    [[nodiscard]] bool isEmpty() const
    {
        const std::int64_t top = m_top.load(std::memory_order_seq_cst);
        return top >= m_bottom.load(std::memory_order_seq_cst);
    }

private:
    Atomic<std::uint32_t>& slot(std::int64_t at) { return m_slots[static_cast<std::size_t>(at) & (kCapacity - 1)]; }

    alignas(64) Atomic<std::int64_t> m_top{0};
    alignas(64) Atomic<std::int64_t> m_bottom{0};
    alignas(64) std::array<Atomic<std::uint32_t>, kCapacity> m_slots{};
};

using WorkDeque = BasicWorkDeque<>;

}  // namespace engine::schedule::detail
