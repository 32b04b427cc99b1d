#pragma once

#include "engine/schedule/detail/chunk_queue.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/life.h"

#include <cstdint>
#include <mutex>
#include <utility>

namespace engine::schedule::detail {

/// Lifetimes of operations that no worker recorded. Any thread adds them; one collector drains them.
class SharedLives {
public:
    void push(const Life& life)
    {
        const std::lock_guard lock(m_lock);
        m_lives.push(life);
    }
    /// Called by the collector.
    template <typename Take>
    std::size_t drain(Take&& take)
    {
        return m_lives.drain(std::forward<Take>(take));
    }
    [[nodiscard]] std::int64_t dropped() const { return m_lives.dropped(); }

private:
    SpinLock m_lock;  ///< guards the producer's side of m_lives
    ChunkQueue<Life> m_lives;
};

}  // namespace engine::schedule::detail
