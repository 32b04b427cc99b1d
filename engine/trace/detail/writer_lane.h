#pragma once

#include "engine/trace/record.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace engine::trace::detail {

/// Where one thread writes its records: a list of chunks. The writer never waits, never takes a lock and never drops.
/// Threads: one writes, one at a time reads.
class WriterLane {
public:
    explicit WriterLane(std::thread::id thread);
    ~WriterLane();
    WriterLane(const WriterLane&) = delete;
    WriterLane& operator=(const WriterLane&) = delete;

    [[nodiscard]] std::thread::id thread() const { return m_thread; }

    /// The writer. Returns whether a chunk was filled, so that a reader should come.
    bool write(Record&& record);

    /// How many records can be read. Any thread.
    [[nodiscard]] std::uint64_t written() const { return m_written.load(std::memory_order_acquire); }

    /// The reader: how many it has taken, and the next one, which must be below written().
    [[nodiscard]] std::uint64_t taken() const { return m_taken; }
    [[nodiscard]] Record take();

    bool issues = false;         ///< the reader's note: operations are issued here
    WriterLane* next = nullptr;  ///< the recorder's list; set before the lane is published

private:
    struct Chunk;
    struct Free {
        void operator()(std::byte* block) const { std::free(block); }
    };
    using Block = std::unique_ptr<std::byte, Free>;

    [[nodiscard]] static Block makeBlock();
    Chunk* freshChunk();

    const std::thread::id m_thread;

    const std::unique_ptr<Chunk> m_first;

    // The writer's.
    alignas(64) Chunk* m_tail;
    std::size_t m_tailUsed = 0;
    Chunk* m_spares = nullptr;
    std::vector<Block> m_blocks;
    std::size_t m_blockUsed = 0;               ///< of the last one
    std::atomic<std::uint64_t> m_written = 0;  ///< publishes everything before

    // The reader's.
    alignas(64) Chunk* m_head = nullptr;
    std::size_t m_headUsed = 0;
    std::uint64_t m_taken = 0;

    alignas(64) std::atomic<Chunk*> m_returned = nullptr;  ///< emptied chunks on their way back to the writer
};

}  // namespace engine::trace::detail
