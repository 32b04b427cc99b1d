#include "engine/devices/sim/detail/storage.h"

#include "engine/base/expect.h"
#include "engine/memory/caching_pool.h"
#include "engine/memory/exact_pool.h"

namespace engine::devices::sim::detail {

namespace {

constexpr DeviceId kCpu{0};

memory::HostPool::Options hostOptions(const device::Profile& profile, const device::PlatformOptions& options)
{
    return {.capacity = profile.host.memory,
            .freshAbove = Bytes{static_cast<std::int64_t>(profile.host.keptBytes)},
            .isPageableWarm = options.isPageableWarm,
            .isPinnedPoolWarm = options.isPinnedPoolWarm};
}

}  // namespace

Storage::Storage(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace)
    : m_profile(profile), m_trace(trace), m_host(hostOptions(profile, options)), m_held(profile.gpus.size() + 1)
{
    for (std::size_t i = 0; i < profile.gpus.size(); ++i) {
        const memory::Card card{.ordinal = static_cast<int>(i),
                                .total = profile.gpus[i].memory,
                                .usedByOthers = profile.gpus[i].usedByOthers,
                                .floor = profile.gpus[i].floor};
        if (options.semantics == device::Semantics::Torch)
            m_gpus.push_back(std::make_unique<memory::CachingPool>(card));
        else
            m_gpus.push_back(std::make_unique<memory::ExactPool>(card));
    }
}

VariableId Storage::add(Variable variable)
{
    variable.isAlive = true;
    if (m_spare.empty()) {
        variable.root = VariableId{m_variables.size()};
        m_variables.push_back(std::move(variable));
        return m_variables.back().root;
    }
    const VariableId id{m_spare.back()};
    m_spare.pop_back();
    variable.root = id;
    m_variables[id.index] = std::move(variable);
    return id;
}

bool Storage::drop(VariableId id)
{
    m_variables[id.index].isReleased = true;
    return --rootOf(id).holders == 0;
}

void Storage::record(DeviceId device, trace::MemoryAct act, Bytes bytes, VariableId id, OpId op, std::int64_t now)
{
    const bool isHost = device == kCpu;
    m_trace.write(trace::MemoryRecord{.time = at(now),
                                      .device = device,
                                      .act = act,
                                      .bytes = bytes,
                                      .allocated = isHost ? m_host.allocated() : m_gpus[device.index - 1]->allocated(),
                                      .held = m_held[device.index],
                                      .reserved = isHost ? m_host.reserved() : m_gpus[device.index - 1]->reserved(),
                                      .variable = id,
                                      .op = op});
}

void Storage::recordReserved(DeviceId device, Bytes before, Bytes after, OpId op, std::int64_t now)
{
    if (after > before)
        record(device, trace::MemoryAct::Reserve, after - before, {}, op, now);
    else if (after < before)
        record(device, trace::MemoryAct::Release, before - after, {}, op, now);
}

Result<Allocation> Storage::allocate(VariableId id, std::uint32_t stream, device::HostMemoryMode mode, OpId op,
                                     std::int64_t now)
{
    Result<Allocation> allocation =
        m_variables[id.index].device == kCpu ? allocateOnHost(id, mode, op, now) : allocateOnGpu(id, stream, op, now);
    Variable& variable = m_variables[id.index];
    if (!allocation) {
        // Records the size requested from the driver, because the framework's message states this size, not the size
        // of the tensor.
        const Bytes asked =
            variable.device == kCpu ? variable.bytes : m_gpus[variable.device.index - 1]->newBlockFor(variable.bytes);
        record(variable.device, trace::MemoryAct::Refuse, asked, id, op, now);
        return allocation;
    }
    variable.hasMemory = true;
    variable.stream = stream;
    const Bytes bytes =
        variable.device == kCpu ? variable.host.bytes : m_gpus[variable.device.index - 1]->sizeOf(variable.block);
    record(variable.device, trace::MemoryAct::Allocate, bytes, id, op, now);
    return allocation;
}

Result<Allocation> Storage::allocateOnGpu(VariableId id, std::uint32_t stream, OpId op, std::int64_t now)
{
    Variable& variable = m_variables[id.index];
    memory::DevicePool& pool = *m_gpus[variable.device.index - 1];
    const device::GpuModel& gpu = m_profile.gpus[variable.device.index - 1];
    const Bytes before = pool.reserved();
    Result<memory::Grant> grant = pool.allocate(variable.bytes, stream);
    if (!grant) {
        recordReserved(variable.device, before, pool.reserved(), op, now);
        return std::move(grant).error();
    }
    recordReserved(variable.device, before, before - grant->returnedToDriver, op, now);
    recordReserved(variable.device, before - grant->returnedToDriver, pool.reserved(), op, now);
    variable.block = grant->block;
    Allocation allocation;
    allocation.poolNs = gpu.poolNs;
    allocation.driverFrees = grant->driverFrees;
    allocation.fromDriver = grant->fromDriver;
    if (grant->fromDriver.value > 0)
        allocation.driverNs = gpu.mallocNs + gpu.mallocNsPerByte * static_cast<double>(grant->fromDriver.value);
    return allocation;
}

Result<Allocation> Storage::allocateOnHost(VariableId id, device::HostMemoryMode mode, OpId op, std::int64_t now)
{
    Variable& variable = m_variables[id.index];
    const bool isPinned = mode == device::HostMemoryMode::Pinned;
    const Bytes before = m_host.reserved();
    Result<memory::HostPool::Block> block =
        isPinned ? m_host.allocatePinned(variable.bytes) : m_host.allocatePageable(variable.bytes);
    if (!block)
        return std::move(block).error();
    recordReserved(kCpu, before, m_host.reserved(), op, now);
    variable.host = *block;
    Allocation allocation;
    if (isPinned && block->fresh.value > 0)
        allocation.pagesToPin = block->bytes;
    else if (isPinned)
        allocation.poolNs = m_profile.host.pinnedPoolNs;
    else if (block->fresh.value > 0)
        allocation.pagesToFault = variable.bytes;
    return allocation;
}

trace::HostMemory Storage::hostStateFor(Bytes bytes, device::HostMemoryMode mode) const
{
    return m_host.stateFor(bytes, mode == device::HostMemoryMode::Pinned);
}

void Storage::markWritten(VariableId id, OpId op, std::int64_t now)
{
    Variable& variable = m_variables[id.index];
    if (variable.isHeld || !variable.hasMemory)
        return;
    variable.isHeld = true;
    const Bytes bytes =
        variable.device == kCpu ? variable.host.bytes : m_gpus[variable.device.index - 1]->sizeOf(variable.block);
    m_held[variable.device.index] += bytes;
    record(variable.device, trace::MemoryAct::Hold, bytes, id, op, now);
}

Bytes Storage::free(VariableId id, memory::DevicePool::Reuse reuse, std::int64_t now)
{
    Variable& variable = m_variables[id.index];
    if (!variable.hasMemory)
        return {};
    variable.hasMemory = false;
    const bool isHost = variable.device == kCpu;
    const Bytes bytes = isHost ? variable.host.bytes : m_gpus[variable.device.index - 1]->sizeOf(variable.block);
    if (variable.isHeld)
        m_held[variable.device.index] -= bytes;
    variable.isHeld = false;
    Bytes toSystem;
    if (isHost) {
        const Bytes before = m_host.reserved();
        toSystem = m_host.free(variable.host);
        record(kCpu, trace::MemoryAct::Free, bytes, id, {}, now);
        recordReserved(kCpu, before, m_host.reserved(), {}, now);
    } else {
        m_gpus[variable.device.index - 1]->free(variable.block, reuse);
        record(variable.device, trace::MemoryAct::Free, bytes, id, {}, now);
    }
    return toSystem;
}

void Storage::makeAvailable(VariableId id)
{
    Variable& variable = m_variables[id.index];
    m_gpus[variable.device.index - 1]->makeAvailable(variable.block);
}

void Storage::forget(VariableId id)
{
    ENGINE_EXPECT(m_variables[id.index].uses == 0);
    m_variables[id.index] = Variable{};
    m_spare.push_back(id.index);
}

device::MemoryLevels Storage::levels(DeviceId device) const
{
    device::MemoryLevels levels;
    if (device == kCpu) {
        levels = {.allocated = m_host.allocated(),
                  .reserved = m_host.reserved(),
                  .peakAllocated = m_host.peakAllocated(),
                  .peakReserved = m_host.peakReserved(),
                  .free = m_host.capacity() - m_host.reserved(),
                  .capacity = m_host.capacity()};
        return levels;
    }
    const memory::DevicePool& pool = *m_gpus[device.index - 1];
    levels = {.allocated = pool.allocated(),
              .reserved = pool.reserved(),
              .peakAllocated = pool.peakAllocated(),
              .peakReserved = pool.peakReserved(),
              .free = pool.free(),
              .capacity = pool.card().total};
    return levels;
}

int Storage::emptyCache(DeviceId device, std::int64_t now)
{
    if (device == kCpu)
        return 0;
    const Bytes before = m_gpus[device.index - 1]->reserved();
    const memory::DevicePool::ReturnedMemory returned = m_gpus[device.index - 1]->emptyCache();
    recordReserved(device, before, m_gpus[device.index - 1]->reserved(), {}, now);
    return returned.calls;
}

}  // namespace engine::devices::sim::detail
