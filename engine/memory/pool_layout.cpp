#include "engine/memory/pool_layout.h"

#include "engine/memory/caching_pool.h"

#include <map>

namespace engine::memory {

std::optional<PoolLayout> layoutAt(const trace::Trace& trace, DeviceId device, Nanoseconds time)
{
    if (trace.run().dialect != "torch" || device.index >= trace.devices().size())
        return std::nullopt;
    const trace::DeviceRecord& about = trace.devices()[device.index];
    if (about.kind != trace::DeviceKind::Gpu || about.capacity.value <= 0)
        return std::nullopt;
    CachingPool pool(Card{0, about.capacity, about.usedByOthers, Bytes{}});
    std::map<VariableId, BlockId> live;
    const trace::MemoryRecord* last = nullptr;
    const auto& records = trace.memory(device);
    for (std::size_t i = 0; i < records.size() && records[i].time <= time; ++i) {
        const trace::MemoryRecord& record = records[i];
        last = &record;
        if (record.act == trace::MemoryAct::Allocate) {
            auto grant = pool.allocate(record.bytes, 0);
            if (!grant || !record.variable.isValid())
                return std::nullopt;
            live[record.variable] = grant->block;
        } else if (record.act == trace::MemoryAct::Free) {
            const auto block = live.find(record.variable);
            if (block == live.end())
                return std::nullopt;
            pool.free(block->second, DevicePool::Reuse::Now);
            live.erase(block);
        }
    }
    if (last == nullptr || pool.reserved() != last->reserved || pool.allocated() != last->allocated)
        return std::nullopt;
    return PoolLayout{pool.reserved(), pool.allocated(), pool.largestFree()};
}

}  // namespace engine::memory
