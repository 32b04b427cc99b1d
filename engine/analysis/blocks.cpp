#include "engine/analysis/blocks.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace engine::analysis {

namespace {

/// The key of a block: its variable, or its operation if the record names no variable, as those of workspaces.
std::uint64_t keyOf(const trace::MemoryRecord& record)
{
    constexpr std::uint64_t kOps = std::uint64_t{1} << 32;  // above all indices of variables, which have 32 bits
    return record.variable.isValid() ? record.variable.index : kOps + record.op.index;
}

/// The live blocks while the records are read, indexed by key and by size. Several blocks may have one key: the
/// workspaces of an operation have no variable, and a variable that is reallocated has two blocks until the old one is
/// released.
class LiveBlocks {
public:
    void add(const trace::MemoryRecord& record, std::size_t block)
    {
        const std::uint64_t name = keyOf(record);
        m_byName.insert({name, record.bytes.value, block});
        m_byBirth.insert({name, block, record.bytes.value});
        m_bySize.insert({record.bytes.value, block, name});
    }

    /// The newest block with the record's key and size, else the newest with its key.
    [[nodiscard]] std::optional<std::size_t> newest(const trace::MemoryRecord& record) const
    {
        const std::uint64_t name = keyOf(record);
        auto after = m_byName.upper_bound({name, record.bytes.value, kLast});
        if (after != m_byName.begin() && std::get<0>(*--after) == name && std::get<1>(*after) == record.bytes.value)
            return std::get<2>(*after);
        return newestNamed(name);
    }

    /// Removes and returns the block that a record frees: the oldest with its key and size, else the newest with its
    /// key, else (the key is unknown) the oldest of that size.
    std::optional<std::size_t> remove(const trace::MemoryRecord& record)
    {
        const std::uint64_t name = keyOf(record);
        const std::int64_t bytes = record.bytes.value;
        if (const auto same = m_byName.lower_bound({name, bytes, 0});
            same != m_byName.end() && std::get<0>(*same) == name && std::get<1>(*same) == bytes)
            return forget(name, bytes, std::get<2>(*same));
        if (const auto other = newestNamed(name)) {
            const auto birth = m_byBirth.lower_bound({name, *other, std::numeric_limits<std::int64_t>::min()});
            return forget(name, std::get<2>(*birth), *other);
        }
        const auto unnamed = m_bySize.lower_bound({bytes, 0, 0});
        if (unnamed == m_bySize.end() || std::get<0>(*unnamed) != bytes)
            return std::nullopt;
        return forget(std::get<2>(*unnamed), bytes, std::get<1>(*unnamed));
    }

private:
    static constexpr std::size_t kLast = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] std::optional<std::size_t> newestNamed(std::uint64_t name) const
    {
        auto after = m_byBirth.upper_bound({name, kLast, std::numeric_limits<std::int64_t>::max()});
        if (after == m_byBirth.begin() || std::get<0>(*--after) != name)
            return std::nullopt;
        return std::get<1>(*after);
    }

    std::size_t forget(std::uint64_t name, std::int64_t bytes, std::size_t block)
    {
        m_byName.erase({name, bytes, block});
        m_byBirth.erase({name, block, bytes});
        m_bySize.erase({bytes, block, name});
        return block;
    }

    std::set<std::tuple<std::uint64_t, std::int64_t, std::size_t>> m_byName;   // key, size, index of the block
    std::set<std::tuple<std::uint64_t, std::size_t, std::int64_t>> m_byBirth;  // key, index, size
    std::set<std::tuple<std::int64_t, std::size_t, std::uint64_t>> m_bySize;   // size, index, key
};

/// Finds out why a block is live at one time.
class LivenessExplainer {
public:
    LivenessExplainer(const trace::Trace& trace, Nanoseconds time) : m_trace(trace), m_time(time) {}

