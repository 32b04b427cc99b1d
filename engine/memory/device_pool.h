#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"

#include <cstdint>

namespace engine::memory {

using BlockId = Id<struct BlockTag>;  ///< a piece of a device's memory that a pool has handed out

/// The memory of a device before any pool has taken some.
struct Card {
    int ordinal = 0;
    Bytes total;
    Bytes usedByOthers;
    Bytes floor;  ///< never handed out by the driver
};

/// What an allocation took; whoever asked turns it into time.
struct Grant {
    BlockId block;
    Bytes bytes;          ///< of the block: what counts as allocated
    Bytes fromDriver;     ///< newly taken from the driver; 0: from the pool
    Bytes backToDriver;   ///< given back first, to make room
    int driverFrees = 0;  ///< calls that gave it back
};

/// Where a pool's memory comes from, on a device that has some; a virtual machine's pools have none.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    /// The address of newly taken memory; 0: there is none.
    [[nodiscard]] virtual std::uint64_t take(Bytes size) = 0;
    virtual void give(std::uint64_t address, Bytes size) = 0;
};

/// A framework's way to hand out device memory. Pure bookkeeping: no memory is touched and no time passes, but for
/// what a MemorySource does.
/// Threads: one.
class DevicePool {
public:
    virtual ~DevicePool() = default;

    /// Before the first allocation; must outlive the pool's last emptyCache().
    void drawFrom(MemorySource& source) { m_source = &source; }

    /// A block of at least `size` bytes for work of `stream`.
    /// Errors: OutOfMemory with the framework's own text; the pool stays usable.
    [[nodiscard]] virtual Result<Grant> allocate(Bytes size, std::uint32_t stream) = 0;

    enum class Reuse : std::uint8_t { Now, Later };
    /// The owner is gone. Later: not to be handed out before makeAvailable(), since another stream still uses it.
    virtual void free(BlockId block, Reuse reuse) = 0;
    virtual void makeAvailable(BlockId block) = 0;

    /// What giving back unused memory amounted to.
    struct Returned {
        Bytes bytes;
        int calls = 0;
    };
    /// Gives everything that is not in use back to the driver.
    virtual Returned emptyCache() = 0;

    [[nodiscard]] virtual Bytes sizeOf(BlockId block) const = 0;
    /// Where a block lies; 0 without a source.
    [[nodiscard]] virtual std::uint64_t addressOf(BlockId block) const = 0;
    /// What a new block of at least `size` bytes would take from the driver.
    [[nodiscard]] virtual Bytes newBlockFor(Bytes size) const = 0;
    [[nodiscard]] Bytes allocated() const { return m_allocated; }
    [[nodiscard]] Bytes reserved() const { return m_reserved; }
    [[nodiscard]] Bytes peakAllocated() const { return m_peakAllocated; }
    [[nodiscard]] Bytes peakReserved() const { return m_peakReserved; }
    /// What is there now is the peak.
    void resetPeaks()
    {
        m_peakAllocated = m_allocated;
        m_peakReserved = m_reserved;
    }
    /// What cudaMemGetInfo would call free; the driver's floor is part of it.
    [[nodiscard]] Bytes free() const { return m_card.total - m_card.usedByOthers - m_reserved; }
    [[nodiscard]] const Card& card() const { return m_card; }

protected:
    explicit DevicePool(Card card) : m_card(card) {}

    /// Takes `size` from the driver, if it has it; `address`: where it lies.
    [[nodiscard]] bool takeFromDriver(Bytes size, std::uint64_t& address);
    void giveToDriver(Bytes size, std::uint64_t address);
    void countAllocated(Bytes size);
    void countFreed(Bytes size) { m_allocated -= size; }

private:
    Card m_card;
    MemorySource* m_source = nullptr;
    Bytes m_allocated;
    Bytes m_reserved;
    Bytes m_peakAllocated;
    Bytes m_peakReserved;
};

/// "62.00 MiB", as PyTorch prints sizes.
[[nodiscard]] std::string formatSize(Bytes size);

}  // namespace engine::memory
