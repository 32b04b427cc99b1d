#pragma once

#include "engine/trace/record.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace engine::trace::detail {

/// The records of one writing thread, in a list of chunks. The writer never blocks, takes no lock and drops no records.
/// Threads: one thread writes; one thread at a time reads.
class WriterLane {
public:
    explicit WriterLane(std::thread::id thread);
    ~WriterLane();
    WriterLane(const WriterLane&) = delete;
    WriterLane& operator=(const WriterLane&) = delete;

    [[nodiscard]] std::thread::id thread() const { return m_thread; }

    /// Called by the writer. Returns whether a chunk was filled, so that a reader should be woken.
    bool write(Record&& record);

    /// Returns how many records have been written and can be read. Any thread.
    [[nodiscard]] std::uint64_t written() const { return m_written.load(std::memory_order_acquire); }

    /// Called by the reader. readCount() returns the number of records read. pop() returns the next record; written()
    /// must be greater than readCount().
    [[nodiscard]] std::uint64_t readCount() const { return m_taken; }
    [[nodiscard]] Record pop();

    bool issues = false;         ///< used by the reader: this thread issues operations
    WriterLane* next = nullptr;  ///< next lane of the recorder; set before the lane is published

private:
    struct Chunk;
    struct FreeDeleter {
        void operator()(std::byte* block) const { std::free(block); }
    };
    using Block = std::unique_ptr<std::byte, FreeDeleter>;

    void addBlock();
    Chunk* freshChunk();

    const std::thread::id m_thread;

    const std::unique_ptr<Chunk> m_first;

    // Members of the writer.
    alignas(64) Chunk* m_tail;
    std::size_t m_tailUsed = 0;
    Chunk* m_spares = nullptr;
    std::vector<Block> m_blocks;
    std::size_t m_blockSize = 0;               ///< size of the last block
    std::size_t m_blockUsed = 0;               ///< used part of the last block
    std::atomic<std::uint64_t> m_written = 0;  ///< number of written records; publishes all earlier writes

    // The following members are used by the reading thread only.
    alignas(64) Chunk* m_head = nullptr;
    std::size_t m_headUsed = 0;
    std::uint64_t m_taken = 0;

    alignas(64) std::atomic<Chunk*> m_returned = nullptr;  ///< emptied chunks that return to the writer
};

}  // namespace engine::trace::detail