    AliveBlock explain(const MemoryBlock& block) const
    {
        AliveBlock alive;
        alive.block = block;
        if (!m_trace.has(block.bornBy))
            return alive;
        findReaders(alive);
        if (alive.reader.isValid())
            return alive;
        const trace::Op& maker = m_trace.op(block.bornBy);
        const bool isComputed = block.held ? *block.held <= m_time : hasEnded(maker) && maker.finished <= m_time;
        alive.because = !isComputed  ? AliveReason::NotComputed
                        : block.died ? AliveReason::HeldByProgram
                                     : AliveReason::NeverFreed;
        return alive;
    }

private:
    /// Readers of a result are successors of its operation in the dependency graph.
    void findReaders(AliveBlock& alive) const
    {
        const MemoryBlock& block = alive.block;
        const trace::Op& maker = m_trace.op(block.bornBy);
        const bool isComputed = block.held ? *block.held <= m_time : hasEnded(maker) && maker.finished <= m_time;
        for (const trace::Edge& edge : m_trace.edges().outOf(block.bornBy)) {
            if (edge.kind != trace::DependencyKind::ReadAfterWrite)
                continue;
            const trace::Op& reader = m_trace.op(edge.to);
            if (hasEnded(reader) && (!alive.lastRead || reader.finished > *alive.lastRead)) {
                alive.lastRead = reader.finished;
                alive.lastReader = reader.id;
            }
            const bool isStill = !hasEnded(reader) ? hasStarted(reader) || reader.state < trace::OpState::Running
                                                   : reader.finished > m_time;
            if (!isStill || !isComputed)
                continue;
            // The reader with the lowest id, which is issued first, decides.
            const AliveReason why = reader.issued <= m_time                ? AliveReason::Reader
                                    : reader.kind == trace::Kind::Backward ? AliveReason::Gradient
                                                                           : AliveReason::ReadLater;
            if (!alive.reader.isValid() || reader.id < alive.reader) {
                alive.reader = reader.id;
                alive.because = why;
            }
        }
    }

    const trace::Trace& m_trace;
    Nanoseconds m_time;
};

/// The blocks according to the first `count` memory records of a device.
std::vector<MemoryBlock> blocksOf(const trace::Trace& trace, DeviceId device, std::size_t count)
{
    std::vector<MemoryBlock> blocks;
    LiveBlocks live;
    const auto& records = trace.memory(device);
    for (std::size_t i = 0; i < count; ++i) {
        const trace::MemoryRecord& record = records[i];
        if (record.act == trace::MemoryAct::Allocate) {
            live.add(record, blocks.size());
            blocks.push_back({device, record.variable, record.bytes, record.time, {}, {}, record.op});
        } else if (record.act == trace::MemoryAct::Hold) {
            if (const auto computed = live.newest(record))
                blocks[*computed].held = record.time;
        } else if (record.act == trace::MemoryAct::Free) {
            if (const auto freed = live.remove(record))
                blocks[*freed].died = record.time;
        }
    }
    return blocks;
}

}  // namespace

std::vector<MemoryBlock> blocksOf(const trace::Trace& trace, DeviceId device)
{
    return blocksOf(trace, device, trace.memory(device).size());
}

std::vector<MemoryBlock> blocksAt(const trace::Trace& trace, const Refusal& refusal)
{
    std::vector<MemoryBlock> blocks = blocksOf(trace, refusal.record.device, refusal.index);
    std::erase_if(blocks, [](const MemoryBlock& block) { return block.died.has_value(); });
    return blocks;
}

std::vector<AliveBlock> aliveAt(const trace::Trace& trace, DeviceId device, Nanoseconds time)
{
    const LivenessExplainer explainer(trace, time);
    std::vector<AliveBlock> alive;
    for (const MemoryBlock& block : blocksOf(trace, device))
        if (block.born <= time && (!block.died || *block.died > time))
            alive.push_back(explainer.explain(block));
    std::stable_sort(alive.begin(), alive.end(), [](const AliveBlock& a, const AliveBlock& b) {
        return a.block.bytes != b.block.bytes ? a.block.bytes > b.block.bytes : a.block.born < b.block.born;
    });
    return alive;
}

std::optional<Nanoseconds> peakMoment(const trace::Trace& trace, DeviceId device, Scope scope)
{
    const auto& records = trace.memory(device);
    if (records.empty())
        return std::nullopt;
    for (std::size_t i = records.size(); i-- > 0;)
        if (records[i].act == trace::MemoryAct::Refuse && records[i].time >= scope.begin &&
            records[i].time <= scope.end)
            return records[i].time;
    const MemoryPeaks peaks = memoryPeaks(trace, device, scope);
    if (peaks.allocated.value <= 0)
        return std::nullopt;
    return peaks.allocatedAt;
}

std::optional<PoolSlack> poolSlackAt(const trace::Trace& trace, DeviceId device, Nanoseconds time)
{
    const auto record = memoryAt(trace, device, time);
    if (!record || record->reserved < record->allocated || record->reserved.value == 0)
        return std::nullopt;
    return PoolSlack{record->reserved, record->allocated};
}

}  // namespace engine::analysis
