#include "engine/io/detail/import_levels.h"

#include "engine/io/detail/limits.h"

namespace engine::io::detail {

namespace {

class LevelWriter {
public:
    LevelWriter(ImportedEvents& events, ImportedLanes& lanes, trace::Store& store)
        : m_events(events), m_lanes(lanes), m_store(store)
    {
    }

    std::int64_t run()
    {
        writeCounters();
        writeMemory();
        return m_latest;
    }

private:
    void writeCounters()
    {
        std::ranges::stable_sort(m_events.counters, {}, &CounterValue::time);
        std::size_t nameBytes = 0;
        for (const CounterValue& counter : m_events.counters) {
            m_latest = std::max(m_latest, counter.time);
            std::string name = m_events.texts[counter.name] + " · " + m_events.texts[counter.series];
            // Limit the size of all names together, because each metric stores a copy of its name.
            if (nameBytes + name.size() > kMaxTextBytes) {
                ++m_events.leftOut;
                continue;
            }
            nameBytes += name.size();
            m_store.apply(
                trace::Record(trace::MetricRecord{Nanoseconds{counter.time}, std::move(name), counter.value, 0}));
        }
    }

    void apply(std::int64_t time, DeviceId device, Bytes allocated, Bytes held, Bytes reserved, VariableId variable)
    {
        trace::MemoryRecord memory;
        memory.time = Nanoseconds{time};
        memory.device = device;
        memory.allocated = allocated;
        memory.held = held;
        memory.reserved = reserved;
        memory.variable = variable;
        const Bytes change = allocated - m_allocated[device];
        memory.act = change.value > 0   ? trace::MemoryAct::Allocate
                     : change.value < 0 ? trace::MemoryAct::Free
                                        : trace::MemoryAct::Hold;
        memory.bytes = Bytes{std::abs(change.value)};
        m_allocated[device] = allocated;
        m_store.apply(memory);
    }

    /// Writes the memory blocks that the framework's allocator or the driver allocated and freed.
    void writeMemory()
    {
        std::ranges::stable_sort(m_events.memory, {}, &MemoryEvent::time);
        std::unordered_map<std::uint64_t, VariableId> blocks;
        std::uint32_t blockCount = 0;
        std::map<std::int32_t, std::int64_t> levels;
        for (const MemoryEvent& event : m_events.memory) {
            m_latest = std::max(m_latest, event.time);
            const auto device = event.gpu < 0 ? std::optional<DeviceId>(hostDevice()) : gpuDevice(event.gpu);
            if (!device) {
                ++m_events.skipped;
                continue;
            }
            std::int64_t& level = levels[event.gpu];
            level =
                event.allocated >= 0 ? event.allocated : std::clamp<std::int64_t>(level + event.bytes, 0, kMaxBytes);
            VariableId variable;
            const std::uint64_t key = event.address ^ (static_cast<std::uint64_t>(event.gpu + 1) << 48);
            if (event.bytes > 0) {
                variable = VariableId{blockCount++};
                blocks[key] = variable;
            } else if (const auto block = blocks.find(key); block != blocks.end()) {
                variable = block->second;
                blocks.erase(block);
            }
            const Bytes allocated{level};
            apply(event.time, *device, allocated, allocated, Bytes{std::max<std::int64_t>(event.reserved, 0)},
                  variable);
        }
    }

    [[nodiscard]] static DeviceId hostDevice() { return DeviceId{0}; }
    [[nodiscard]] std::optional<DeviceId> gpuDevice(std::int32_t number)
    {
        if (const auto known = m_lanes.gpus.find(number); known != m_lanes.gpus.end())
            return known->second;
        if (m_lanes.devices >= kMaxProcesses)
            return std::nullopt;
        const DeviceId device{m_lanes.devices++};
        m_store.apply(
            trace::DeviceRecord{device, trace::DeviceKind::Gpu, "GPU " + std::to_string(number), {}, {}, {}, 0});
        m_lanes.gpus.emplace(number, device);
        return device;
    }

    ImportedEvents& m_events;
    ImportedLanes& m_lanes;
    trace::Store& m_store;
    std::map<DeviceId, Bytes> m_allocated;
    std::int64_t m_latest = 0;
};

}  // namespace

std::int64_t writeLevels(ImportedEvents& events, ImportedLanes& lanes, trace::Store& store)
{
    return LevelWriter(events, lanes, store).run();
}

}  // namespace engine::io::detail
