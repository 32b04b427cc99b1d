#include "engine/memory/exact_pool.h"

#include <algorithm>
#include <string>

namespace engine::memory {

namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kLargeRound = 2 << 20;
constexpr std::int64_t kLargest = std::int64_t{1} << 56;
constexpr std::int64_t kReservePercent = 5;  // default of MXNET_GPU_MEM_POOL_RESERVE

std::int64_t roundUp(std::int64_t size, std::int64_t to)
{
    return (size + to - 1) / to * to;
}

std::int64_t rounded(Bytes size)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(size.value, 1, kLargest);
    return roundUp(wanted, wanted > kLargeRound ? kLargeRound : kPage);
}

}  // namespace

ExactPool::ExactPool(Card card) : DevicePool(card) {}

Bytes ExactPool::newBlockFor(Bytes size) const
{
    return Bytes{rounded(size)};
}

Result<Grant> ExactPool::allocate(Bytes size, std::uint32_t /*stream*/)
{
    const std::int64_t wanted = rounded(size);
    Grant grant{.block = {}, .bytes = Bytes{wanted}, .fromDriver = {}, .returnedToDriver = {}};
    if (const auto found = m_free.find(wanted); found != m_free.end() && !found->second.empty()) {
        grant.block = BlockId{found->second.back()};
        found->second.pop_back();
        countAllocated(grant.bytes);
        return grant;
    }
    const Bytes kept{card().total.value / 100 * kReservePercent};
    if (DevicePool::free() - grant.bytes < kept) {
        const ReturnedMemory returned = emptyCache();
        grant.returnedToDriver = returned.bytes;
        grant.driverFrees = returned.calls;
    }
    std::uint64_t address = 0;
    bool isTaken = allocateFromDriver(grant.bytes, address);
    if (!isTaken) {
        const ReturnedMemory returned = emptyCache();
        grant.returnedToDriver += returned.bytes;
        grant.driverFrees += returned.calls;
        isTaken = returned.calls > 0 && allocateFromDriver(grant.bytes, address);
    }
    if (!isTaken)
        return untranslatedError(ErrorCode::OutOfMemory,
                                 "cudaMalloc retry failed: out of memory (GPU " + std::to_string(card().ordinal) +
                                     ", " + formatSize(grant.bytes) + " wanted, " + formatSize(DevicePool::free()) +
                                     " of " + formatSize(card().total) + " free)");
    grant.fromDriver = grant.bytes;
    if (m_spare.empty()) {
        m_sizes.push_back(wanted);
        m_addresses.push_back(address);
        grant.block = BlockId{m_sizes.size() - 1};
    } else {
        grant.block = BlockId{m_spare.back()};
        m_spare.pop_back();
        m_sizes[grant.block.index] = wanted;
        m_addresses[grant.block.index] = address;
    }
    countAllocated(grant.bytes);
    return grant;
}

void ExactPool::makeAvailable(BlockId block)
{
    m_free[m_sizes[at(block)]].push_back(block.index);
}

DevicePool::ReturnedMemory ExactPool::emptyCache()
{
    ReturnedMemory returned;
    for (auto& [size, blocks] : m_free) {
        returned.bytes += Bytes{size} * static_cast<std::int64_t>(blocks.size());
        returned.calls += static_cast<int>(blocks.size());
        for (const std::uint32_t block : blocks)
            returnToDriver(Bytes{size}, m_addresses[block]);
        m_spare.insert(m_spare.end(), blocks.begin(), blocks.end());
        blocks.clear();
    }
    return returned;
}

}  // namespace engine::memory
