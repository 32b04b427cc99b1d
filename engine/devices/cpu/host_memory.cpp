#include "engine/devices/cpu/host_memory.h"

#include "engine/base/host_limits.h"

#include <algorithm>

namespace engine::devices::cpu {

namespace {

/// Returns how much memory this program leaves to the system and to its own window.
Bytes sparedOf(const Host& host)
{
    constexpr Bytes kMost{256 << 20};
    return std::min(kMost, Bytes{host.available.value / 8});
}

}  // namespace

HostMemory::HostMemory(const Host& host, device::Semantics semantics, RunTrace& trace)
    : m_capacity(host.memory),
      m_semantics(semantics),
      m_trace(trace),
      m_storage(
          limitOf(host), [this](const StorageChange& change) { report(Pool::Tensors, change); }, sourceOf(host))
{
}

Bytes HostMemory::limitOf(const Host& host)
{
    return std::max(kMiB, host.available - sparedOf(host));
}

Storage::Source HostMemory::sourceOf(const Host& host)
{
    return {{}, {}, [spared = sparedOf(host)] { return usableMemory().available - spared; }};
}

Status HostMemory::allocate(Tensor& tensor, Storage& storage, OpId op) const
{
    if (tensor.block)
        return {};
    Result<Block> block = storage.allocate(tensor.shape.bytes(), {tensor.id, op});
    if (!block)
        return refusal(std::move(block).error(), tensor.shape.bytes());
    tensor.block = *std::move(block);
    return {};
}

Error HostMemory::refusal(Error error, Bytes bytes) const
{
    if (error.code != ErrorCode::OutOfMemory)
        return error;
    const std::string framework = m_semantics == device::Semantics::Torch
                                      ? "DefaultCPUAllocator: can't allocate memory: you tried to allocate " +
                                            std::to_string(bytes.value) +
                                            " bytes. Error code 12 (Cannot allocate memory)\n"
                                      : std::string("Failed to allocate CPU Memory\n");
    error.message = Message(framework + error.english());
    return error;
}

void HostMemory::report(Pool pool, const StorageChange& change)
{
    const std::lock_guard lock(m_mutex);
    reportLocked(pool, change);
}

void HostMemory::reportLocked(Pool pool, const StorageChange& change)
{
    m_levels[static_cast<std::size_t>(pool)] = change.levels;
    trace::MemoryRecord record{m_trace.now(),         kCpu,           change.act, change.bytes, {}, {}, {},
                               change.owner.variable, change.owner.op};
    for (const StorageLevels& levels : m_levels) {
        record.allocated += levels.allocated;
        record.held += levels.held;
        record.reserved += levels.reserved;
    }
    m_peakAllocated = std::max(m_peakAllocated, record.allocated);
    m_peakReserved = std::max(m_peakReserved, record.reserved);
    m_trace.write(record);
}

void HostMemory::addStaging(Bytes bytes)
{
    const std::lock_guard lock(m_mutex);
    StorageChange change{trace::MemoryAct::Reserve, bytes, {}, m_levels[static_cast<std::size_t>(Pool::Staging)]};
    change.levels.reserved += bytes;
    reportLocked(Pool::Staging, change);
    change.act = trace::MemoryAct::Allocate;
    change.levels.allocated += bytes;
    reportLocked(Pool::Staging, change);
}

device::MemoryLevels HostMemory::levels(DeviceId) const
{
    StorageLevels all = m_storage.levels();
    const std::lock_guard lock(m_mutex);
    for (const Pool pool : {Pool::Locked, Pool::Staging}) {
        const StorageLevels& levels = m_levels[static_cast<std::size_t>(pool)];
        all.allocated += levels.allocated;
        all.reserved += levels.reserved;
    }
    return {.allocated = all.allocated,
            .reserved = all.reserved,
            .peakAllocated = m_peakAllocated,
            .peakReserved = m_peakReserved,
            .free = std::max(Bytes{0}, all.limit - all.reserved),
            .capacity = m_capacity};
}

void HostMemory::emptyCache(DeviceId)
{
    m_storage.trim();
}

}  // namespace engine::devices::cpu
