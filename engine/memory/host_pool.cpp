#include "engine/memory/host_pool.h"

#include "engine/base/expect.h"
#include "engine/memory/device_pool.h"

#include <algorithm>
#include <bit>

namespace engine::memory {

namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kLargest = std::int64_t{1} << 56;

std::int64_t pageableSize(Bytes size)
{
    return (std::clamp<std::int64_t>(size.value, 1, kLargest) + kPage - 1) / kPage * kPage;
}

std::int64_t pinnedSize(Bytes size)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(size.value, kPage, kLargest);
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(wanted)));
}

}  // namespace

HostPool::HostPool(Options options) : m_options(options) {}

trace::HostMemory HostPool::stateFor(Bytes size, bool isPinned) const
{
    if (isPinned)
        return m_options.isPinnedPoolWarm || m_pinned.contains(pinnedSize(size)) ? trace::HostMemory::PinnedPool
                                                                                 : trace::HostMemory::PinnedFresh;
    const std::int64_t wanted = pageableSize(size);
    const auto found = m_pageable.lower_bound(wanted);
    const bool isKept = found != m_pageable.end() && found->first - wanted <= wanted;
    return m_options.isPageableWarm || isKept ? trace::HostMemory::PageableWarm : trace::HostMemory::PageableFresh;
}

Result<HostPool::Block> HostPool::allocate(std::map<std::int64_t, int>& kept, std::int64_t size, std::int64_t mostWaste)
{
    Block block{.bytes = Bytes{size}, .fresh = {}};
    if (const auto found = kept.lower_bound(size); found != kept.end() && found->first - size <= mostWaste) {
        block.bytes = Bytes{found->first};
        if (--found->second == 0)
            kept.erase(found);
    } else if (m_reserved + block.bytes > m_options.capacity) {
        return untranslatedError(ErrorCode::OutOfMemory, "The computer has no memory left for " +
                                                             formatSize(block.bytes) + ": " + formatSize(m_reserved) +
                                                             " of " + formatSize(m_options.capacity) +
                                                             " are in use. Keep fewer results or make them smaller.");
    } else {
        block.fresh = block.bytes;
        m_reserved += block.bytes;
        m_peakReserved = std::max(m_peakReserved, m_reserved);
    }
    m_allocated += block.bytes;
    m_peakAllocated = std::max(m_peakAllocated, m_allocated);
    return block;
}

Result<HostPool::Block> HostPool::allocatePageable(Bytes size)
{
    const std::int64_t rounded = pageableSize(size);
    Result<Block> block = allocate(m_pageable, rounded, rounded);
    if (block) {
        if (m_options.isPageableWarm)
            block->fresh = Bytes{0};
        block->state = block->fresh.value > 0 ? trace::HostMemory::PageableFresh : trace::HostMemory::PageableWarm;
    }
    return block;
}

Result<HostPool::Block> HostPool::allocatePinned(Bytes size)
{
    Result<Block> block = allocate(m_pinned, pinnedSize(size), 0);
    if (block) {
        if (m_options.isPinnedPoolWarm)
            block->fresh = Bytes{0};
        block->state = block->fresh.value > 0 ? trace::HostMemory::PinnedFresh : trace::HostMemory::PinnedPool;
    }
    return block;
}

Bytes HostPool::free(const Block& block)
{
    ENGINE_EXPECT(block.state != trace::HostMemory::None && block.bytes <= m_allocated);
    const bool isPinned = block.state == trace::HostMemory::PinnedFresh || block.state == trace::HostMemory::PinnedPool;
    const bool isCached = isPinned || block.bytes <= m_options.freshAbove;
    if (isCached)
        ++(isPinned ? m_pinned : m_pageable)[block.bytes.value];  // may throw, so the other changes come later
    m_allocated -= block.bytes;
    if (isCached)
        return {};
    m_reserved -= block.bytes;
    return m_options.isPageableWarm ? Bytes{0} : block.bytes;
}

}  // namespace engine::memory
