#pragma once

#include "engine/base/expect.h"
#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"

#include <cstdint>

namespace engine::memory {

using BlockId = Id<struct BlockTag>;  ///< a block of device memory that a pool has allocated

/// The memory of a device, before the pool reserves any of it.
struct Card {
    int ordinal = 0;
    Bytes total;
    Bytes usedByOthers;
    Bytes floor;  ///< memory that the driver never allocates
};

/// The result and the cost of an allocation; the caller converts the cost to time.
struct Grant {
    BlockId block;
    Bytes bytes;             ///< size of the block, which counts as allocated
    Bytes fromDriver;        ///< bytes reserved from the driver; 0: allocated from the pool
    Bytes returnedToDriver;  ///< bytes first returned to the driver to make room
    int driverFrees = 0;     ///< number of driver calls that returned these bytes
};

/// Allocates a pool's memory on a real device. The pools of virtual machines have no source.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    /// Allocates memory and returns its address; 0: out of memory. Other threads may use the pool during the call.
    [[nodiscard]] virtual std::uint64_t acquire(Bytes size) = 0;
    /// Frees memory that acquire() returned. `size`: the size that was passed to acquire().
    virtual void release(std::uint64_t address, Bytes size) = 0;
};

/// Model of a framework's allocator for device memory. It only counts bytes: it accesses no memory and takes no time,
/// apart from the calls of a MemorySource.
/// Thread: one at a time.
class DevicePool {
public:
    virtual ~DevicePool() = default;

    /// Sets the source of memory. Called before the first allocation; the source must outlive the last emptyCache().
    void setSource(MemorySource& source)
    {
        ENGINE_EXPECT(m_reserved.value == 0);
        m_source = &source;
    }

    /// Allocates a block of at least `size` bytes for operations of `stream`.
    /// Errors: OutOfMemory with the framework's message; the pool remains usable.
    [[nodiscard]] virtual Result<Grant> allocate(Bytes size, std::uint32_t stream) = 0;

    enum class Reuse : std::uint8_t { Now, Later };
    /// Frees the block. Reuse::Later: the block is not reused until makeAvailable() is called, because another stream
    /// still uses the block.
    void free(BlockId block, Reuse reuse)
    {
        countFreed(sizeOf(block));
        if (reuse == Reuse::Now)
            makeAvailable(block);
    }
    /// Allows the reuse of a freed block. Call it once for each block that was freed with Reuse::Later.
    virtual void makeAvailable(BlockId block) = 0;

    /// Result of emptyCache().
    struct ReturnedMemory {
        Bytes bytes;
        int calls = 0;
    };
    /// Returns free memory to the driver. Segments that contain an allocated block remain reserved.
    virtual ReturnedMemory emptyCache() = 0;

    /// Returns the size that counts as allocated, Grant::bytes. The block must not be free.
    [[nodiscard]] virtual Bytes sizeOf(BlockId block) const = 0;
    /// Returns the address of a block; 0 if the pool has no MemorySource.
    [[nodiscard]] virtual std::uint64_t addressOf(BlockId block) const = 0;
    /// Returns the number of bytes that a new block of at least `size` bytes would reserve from the driver.
    [[nodiscard]] virtual Bytes newBlockFor(Bytes size) const = 0;
    [[nodiscard]] Bytes allocated() const { return m_allocated; }
    [[nodiscard]] Bytes reserved() const { return m_reserved; }
    [[nodiscard]] Bytes peakAllocated() const { return m_peakAllocated; }
    [[nodiscard]] Bytes peakReserved() const { return m_peakReserved; }
    /// Restarts the peak statistics at the current levels.
    void resetPeaks()
    {
        m_peakAllocated = m_allocated;
        m_peakReserved = m_reserved;
    }
    /// Returns the number of bytes that cudaMemGetInfo would report as free; includes Card::floor, which is never
    /// allocated.
    [[nodiscard]] Bytes free() const { return m_card.total - m_card.usedByOthers - m_reserved; }
    [[nodiscard]] const Card& card() const { return m_card; }

protected:
    explicit DevicePool(Card card) : m_card(card) {}

    /// Reserves `size` bytes from the driver and sets `address`. Returns false if they are not available.
    [[nodiscard]] bool allocateFromDriver(Bytes size, std::uint64_t& address);
    void returnToDriver(Bytes size, std::uint64_t address);
    void countAllocated(Bytes size);
    void countFreed(Bytes size)
    {
        ENGINE_EXPECT(size <= m_allocated);
        m_allocated -= size;
    }

private:
    Card m_card;
    MemorySource* m_source = nullptr;
    Bytes m_allocated;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

/// Formats a size as PyTorch does: "62.00 MiB".
[[nodiscard]] std::string formatSize(Bytes size);

}  // namespace engine::memory
