#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace engine::schedule::detail {

/// From one producer to one consumer, in chunks that go back to the producer once read. Never blocks; when the consumer
/// has been away for kMaxChunks chunks the newest entries are dropped and counted.
template <typename T, std::size_t kChunk = 1024, std::size_t kMaxChunks = 4096>
class ChunkQueue {
public:
    ChunkQueue() = default;
    ChunkQueue(const ChunkQueue&) = delete;
    ChunkQueue& operator=(const ChunkQueue&) = delete;
    ~ChunkQueue()
    {
        deleteList(m_first);
        deleteList(m_spare.load(std::memory_order_acquire));
    }

    /// Producer.
    void push(const T& entry)
    {
        if (T* const place = next(); place != nullptr) {
            *place = entry;
            publish();
        }
    }

    /// Producer, the same in two steps: where the next entry goes, to be filled and then published. Null: it is
    /// dropped.
    [[nodiscard]] T* next()
    {
        if (m_count == kChunk && !advance()) [[unlikely]]
            return nullptr;
        return m_last->entries + m_count;
    }
    void publish()
    {
        keep();
        publishKept();
    }

    /// Producer: publish() for several entries at once.
    void keep() { ++m_count; }
    void publishKept() { m_last->count.store(m_count, std::memory_order_release); }

    /// Consumer. Calls take(std::span<const T>) for what is there.
    template <typename Take>
    std::size_t drain(Take&& take)
    {
        std::size_t taken = 0;
        if (m_reading == nullptr)
            m_reading = m_root.load(std::memory_order_acquire);
        while (m_reading != nullptr) {
            const std::size_t count = m_reading->count.load(std::memory_order_acquire);
            if (count > m_read) {
                take(std::span<const T>(m_reading->entries + m_read, count - m_read));
                taken += count - m_read;
                m_read = count;
            }
            Chunk* next = count == kChunk ? m_reading->next.load(std::memory_order_acquire) : nullptr;
            if (next == nullptr)
                break;
            giveBack(std::exchange(m_reading, next));
            m_read = 0;
        }
        return taken;
    }

    [[nodiscard]] std::int64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }

private:
    struct Chunk {
        std::atomic<std::size_t> count{0};
        std::atomic<Chunk*> next{nullptr};
        T entries[kChunk];
    };

    bool advance()
    {
        Chunk* fresh = takeSpare();
        if (fresh == nullptr) {
            if (m_chunks == kMaxChunks) {
                m_dropped.store(m_dropped.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                return false;
            }
            fresh = new Chunk;
            ++m_chunks;
        }
        if (m_last == nullptr) {
            m_first = fresh;
            m_root.store(fresh, std::memory_order_release);
        } else {
            publishKept();
            m_last->next.store(fresh, std::memory_order_release);
        }
        m_last = fresh;
        m_count = 0;
        return true;
    }

    // One popper and one pusher: a chunk cannot come back while the popper looks at it.
    Chunk* takeSpare()
    {
        Chunk* head = m_spare.load(std::memory_order_acquire);
        while (head != nullptr && !m_spare.compare_exchange_weak(head, head->next.load(std::memory_order_relaxed),
                                                                 std::memory_order_acquire)) {
        }
        if (head != nullptr) {
            head->next.store(nullptr, std::memory_order_relaxed);
            head->count.store(0, std::memory_order_relaxed);
        }
        return head;
    }

    void giveBack(Chunk* chunk)
    {
        m_first = m_reading;
        Chunk* head = m_spare.load(std::memory_order_relaxed);
        do {
            chunk->next.store(head, std::memory_order_relaxed);
        } while (!m_spare.compare_exchange_weak(head, chunk, std::memory_order_release, std::memory_order_relaxed));
    }

    static void deleteList(Chunk* chunk)
    {
        while (chunk != nullptr)
            delete std::exchange(chunk, chunk->next.load(std::memory_order_acquire));
    }

    // producer
    Chunk* m_last = nullptr;
    std::size_t m_count = kChunk;
    std::size_t m_chunks = 0;
    std::atomic<std::int64_t> m_dropped{0};
    std::atomic<Chunk*> m_root{nullptr};
    // both
    alignas(64) std::atomic<Chunk*> m_spare{nullptr};
    // consumer; m_first also by the producer, once, before m_root is published
    alignas(64) Chunk* m_reading = nullptr;
    std::size_t m_read = 0;
    Chunk* m_first = nullptr;
};

}  // namespace engine::schedule::detail
