#pragma once

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// The list of successors of a pending operation and the generation of its record, in one atomic word. The list is
/// threaded through slots of the successors. Completing the operation increments the generation, so an edge can be
/// added only for a generation that is still pending, and a handle with an old generation means "complete".
///
/// The interleaving test replaces `Atomic`.
template <template <typename> typename Atomic = std::atomic>
class BasicEdgeList {
public:
    static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

    /// Any thread. Acquire order: a thread that reads a later generation sees all effects of the operation.
    [[nodiscard]] std::uint32_t generation() const { return generationOf(head()); }

    /// Returns the generation and the start of the list in one word, for addAlone().
    [[nodiscard]] std::uint64_t head() const { return m_head.load(std::memory_order_acquire); }
    [[nodiscard]] static std::uint32_t generationOf(std::uint64_t head)
    {
        return static_cast<std::uint32_t>(head >> 32);
    }

    /// Prepends `edge`, whose link is `slot`. Only one thread at a time may add edges (submission lock). Returns false
    /// if the word is no longer `head`: the operation is then complete.
    bool addAlone(std::uint64_t head, std::uint32_t edge, std::uint32_t& slot)
    {
        slot = static_cast<std::uint32_t>(head);
        return m_head.compare_exchange_strong(head, head >> 32 << 32 | edge, std::memory_order_acq_rel,
                                              std::memory_order_acquire);
    }

    /// Called once, by the thread that completes the operation. Returns the list, youngest first; no edge can be added
    /// afterwards.
    [[nodiscard]] std::uint32_t close()
    {
        const std::uint64_t next = (m_head.load(std::memory_order_relaxed) >> 32) + 1;
        return static_cast<std::uint32_t>(m_head.exchange(next << 32 | kEnd, std::memory_order_acq_rel));
    }

private:
    Atomic<std::uint64_t> m_head{kEnd};
};

/// Counts the predecessors that an operation still waits for, and records whether one of them failed.
template <template <typename> typename Atomic = std::atomic>
class BasicPendingCount {
public:
    /// Starts the count. Called by the pusher, before the first edge.
    void begin() { m_count.store(kBias, std::memory_order_relaxed); }

    /// Called by the pusher, after the last of `edges` edges. Returns whether the operation is ready; only one call of
    /// publish() or release() returns true.
    bool publish(std::uint32_t edges)
    {
        if (edges == 0) {
            m_count.store(m_count.load(std::memory_order_relaxed) & kPoisoned, std::memory_order_relaxed);
            return true;
        }
        const std::uint32_t owed = kBias - edges;
        return ((m_count.fetch_sub(owed, std::memory_order_acq_rel) - owed) & ~kPoisoned) == 0;
    }

    /// Removes a complete predecessor from the count. Returns whether the operation is ready; see publish().
    bool release()
    {
        // If this is the last outstanding release, no other thread accesses the count any more.
        return (m_count.load(std::memory_order_acquire) & ~kPoisoned) == 1 ||
               (m_count.fetch_sub(1, std::memory_order_acq_rel) & ~kPoisoned) == 1;
    }

    /// Records that a predecessor failed. Called before release() for this predecessor, or by the pusher before
    /// publish().
    void poison() { m_count.fetch_or(kPoisoned, std::memory_order_relaxed); }
    /// Whether a predecessor failed. Call when the operation is ready.
    [[nodiscard]] bool isPoisoned() const { return (m_count.load(std::memory_order_relaxed) & kPoisoned) != 0; }

private:
    static constexpr std::uint32_t kPoisoned = 1U << 31;
    static constexpr std::uint32_t kBias = 1U << 28;  ///< keeps the count above 0 until publish()

    Atomic<std::uint32_t> m_count{0};
};

}  // namespace engine::schedule::detail
