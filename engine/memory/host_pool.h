#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <map>

namespace engine::memory {

/// Model of host memory as programs allocate it. Pageable blocks come from the C library, which maps large blocks on
/// each allocation, unmaps them when they are freed, and caches small blocks. Page-locked blocks are rounded up to a
/// power of two and cached. The model only counts bytes. Thread: one.
/// Source: glibc's M_MMAP_THRESHOLD_MAX; PyTorch's CachingHostAllocator (behaviour).
class HostPool {
public:
    /// The size of the memory, and the blocks that its allocators cache.
    struct Options {
        Bytes capacity;
        Bytes freshAbove;               ///< pageable blocks larger than this are not cached
        bool isPageableWarm = false;    ///< assume that the pages of all pageable blocks are mapped
        bool isPinnedPoolWarm = false;  ///< assume that the cache has a block for every page-locked allocation
    };

    /// An allocated block; pass it to free().
    struct Block {
        trace::HostMemory state =
            trace::HostMemory::None;  ///< one of PageableFresh, PageableWarm, PinnedFresh, PinnedPool
        Bytes bytes;                  ///< size of the block
        Bytes fresh;                  ///< bytes newly obtained from the system, which must be faulted or pinned
    };

    explicit HostPool(Options options);

    /// Errors: OutOfMemory if the capacity is exhausted.
    [[nodiscard]] Result<Block> allocatePageable(Bytes size);
    /// Errors: as for allocatePageable().
    [[nodiscard]] Result<Block> allocatePinned(Bytes size);

    /// Returns the state that a block of this size would have if it were allocated now.
    [[nodiscard]] trace::HostMemory stateFor(Bytes size, bool isPinned) const;

    /// Frees the block. Returns the number of bytes that must be unmapped; 0 if the block is cached, or with
    /// isPageableWarm.
    [[nodiscard]] Bytes free(const Block& block);

    [[nodiscard]] Bytes allocated() const { return m_allocated; }
    [[nodiscard]] Bytes reserved() const { return m_reserved; }
    [[nodiscard]] Bytes peakAllocated() const { return m_peakAllocated; }
    [[nodiscard]] Bytes peakReserved() const { return m_peakReserved; }
    [[nodiscard]] Bytes capacity() const { return m_options.capacity; }

private:
    [[nodiscard]] Result<Block> allocate(std::map<std::int64_t, int>& kept, std::int64_t size, std::int64_t mostWaste);

    Options m_options;
    std::map<std::int64_t, int> m_pageable;  ///< size -> number of cached blocks
    std::map<std::int64_t, int> m_pinned;
    Bytes m_allocated;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

}  // namespace engine::memory
