#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <map>

namespace engine::memory {

/// The computer's own memory as programs meet it: pageable blocks come from the C library, which maps large ones anew
/// every time and gives them back when freed, and keeps small ones; page-locked blocks are rounded to a power of two
/// and kept. Pure bookkeeping. Threads: one.
/// Source: glibc's M_MMAP_THRESHOLD_MAX; PyTorch's CachingHostAllocator (behaviour).
class HostPool {
public:
    struct Options {
        Bytes capacity;
        Bytes freshAbove;               ///< pageable blocks above this are never kept
        bool isPageableWarm = false;    ///< assume mapped pages for every pageable block
        bool isPinnedPoolWarm = false;  ///< assume a kept block for every page-locked one
    };

    struct Block {
        trace::HostMemory state = trace::HostMemory::None;  ///< PageableFresh, PageableWarm, PinnedFresh, PinnedPool
        Bytes bytes;                                        ///< of the block
        Bytes fresh;  ///< of it: newly taken from the system, to be faulted or pinned
    };

    explicit HostPool(Options options);

    /// Errors: OutOfMemory when the computer's memory is used up.
    [[nodiscard]] Result<Block> allocatePageable(Bytes size);
    [[nodiscard]] Result<Block> allocatePinned(Bytes size);

    /// The state that a block of this size would have now.
    [[nodiscard]] trace::HostMemory stateFor(Bytes size, bool isPinned) const;

    /// Returns the bytes that go back to the system, page by page; 0: the block is kept.
    [[nodiscard]] Bytes free(const Block& block);

    [[nodiscard]] Bytes allocated() const { return m_allocated; }
    [[nodiscard]] Bytes reserved() const { return m_reserved; }
    [[nodiscard]] Bytes peakAllocated() const { return m_peakAllocated; }
    [[nodiscard]] Bytes peakReserved() const { return m_peakReserved; }
    [[nodiscard]] Bytes capacity() const { return m_options.capacity; }

private:
    [[nodiscard]] Result<Block> take(std::map<std::int64_t, int>& kept, std::int64_t size, std::int64_t mostWaste);

    Options m_options;
    std::map<std::int64_t, int> m_pageable;  ///< size -> free blocks kept
    std::map<std::int64_t, int> m_pinned;
    Bytes m_allocated;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

}  // namespace engine::memory
