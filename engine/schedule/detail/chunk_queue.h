#pragma once

#include "engine/base/expect.h"
#include "engine/schedule/detail/reserved.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace engine::schedule::detail {

/// A queue from one producer to one consumer, in chunks that return to the producer after they were read. Never blocks:
/// if kMaxChunks chunks are unread, or the system has no more addresses, new entries are dropped and counted.
template <typename T, std::size_t kChunk = 1024, std::uint32_t kMaxChunks = 4096>
class ChunkQueue {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    ChunkQueue() = default;
    ChunkQueue(const ChunkQueue&) = delete;
    ChunkQueue& operator=(const ChunkQueue&) = delete;

    /// Producer only.
    void push(const T& entry)
    {
        if (T* const place = next(); place != nullptr) {
            *place = entry;
            publish();
        }
    }

    /// Producer only; the first of two steps of push(). Returns the place of the next entry, to be filled and then
    /// published, or null if the entry is dropped.
    [[nodiscard, gnu::always_inline]] T* next()
    {
        if (m_next == m_end && !advance()) [[unlikely]] {
            m_dropped.store(m_dropped.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            return nullptr;
        }
        return m_next;
    }
    void publish() { publishUpTo(m_next + 1); }

    /// Producer only. Returns the first of `wanted` contiguous places, or null if no chunk with that many is available.
    [[nodiscard, gnu::always_inline]] T* places(std::size_t wanted)
    {
        if (static_cast<std::size_t>(reinterpret_cast<std::byte*>(m_end) - reinterpret_cast<std::byte*>(m_next)) <
                wanted * sizeof(T) &&
            !advance()) [[unlikely]]
            return nullptr;
        return m_next;
    }
    /// Publishes all entries before `next`, which must be within the places returned by places().
    void publishUpTo(T* next)
    {
        ENGINE_EXPECT(next >= m_next && next <= m_end);
        m_next = next;
        m_last->end.store(next, std::memory_order_release);
    }
    [[nodiscard]] const T* chunkBegin() const { return m_last->entries(); }

    /// Consumer only. Calls take(std::span<const T>) for the published entries.
    std::size_t drain(auto&& take)
    {
        std::size_t taken = 0;
        if (m_reading == nullptr)
            m_reading = m_root.load(std::memory_order_acquire);
        while (m_reading != nullptr) {
            // Once a next chunk exists, the producer adds no more entries to this one.
            Chunk* const next = m_reading->next.load(std::memory_order_acquire);
            const T* const end = m_reading->end.load(std::memory_order_acquire);
            if (const T* const begin = m_reading->entries() + m_read; end != begin) {
                const auto count = static_cast<std::size_t>(end - begin);
                take(std::span<const T>(begin, count));
                taken += count;
                m_read += count;
            }
            if (next == nullptr)
                break;
            recycle(std::exchange(m_reading, next));
            m_read = 0;
        }
        return taken;
    }

    [[nodiscard]] std::int64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }

private:
    /// `bytes` is raw storage: the producer writes entries directly into it, without calling a constructor first.
    struct alignas(64) Chunk {
        std::atomic<T*> end{entries()};  ///< end of the published entries
        std::atomic<Chunk*> next{nullptr};
        alignas(64) std::byte bytes[kChunk * sizeof(T)];

        T* entries() { return reinterpret_cast<T*>(bytes); }
    };

    [[gnu::noinline]] bool advance()
    {
        Chunk* fresh = popSpare();
        if (fresh == nullptr) {
            if (!m_addresses)
                m_addresses.emplace(kMaxChunks);
            if (m_chunks == m_addresses->size())
                return false;
            fresh = new (m_addresses->data() + m_chunks) Chunk;
            ++m_chunks;
        }
        if (m_last == nullptr) {
            m_root.store(fresh, std::memory_order_release);
        } else {
            m_last->next.store(fresh, std::memory_order_release);
        }
        m_last = fresh;
        m_next = fresh->entries();
        m_end = m_next + kChunk;
        return true;
    }

    // Only one thread pops and only one other thread pushes, so a chunk that is being popped cannot be pushed again
    // meanwhile.
    Chunk* popSpare()
    {
        Chunk* head = m_spare.load(std::memory_order_acquire);
        while (head != nullptr && !m_spare.compare_exchange_weak(head, head->next.load(std::memory_order_relaxed),
                                                                 std::memory_order_acquire)) {
        }
        if (head != nullptr) {
            head->next.store(nullptr, std::memory_order_relaxed);
            head->end.store(head->entries(), std::memory_order_relaxed);
        }
        return head;
    }

    void recycle(Chunk* chunk)
    {
        Chunk* head = m_spare.load(std::memory_order_relaxed);
        do {
            chunk->next.store(head, std::memory_order_relaxed);
        } while (!m_spare.compare_exchange_weak(head, chunk, std::memory_order_release, std::memory_order_relaxed));
    }

    // used by the producer
    std::optional<ReservedArray<Chunk>> m_addresses;
    Chunk* m_last = nullptr;
    T* m_next = nullptr;
    T* m_end = nullptr;
    std::uint32_t m_chunks = 0;
    std::atomic<std::int64_t> m_dropped{0};
    std::atomic<Chunk*> m_root{nullptr};
    // used by the producer and the consumer
    alignas(64) std::atomic<Chunk*> m_spare{nullptr};
    // used by the consumer
    alignas(64) Chunk* m_reading = nullptr;
    std::size_t m_read = 0;
};

}  // namespace engine::schedule::detail
