#pragma once

#include "engine/base/expect.h"
#include "engine/memory/device_pool.h"

#include <array>
#include <vector>

namespace engine::memory {

/// PyTorch's caching allocator. Sizes are rounded up to multiples of 512 bytes. Blocks up to 1 MiB come from segments
/// of 2 MiB, blocks below 10 MiB from segments of 20 MiB, larger blocks from dedicated segments, rounded up to
/// multiples of 2 MiB. An allocation reuses the smallest free block of its stream that is large enough. A block is
/// split if the rest is large enough, and merged with free neighbours when it is freed.
/// Source: c10/cuda/CUDACachingAllocator.cpp (behaviour). Among free blocks of equal size the one freed last is reused,
/// whereas PyTorch reuses the one with the lowest address, so free blocks may merge differently.
class CachingPool final : public DevicePool {
public:
    explicit CachingPool(Card card);

    [[nodiscard]] Result<Grant> allocate(Bytes size, std::uint32_t stream) override;
    void makeAvailable(BlockId block) override;
    ReturnedMemory emptyCache() override;
    [[nodiscard]] Bytes sizeOf(BlockId block) const override { return Bytes{at(block).size}; }
    [[nodiscard]] std::uint64_t addressOf(BlockId block) const override { return at(block).address; }
    [[nodiscard]] Bytes newBlockFor(Bytes size) const override;

    /// Returns the size of the largest free block, over all streams: an allocation of this size for the block's stream
    /// needs no call of the driver.
    [[nodiscard]] Bytes largestFree() const;

private:
    static constexpr std::uint32_t kNone = BlockId::kNone;

    struct Block {
        std::int64_t size = 0;
        std::uint64_t address = 0;
        std::uint32_t previous = kNone;  ///< index of the neighbour in the segment
        std::uint32_t next = kNone;
        std::uint32_t stream = 0;
        std::uint32_t bin = kNone;    ///< bin of a free block
        std::uint32_t inBin = kNone;  ///< index in the bin's `blocks`
        bool isSmall = false;
        bool isFree = false;  ///< not allocated, and available for reuse
    };
    struct BinKey {
        bool isSmall = false;
        std::uint32_t stream = 0;
        std::int64_t size = 0;
        auto operator<=>(const BinKey&) const = default;
    };
    /// Free blocks of one size for one stream.
    struct Bin {
        BinKey key;
        std::vector<std::uint32_t> blocks;
    };

    /// Returns a block. The block must be allocated, or freed with Reuse::Later.
    [[nodiscard]] const Block& at(BlockId block) const
    {
        ENGINE_EXPECT(block.index < m_blocks.size() && !m_blocks[block.index].isFree);
        return m_blocks[block.index];
    }
    [[nodiscard]] std::uint32_t bestFit(const BinKey& wanted) const;
    [[nodiscard]] std::uint32_t newBlock(Block block);
    [[nodiscard]] std::uint32_t binOf(const BinKey& key);
    void insertIntoBin(std::uint32_t index);
    void removeFromBin(std::uint32_t index);
    void split(std::uint32_t index, std::int64_t size);
    void joinWithNext(std::uint32_t index);
    [[nodiscard]] Error outOfMemory(std::int64_t segment) const;

    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_spare;  ///< indices of erased blocks, for reuse
    std::vector<Bin> m_bins;             ///< one per size and stream that has occurred; never removed
    std::vector<std::uint32_t> m_order;  ///< indices of bins, sorted by key
};

}  // namespace engine::memory
