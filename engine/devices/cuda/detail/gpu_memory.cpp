#include "engine/devices/cuda/detail/gpu_memory.h"

#include "engine/memory/caching_pool.h"
#include "engine/memory/exact_pool.h"

#include <algorithm>
#include <utility>

namespace engine::devices::cuda::detail {

namespace {

bool isOver(const std::vector<Point>& uses)
{
    return std::ranges::all_of(uses, [](const Point& use) { return use.stream->isDone(use.number); });
}

}  // namespace

GpuBlock::~GpuBlock()
{
    if (m_memory != nullptr)
        m_memory->free(*this);
}

void GpuBlock::swap(GpuBlock& other) noexcept
{
    std::swap(m_memory, other.m_memory);
    std::swap(m_data, other.m_data);
    std::swap(m_block, other.m_block);
    std::swap(m_wanted, other.m_wanted);
    std::swap(m_home, other.m_home);
    std::swap(m_after, other.m_after);
    std::swap(m_uses, other.m_uses);
    std::swap(m_owner, other.m_owner);
    std::swap(m_isHeld, other.m_isHeld);
}

void GpuBlock::setProducer(OpId op)
{
    if (m_memory != nullptr && !m_isHeld)
        m_memory->setProducer(*this, op);
}

GpuMemory::GpuMemory(GpuState& state, Kind kind, memory::Card card, Watch watch)
    : m_state(state), m_kind(kind), m_watch(std::move(watch))
{
    if (kind == Kind::Caching)
        m_pool = std::make_unique<memory::CachingPool>(card);
    else
        m_pool = std::make_unique<memory::ExactPool>(card);
    m_pool->setSource(*this);
}

/// A call of the pool that may need the driver. Locks the mutex, except during calls of the driver.
class GpuMemory::Call {
public:
    explicit Call(GpuMemory& memory) : lock(memory.m_mutex), m_memory(memory) { memory.m_call = this; }
    ~Call()
    {
        lock.unlock();
        m_memory.returnToDriver(released);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    std::unique_lock<std::mutex> lock;
    std::vector<std::uint64_t> released;  ///< addresses that the pool has released

private:
    GpuMemory& m_memory;
};

GpuMemory::~GpuMemory()
{
    emptyCache();
}

Result<GpuBlock> GpuMemory::allocate(Bytes size, const GpuStream& stream, const MemoryOwner& owner)
{
    Call call(*this);
    if (m_state.isLost)
        return m_state.lostError();
    reclaimLocked();
    const auto known = m_streamNumbers.try_emplace(&stream, static_cast<std::uint32_t>(m_streamNumbers.size()));
    const Result<memory::Grant> grant = m_pool->allocate(size, known.first->second);
    if (!grant) {
        notifyLocked(trace::MemoryAct::Refuse, size, owner);
        return grant.error();
    }
    if (grant->returnedToDriver.value > 0)
        notifyLocked(trace::MemoryAct::Release, grant->returnedToDriver, owner);
    if (grant->fromDriver.value > 0)
        notifyLocked(trace::MemoryAct::Reserve, grant->fromDriver, owner);
    GpuBlock block;
    block.m_memory = this;
    block.m_block = grant->block;
    block.m_data = reinterpret_cast<void*>(m_pool->addressOf(grant->block));
    block.m_wanted = size;
    block.m_home = &stream;
    block.m_owner = owner;
    if (const auto uses = m_lastUses.find(grant->block.index); uses != m_lastUses.end()) {
        if (grant->fromDriver.value == 0)
            block.m_after = std::move(uses->second);
        m_lastUses.erase(uses);
    }
    // The pool immediately reuses a block for allocations of its home stream, because this stream runs the uses in
    // order. A caller that allocates for this stream but works in another one (a copy from another GPU, one of several
    // compute streams) must follow the home stream.
    if (m_kind == Kind::Caching && grant->fromDriver.value == 0)
        if (const Point last = stream.last(); last.number > 0)
            addPoint(block.m_after, last);
    notifyLocked(trace::MemoryAct::Allocate, grant->bytes, owner);
    return block;
}

void GpuMemory::free(GpuBlock& block)
{
    const std::lock_guard lock(m_mutex);
    const Bytes bytes = m_pool->sizeOf(block.m_block);
    if (block.m_isHeld)
        m_held -= bytes;
    std::vector<Point> uses = std::move(block.m_after);
    for (const Point& use : block.m_uses)
        addPoint(uses, use);
    if (m_kind == Kind::Exact) {
        m_pool->free(block.m_block, memory::DevicePool::Reuse::Now);
        if (!isOver(uses))
            m_lastUses[block.m_block.index] = std::move(uses);
    } else {
        std::erase_if(uses, [&](const Point& use) { return use.stream == block.m_home; });
        const bool isFree = isOver(uses);
        using Reuse = memory::DevicePool::Reuse;
        m_pool->free(block.m_block, isFree ? Reuse::Now : Reuse::Later);
        if (!isFree)
            m_waiting.push_back({block.m_block, std::move(uses)});
    }
    notifyLocked(trace::MemoryAct::Free, bytes, block.m_owner);
}

void GpuMemory::setProducer(GpuBlock& block, OpId op)
{
    const std::lock_guard lock(m_mutex);
    const Bytes bytes = m_pool->sizeOf(block.m_block);
    block.m_isHeld = true;
    m_held += bytes;
    notifyLocked(trace::MemoryAct::Hold, bytes, {block.m_owner.variable, op});
}

void GpuMemory::reclaimLocked()
{
    std::erase_if(m_waiting, [this](const FreedBlock& waiting) {
        const bool isFree = isOver(waiting.uses);
        if (isFree)
            m_pool->makeAvailable(waiting.block);
        return isFree;
    });
}

void GpuMemory::emptyCache()
{
    Call call(*this);
    reclaimLocked();
    const memory::DevicePool::ReturnedMemory returned = m_pool->emptyCache();
    if (returned.bytes.value > 0)
        notifyLocked(trace::MemoryAct::Release, returned.bytes, {});
}

void GpuMemory::resetPeaks()
{
    const std::lock_guard lock(m_mutex);
    m_pool->resetPeaks();
}

GpuMemory::Levels GpuMemory::levels() const
{
    const std::lock_guard lock(m_mutex);
    return {m_pool->allocated(),    m_held,        m_pool->reserved(), m_pool->peakAllocated(),
            m_pool->peakReserved(), m_pool->free()};
}

void GpuMemory::notifyLocked(trace::MemoryAct act, Bytes bytes, const MemoryOwner& owner) const
{
    trace::MemoryRecord record;
    record.time = m_state.now();
    record.device = m_state.device;
    record.act = act;
    record.bytes = bytes;
    record.allocated = m_pool->allocated();
    record.held = m_held;
    record.reserved = m_pool->reserved();
    record.variable = owner.variable;
    record.op = owner.op;
    m_watch(record);
}

std::uint64_t GpuMemory::acquire(Bytes size)
{
    Call& call = *m_call;
    call.lock.unlock();
    returnToDriver(call.released);
    void* memory = nullptr;
    abi::Code code = (*m_state.module)->allocate(m_state.gpu, size.value, &memory);
    if (code == abi::Code::OutOfMemory && isReturned())
        code = (*m_state.module)->allocate(m_state.gpu, size.value, &memory);
    if (code == abi::Code::Lost)
        m_state.lose((*m_state.module)->lastError());
    call.lock.lock();
    m_call = &call;
    return code == abi::Code::Ok ? reinterpret_cast<std::uint64_t>(memory) : 0;
}

/// Waits until other threads have returned to the driver all memory that the pool has released. Returns false if there
/// is no such memory, or if the wait takes too long: another thread may wait for a kernel that only the calling thread
/// can end.
bool GpuMemory::isReturned()
{
    constexpr std::chrono::seconds kLongest{1};
    std::unique_lock<std::mutex> lock(m_mutex);
    return m_leaving > 0 && m_left.wait_for(lock, kLongest, [this] { return m_leaving == 0; });
}

void GpuMemory::release(std::uint64_t address, Bytes)
{
    m_call->released.push_back(address);
    ++m_leaving;
}

void GpuMemory::returnToDriver(std::vector<std::uint64_t>& addresses)
{
    if (addresses.empty())
        return;
    const std::vector<std::uint64_t> leaving = std::exchange(addresses, {});
    for (const std::uint64_t address : leaving)
        static_cast<void>((*m_state.module)->release(m_state.gpu, reinterpret_cast<void*>(address)));
    const std::lock_guard lock(m_mutex);
    m_leaving -= leaving.size();
    m_left.notify_all();
}

}  // namespace engine::devices::cuda::detail
