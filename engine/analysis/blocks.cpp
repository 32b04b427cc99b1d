#include "engine/analysis/blocks.h"

#include "engine/analysis/memory.h"

#include <algorithm>
#include <map>
#include <set>

namespace engine::analysis {

namespace {

/// By variable, or by operation where a trace names no variables.
std::uint64_t keyOf(const trace::MemoryRecord& record)
{
    constexpr std::uint64_t kOps = std::uint64_t{1} << 32;
    return record.variable.isValid() ? record.variable.index : kOps + record.op.index;
}

bool hasRun(const trace::Op& op)
{
    return op.state == trace::OpState::Running || op.state == trace::OpState::Done ||
           op.state == trace::OpState::Failed;
}

bool hasEnded(const trace::Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

/// Judges one block at one moment.
class Judge {
public:
    Judge(const trace::Trace& trace, Nanoseconds time) : m_trace(trace), m_time(time) {}

    AliveBlock judge(const MemoryBlock& block) const
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
        alive.because = !isComputed  ? AliveBecause::NotComputed
                        : block.died ? AliveBecause::HeldByProgram
                                     : AliveBecause::NeverFreed;
        return alive;
    }

private:
    /// The readers of a result follow the operation that made it in the graph.
    void findReaders(AliveBlock& alive) const
    {
        const MemoryBlock& block = alive.block;
        const trace::Op& maker = m_trace.op(block.bornBy);
        const bool isComputed = block.held ? *block.held <= m_time : hasEnded(maker) && maker.finished <= m_time;
        for (const trace::Edge& edge : m_trace.edgesOutOf(block.bornBy)) {
            if (edge.kind != trace::DependencyKind::ReadAfterWrite)
                continue;
            const trace::Op& reader = m_trace.op(edge.to);
            if (hasEnded(reader) && (!alive.lastRead || reader.finished > *alive.lastRead)) {
                alive.lastRead = reader.finished;
                alive.lastReader = reader.id;
            }
            const bool isStill =
                !hasEnded(reader) ? hasRun(reader) || reader.state < trace::OpState::Running : reader.finished > m_time;
            if (!isStill || !isComputed)
                continue;
            // The one that reads it next says why; what is issued already before what the program will issue.
            const AliveBecause why = reader.issued <= m_time                ? AliveBecause::Reader
                                     : reader.kind == trace::Kind::Backward ? AliveBecause::Gradient
                                                                            : AliveBecause::ReadLater;
            if (!alive.reader.isValid() || reader.id < alive.reader) {
                alive.reader = reader.id;
                alive.because = why;
            }
        }
    }

    const trace::Trace& m_trace;
    Nanoseconds m_time;
};

}  // namespace

std::vector<MemoryBlock> blocksOf(const trace::Trace& trace, DeviceId device)
{
    std::vector<MemoryBlock> blocks;
    std::map<std::uint64_t, std::size_t> live;
    std::map<std::int64_t, std::set<std::size_t>> liveBySize;
    const auto end = [&](std::size_t block, Nanoseconds time) {
        blocks[block].died = time;
        liveBySize[blocks[block].bytes.value].erase(block);
    };
    for (const trace::MemoryRecord& record : trace.memory(device)) {
        const auto known = live.find(keyOf(record));
        if (record.act == trace::MemoryAct::Allocate) {
            liveBySize[record.bytes.value].insert(blocks.size());
            live[keyOf(record)] = blocks.size();
            blocks.push_back({device, record.variable, record.bytes, record.time, {}, {}, record.op});
        } else if (record.act == trace::MemoryAct::Hold && known != live.end()) {
            blocks[known->second].held = record.time;
        } else if (record.act == trace::MemoryAct::Free && known != live.end()) {
            end(known->second, record.time);
            live.erase(known);
        } else if (record.act == trace::MemoryAct::Free) {
            // Freed under no name that is known: the oldest block of that size.
            if (const auto same = liveBySize.find(record.bytes.value);
                same != liveBySize.end() && !same->second.empty())
                end(*same->second.begin(), record.time);
        }
    }
    return blocks;
}

std::vector<AliveBlock> aliveAt(const trace::Trace& trace, DeviceId device, Nanoseconds time)
{
    const Judge judge(trace, time);
    std::vector<AliveBlock> alive;
    for (const MemoryBlock& block : blocksOf(trace, device))
        if (block.born <= time && (!block.died || *block.died > time))
            alive.push_back(judge.judge(block));
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
