#pragma once

#include <atomic>
#include <cstdint>

namespace engine::schedule::detail {

/// The successors of a pending operation: a list threaded through the successors' own slots, and the generation of the
/// record, in one word. Completing bumps the generation, so an edge can only be added by naming a generation that is
/// still pending, and an old handle means "done".
///
/// `Atomic` is replaced by the interleaving test.
template <template <typename> typename Atomic = std::atomic>
class BasicEdgeList {
public:
    static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

    /// Any thread; with acquire: whoever sees a later generation sees all that the operation did.
    [[nodiscard]] std::uint32_t generation() const { return generationOf(head()); }

    /// Generation and list in one word, for addAlone().
    [[nodiscard]] std::uint64_t head() const { return m_head.load(std::memory_order_acquire); }
    [[nodiscard]] static std::uint32_t generationOf(std::uint64_t head)
    {
        return static_cast<std::uint32_t>(head >> 32);
    }

    /// Prepends `edge`, whose link is `slot`. Only one thread at a time adds edges (the submission lock). False: the
    /// word is not `head` any more, so the operation is complete.
    bool addAlone(std::uint64_t head, std::uint32_t edge, std::uint32_t& slot)
    {
        slot = static_cast<std::uint32_t>(head);
        return m_head.compare_exchange_strong(head, head >> 32 << 32 | edge, std::memory_order_acq_rel,
                                              std::memory_order_acquire);
    }

    /// The one thread that completes the operation: the list, youngest first. Nothing can be added any more.
    [[nodiscard]] std::uint32_t close()
    {
        const std::uint64_t next = (m_head.load(std::memory_order_relaxed) >> 32) + 1;
        return static_cast<std::uint32_t>(m_head.exchange(next << 32 | kEnd, std::memory_order_acq_rel));
    }

private:
    Atomic<std::uint64_t> m_head{kEnd};
};

/// How many predecessors an operation still waits for, and whether one of them failed.
template <template <typename> typename Atomic = std::atomic>
class BasicPendingCount {
public:
    /// The pusher, before the first edge.
    void begin() { m_count.store(kBias, std::memory_order_relaxed); }

    /// The pusher, after the last of `edges` edges. True: ready, and nobody else will say so.
    bool publish(std::uint32_t edges)
    {
        if (edges == 0) {
            m_count.store(m_count.load(std::memory_order_relaxed) & kPoisoned, std::memory_order_relaxed);
            return true;
        }
        const std::uint32_t owed = kBias - edges;
        return ((m_count.fetch_sub(owed, std::memory_order_acq_rel) - owed) & ~kPoisoned) == 0;
    }

    /// A predecessor is complete. True: ready, and nobody else will say so.
    bool release()
    {
        // If this is the last one that is owed, nobody else touches the count any more.
        return (m_count.load(std::memory_order_acquire) & ~kPoisoned) == 1 ||
               (m_count.fetch_sub(1, std::memory_order_acq_rel) & ~kPoisoned) == 1;
    }

    /// Before the release() of the same predecessor, or by the pusher before publish().
    void poison() { m_count.fetch_or(kPoisoned, std::memory_order_relaxed); }
    /// Once it is ready.
    [[nodiscard]] bool isPoisoned() const { return (m_count.load(std::memory_order_relaxed) & kPoisoned) != 0; }

private:
    static constexpr std::uint32_t kPoisoned = 1U << 31;
    static constexpr std::uint32_t kBias = 1U << 28;  ///< the push is under way

    Atomic<std::uint32_t> m_count{0};
};

}  // namespace engine::schedule::detail
