#pragma once

#include "engine/devices/cuda/detail/gpu_stream.h"
#include "engine/memory/device_pool.h"
#include "engine/trace/record.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace engine::devices::cuda::detail {

class GpuMemory;

/// The variable and operation for which memory is allocated; written to the records.
struct MemoryOwner {
    VariableId variable;
    OpId op;
};

/// Memory of one tensor, or scratch memory. The destructor returns the memory to the pool; the work of the next owner
/// follows the pending work that uses the memory.
class GpuBlock {
public:
    GpuBlock() = default;
    GpuBlock(GpuBlock&& other) noexcept { swap(other); }
    GpuBlock& operator=(GpuBlock&& other) noexcept
    {
        GpuBlock(std::move(other)).swap(*this);
        return *this;
    }
    ~GpuBlock();

    [[nodiscard]] explicit operator bool() const { return m_memory != nullptr; }
    [[nodiscard]] void* data() const { return m_data; }
    [[nodiscard]] Bytes wanted() const { return m_wanted; }
    /// The uses by previous owners, which the next use must follow.
    [[nodiscard]] std::vector<Point>& after() { return m_after; }
    /// Adds a use that the next owner must follow.
    void usedAt(const Point& point) { addPoint(m_uses, point); }
    /// Records that the block contains values from now on, the first ones from `op` (none: from the host). Later calls
    /// for the same block have no effect.
    void setProducer(OpId op);

private:
    friend class GpuMemory;
    void swap(GpuBlock& other) noexcept;

    GpuMemory* m_memory = nullptr;
    void* m_data = nullptr;
    memory::BlockId m_block;
    Bytes m_wanted;
    const GpuStream* m_home = nullptr;
    std::vector<Point> m_after;
    std::vector<Point> m_uses;
    MemoryOwner m_owner;
    bool m_isHeld = false;
};

/// Allocates the memory of one GPU through the pools of engine/memory, which virtual machines use too. A block of
/// PyTorch's pool belongs to the stream for which it was allocated and is reused after other streams have finished with
/// it. A block of MXNet's pool may move to another stream, which then waits on the device. Threads: any. Calls of the
/// driver may wait for the whole device; meanwhile other threads can use this object, because one of them may have to
/// end kernels that wait for another rank. Must outlive its blocks.
class GpuMemory final : private memory::MemorySource {
public:
    enum class Kind : std::uint8_t { Caching, Exact };
    using Watch = std::function<void(const trace::MemoryRecord&)>;

    GpuMemory(GpuState& state, Kind kind, memory::Card card, Watch watch);
    ~GpuMemory() override;

    /// Errors: OutOfMemory with the framework's message, after which the device remains usable; the device was lost.
    [[nodiscard]] Result<GpuBlock> allocate(Bytes size, const GpuStream& stream, const MemoryOwner& owner);
    void emptyCache();
    void resetPeaks();

    struct Levels {
        Bytes allocated;
        Bytes held;
        Bytes reserved;
        Bytes peakAllocated;
        Bytes peakReserved;
        Bytes free;
    };
    [[nodiscard]] Levels levels() const;

private:
    friend class GpuBlock;
    struct FreedBlock {
        memory::BlockId block;
        std::vector<Point> uses;
    };

    class Call;

    void free(GpuBlock& block);
    void setProducer(GpuBlock& block, OpId op);
    void reclaimLocked();
    void notifyLocked(trace::MemoryAct act, Bytes bytes, const MemoryOwner& owner) const;

    std::uint64_t acquire(Bytes size) override;
    [[nodiscard]] bool isReturned();
    void release(std::uint64_t address, Bytes size) override;
    void returnToDriver(std::vector<std::uint64_t>& addresses);

    GpuState& m_state;
    const Kind m_kind;
    const Watch m_watch;
    mutable std::mutex m_mutex;  ///< guards everything below; not held during calls of the driver
    std::unique_ptr<memory::DevicePool> m_pool;
    std::vector<FreedBlock> m_waiting;                                 ///< Caching: freed blocks that are in use
    std::unordered_map<std::uint32_t, std::vector<Point>> m_lastUses;  ///< Exact: last uses of each free block
    std::unordered_map<const GpuStream*, std::uint32_t>
        m_streamNumbers;  ///< numbers by which the pool identifies streams
    Bytes m_held;
    Call* m_call = nullptr;     ///< call of the pool that is in progress
    std::size_t m_leaving = 0;  ///< number of addresses that the pool has released and the driver has not freed yet
    std::condition_variable m_left;
};

}  // namespace engine::devices::cuda::detail
