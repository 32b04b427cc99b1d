#pragma once

#include "engine/memory/device_pool.h"

#include <array>
#include <vector>

namespace engine::memory {

/// PyTorch's caching allocator: sizes are rounded to 512 bytes; up to 1 MiB they come from segments of 2 MiB, up to
/// 10 MiB from segments of 20 MiB, above from segments of their own rounded to 2 MiB. Best fit per stream; a block is
/// split if what remains is worth it, and joined with free neighbours when it comes back.
/// Source: c10/cuda/CUDACachingAllocator.cpp (behaviour). Of equal blocks the one freed last is taken, where PyTorch
/// takes the lowest address; sizes and levels do not depend on it.
class CachingPool final : public DevicePool {
public:
    explicit CachingPool(Card card);

    [[nodiscard]] Result<Grant> allocate(Bytes size, std::uint32_t stream) override;
    void free(BlockId block, Reuse reuse) override;
    void makeAvailable(BlockId block) override;
    Returned emptyCache() override;
    [[nodiscard]] Bytes sizeOf(BlockId block) const override { return Bytes{m_blocks[block.index].size}; }
    [[nodiscard]] std::uint64_t addressOf(BlockId block) const override { return m_blocks[block.index].address; }
    [[nodiscard]] Bytes newBlockFor(Bytes size) const override;

    /// What can be handed out without the driver, of any stream.
    struct Free {
        Bytes largest;
        int blocks = 0;
    };
    [[nodiscard]] Free available() const;

private:
    static constexpr std::uint32_t kNone = BlockId::kNone;

    struct Block {
        std::int64_t size = 0;
        std::uint64_t address = 0;
        std::uint32_t previous = kNone;  ///< neighbours in the segment
        std::uint32_t next = kNone;
        std::uint32_t stream = 0;
        std::uint32_t bin = kNone;    ///< when available: where, and
        std::uint32_t inBin = kNone;  ///< at which place
        bool isSmall = false;
        bool isFree = false;  ///< available
    };
    /// Available blocks of one size for one stream.
    struct Bin {
        std::int64_t size = 0;
        std::uint32_t stream = 0;
        bool isSmall = false;
        std::vector<std::uint32_t> blocks;
    };

    [[nodiscard]] std::uint32_t bestFit(std::int64_t size, std::uint32_t stream, bool isSmall);
    [[nodiscard]] std::uint32_t newBlock(Block block);
    [[nodiscard]] std::uint32_t binOf(std::int64_t size, std::uint32_t stream, bool isSmall);
    void putIntoBin(std::uint32_t index);
    void takeFromBin(std::uint32_t index);
    void split(std::uint32_t index, std::int64_t size);
    void joinWithNext(std::uint32_t index);
    [[nodiscard]] Error outOfMemory(std::int64_t segment) const;

    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_spare;  ///< indices of blocks that are no more
    std::vector<Bin> m_bins;             ///< few: one per size and stream in use
    std::vector<std::uint32_t> m_order;  ///< bins by (isSmall, stream, size)
};

}  // namespace engine::memory
