#include "engine/memory/caching_pool.h"

#include <algorithm>
#include <string>

namespace engine::memory {

namespace {

constexpr std::int64_t kRound = 512;
constexpr std::int64_t kSmallLimit = 1 << 20;
constexpr std::int64_t kSmallSegment = 2 << 20;
constexpr std::int64_t kMediumLimit = 10 << 20;
constexpr std::int64_t kMediumSegment = 20 << 20;
constexpr std::int64_t kLargeRound = 2 << 20;
constexpr std::int64_t kLargest = std::int64_t{1} << 56;

std::int64_t roundUp(std::int64_t size, std::int64_t to)
{
    return (size + to - 1) / to * to;
}

std::int64_t rounded(Bytes size)
{
    return roundUp(std::clamp<std::int64_t>(size.value, 1, kLargest), kRound);
}

std::int64_t segmentFor(std::int64_t size)
{
    if (size <= kSmallLimit)
        return kSmallSegment;
    return size < kMediumLimit ? kMediumSegment : roundUp(size, kLargeRound);
}

}  // namespace

CachingPool::CachingPool(Card card) : DevicePool(card) {}

Bytes CachingPool::newBlockFor(Bytes size) const
{
    return Bytes{segmentFor(rounded(size))};
}

Result<Grant> CachingPool::allocate(Bytes size, std::uint32_t stream)
{
    const std::int64_t wanted = rounded(size);
    const bool isSmall = wanted <= kSmallLimit;
    Grant grant;
    std::uint32_t index = bestFit({isSmall, stream, wanted});
    if (index == kNone) {
        const std::int64_t segment = segmentFor(wanted);
        std::uint64_t address = 0;
        if (!allocateFromDriver(Bytes{segment}, address)) {
            const ReturnedMemory returned = emptyCache();
            grant.returnedToDriver = returned.bytes;
            grant.driverFrees = returned.calls;
            if (!allocateFromDriver(Bytes{segment}, address))
                return outOfMemory(segment);
        }
        grant.fromDriver = Bytes{segment};
        index = newBlock({.size = segment, .address = address, .stream = stream, .isSmall = isSmall});
    } else {
        removeFromBin(index);
    }
    const std::int64_t rest = m_blocks[index].size - wanted;
    if (isSmall ? rest >= kRound : rest > kSmallLimit)
        split(index, wanted);
    grant.block = BlockId{index};
    grant.bytes = Bytes{m_blocks[index].size};
    countAllocated(grant.bytes);
    return grant;
}

void CachingPool::makeAvailable(BlockId block)
{
    std::uint32_t index = block.index;
    const std::uint32_t previous = at(block).previous;
    if (previous != kNone && m_blocks[previous].isFree) {
        removeFromBin(previous);
        joinWithNext(previous);
        index = previous;
    }
    const std::uint32_t next = m_blocks[index].next;
    if (next != kNone && m_blocks[next].isFree) {
        removeFromBin(next);
        joinWithNext(index);
    }
    insertIntoBin(index);
}

DevicePool::ReturnedMemory CachingPool::emptyCache()
{
    ReturnedMemory returned;
    for (Bin& bin : m_bins)
        for (std::size_t i = bin.blocks.size(); i-- > 0;) {
            const std::uint32_t index = bin.blocks[i];
            const Block& block = m_blocks[index];
            if (block.previous != kNone || block.next != kNone)
                continue;
            returned.bytes += Bytes{block.size};
            ++returned.calls;
            returnToDriver(Bytes{block.size}, block.address);
            removeFromBin(index);
            m_spare.push_back(index);
        }
    return returned;
}

std::uint32_t CachingPool::bestFit(const BinKey& wanted) const
{
    auto it = std::ranges::lower_bound(m_order, wanted, {}, [this](std::uint32_t bin) { return m_bins[bin].key; });
    for (; it != m_order.end(); ++it) {
        const Bin& bin = m_bins[*it];
        if (bin.key.isSmall != wanted.isSmall || bin.key.stream != wanted.stream)
            break;
        if (!bin.blocks.empty())
            return bin.blocks.back();
    }
    return kNone;
}

std::uint32_t CachingPool::newBlock(Block block)
{
    if (m_spare.empty()) {
        m_blocks.push_back(block);
        return static_cast<std::uint32_t>(m_blocks.size() - 1);
    }
    const std::uint32_t index = m_spare.back();
    m_spare.pop_back();
    m_blocks[index] = block;
    return index;
}

std::uint32_t CachingPool::binOf(const BinKey& key)
{
    const auto at = std::ranges::lower_bound(m_order, key, {}, [this](std::uint32_t bin) { return m_bins[bin].key; });
    if (at != m_order.end() && m_bins[*at].key == key)
        return *at;
    m_bins.push_back({key, {}});
    const auto index = static_cast<std::uint32_t>(m_bins.size() - 1);
    m_order.insert(at, index);
    return index;
}

void CachingPool::insertIntoBin(std::uint32_t index)
{
    Block& block = m_blocks[index];
    block.isFree = true;
    block.bin = binOf({block.isSmall, block.stream, block.size});
    block.inBin = static_cast<std::uint32_t>(m_bins[block.bin].blocks.size());
    m_bins[block.bin].blocks.push_back(index);
}

void CachingPool::removeFromBin(std::uint32_t index)
{
    Block& block = m_blocks[index];
    std::vector<std::uint32_t>& blocks = m_bins[block.bin].blocks;
    const std::uint32_t last = blocks.back();
    blocks[block.inBin] = last;
    m_blocks[last].inBin = block.inBin;
    blocks.pop_back();
    block.isFree = false;
    block.bin = kNone;
    block.inBin = kNone;
}

void CachingPool::split(std::uint32_t index, std::int64_t size)
{
    Block rest = m_blocks[index];
    rest.size -= size;
    if (rest.address != 0)
        rest.address += static_cast<std::uint64_t>(size);
    rest.previous = index;
    const std::uint32_t restIndex = newBlock(rest);
    m_blocks[index].size = size;
    m_blocks[index].next = restIndex;
    if (rest.next != kNone)
        m_blocks[rest.next].previous = restIndex;
    insertIntoBin(restIndex);
}

Bytes CachingPool::largestFree() const
{
    Bytes largest;
    for (const Bin& bin : m_bins)
        if (!bin.blocks.empty())
            largest = std::max(largest, Bytes{bin.key.size});
    return largest;
}

void CachingPool::joinWithNext(std::uint32_t index)
{
    const std::uint32_t gone = m_blocks[index].next;
    m_blocks[index].size += m_blocks[gone].size;
    m_blocks[index].next = m_blocks[gone].next;
    if (m_blocks[index].next != kNone)
        m_blocks[m_blocks[index].next].previous = index;
    m_spare.push_back(gone);
}

Error CachingPool::outOfMemory(std::int64_t segment) const
{
    // PyTorch's wording, including the two spaces before "See", because users search for it.
    return untranslatedError(
        ErrorCode::OutOfMemory,
        "CUDA out of memory. Tried to allocate " + formatSize(Bytes{segment}) + " (GPU " +
            std::to_string(card().ordinal) + "; " + formatSize(card().total) + " total capacity; " +
            formatSize(allocated()) + " already allocated; " + formatSize(DevicePool::free()) + " free; " +
            formatSize(reserved()) +
            " reserved in total by PyTorch) If reserved memory is >> allocated memory try setting "
            "max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and "
            "PYTORCH_CUDA_ALLOC_CONF");
}

}  // namespace engine::memory
