#pragma once

#include "engine/base/expect.h"
#include "engine/memory/device_pool.h"

#include <map>
#include <vector>

namespace engine::memory {

/// MXNet's pool: one stack of free blocks per size. Sizes up to 2 MiB are rounded up to multiples of 4 KiB, larger
/// sizes to multiples of 2 MiB. Blocks are never split. If a new block would leave less than 5 % of the card free, or
/// cannot be reserved, all free blocks are first returned to the driver.
/// Source: src/storage/pooled_storage_manager.h of MXNet 1.x (behaviour).
class ExactPool final : public DevicePool {
public:
    explicit ExactPool(Card card);

    [[nodiscard]] Result<Grant> allocate(Bytes size, std::uint32_t stream) override;
    void makeAvailable(BlockId block) override;
    ReturnedMemory emptyCache() override;
    [[nodiscard]] Bytes sizeOf(BlockId block) const override { return Bytes{m_sizes[at(block)]}; }
    [[nodiscard]] std::uint64_t addressOf(BlockId block) const override { return m_addresses[at(block)]; }
    [[nodiscard]] Bytes newBlockFor(Bytes size) const override;

private:
    [[nodiscard]] std::size_t at(BlockId block) const
    {
        ENGINE_EXPECT(block.index < m_sizes.size());
        return block.index;
    }

    std::vector<std::int64_t> m_sizes;       ///< indexed by block
    std::vector<std::uint64_t> m_addresses;  ///< indexed by block
    std::vector<std::uint32_t> m_spare;
    std::map<std::int64_t, std::vector<std::uint32_t>> m_free;
};

}  // namespace engine::memory
