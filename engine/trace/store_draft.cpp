#include "engine/trace/detail/store_draft.h"

#include "engine/base/utf8.h"
#include "engine/messages/messages.h"

#include <algorithm>

namespace engine::trace {

namespace {

/// Devices and lanes with larger ids are treated as damaged.
constexpr std::size_t kMaxLanes = 65536;

template <typename T>
T& toChange(GrowingPart<T>& part)
{
    part.isChanged = true;
    return part.content;
}

template <typename T>
void shareChanged(std::vector<GrowingPart<T>>& parts, std::vector<std::shared_ptr<const T>>& shared)
{
    shared.resize(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (std::exchange(parts[i].isChanged, false))
            shared[i] = std::make_shared<const T>(parts[i].content.share());
}

/// Replaces the entry that has the id of `record`, or appends `record` if it has the next id. Returns false for an id
/// that leaves a gap or is at least kMaxLanes.
template <typename R>
bool setById(std::vector<R>& records, R record)
{
    const std::size_t at = record.id.index;
    if (at > records.size() || at >= kMaxLanes)
        return false;
    record.name = drawable(std::move(record.name));
    if (at == records.size())
        records.push_back(std::move(record));
    else
        records[at] = std::move(record);
    return true;
}

}  // namespace

bool Store::Devices::set(DeviceRecord record)
{
    record.model = drawable(std::move(record.model));
    if (!setById(m_records, std::move(record)))
        return false;
    m_memory.resize(m_records.size());
    m_areRecordsChanged = true;
    return true;
}

Column<MemoryRecord, 1024>& Store::Devices::growingMemory(DeviceId id)
{
    return toChange(m_memory[id.index]);
}

Trace::Devices Store::Devices::share()
{
    if (std::exchange(m_areRecordsChanged, false))
        m_shared.records = std::make_shared<const std::vector<DeviceRecord>>(m_records);
    shareChanged(m_memory, m_shared.memory);
    return m_shared;
}

bool Store::Lanes::set(LaneRecord record)
{
    const LaneId id = record.id;
    const LaneRole role = record.role;
    if (!setById(m_records, std::move(record)))
        return false;
    m_spans.resize(m_records.size());
    m_rates.resize(m_records.size());
    m_isOverlapNoted.resize(m_records.size());
    m_shared.running.resize(m_records.size());
    if (role == LaneRole::Frontend && !m_frontend.isValid())
        m_frontend = id;
    m_areRecordsChanged = true;
    return true;
}

LaneIndex& Store::Lanes::growingSpans(LaneId id)
{
    return toChange(m_spans[id.index]);
}

LinkRates& Store::Lanes::growingRates(LaneId id)
{
    return toChange(m_rates[id.index]);
}

void Store::Lanes::stopRunning(LaneId id, OpId op)
{
    if (has(id) && m_shared.running[id.index] == op)
        m_shared.running[id.index] = {};
}

bool Store::Lanes::noteOverlap(LaneId id)
{
    if (m_isOverlapNoted[id.index])
        return false;
    m_isOverlapNoted[id.index] = true;
    return true;
}

Trace::Lanes Store::Lanes::share()
{
    if (std::exchange(m_areRecordsChanged, false))
        m_shared.records = std::make_shared<const std::vector<LaneRecord>>(m_records);
    shareChanged(m_spans, m_shared.spans);
    shareChanged(m_rates, m_shared.rates);
    return m_shared;
}

void Store::Draft::extendTo(Nanoseconds t)
{
    trace.m_extent = std::max(trace.m_extent, t);
}

void Store::Draft::insertSpan(LaneId lane, const Span& span)
{
    const LaneIndex& known = lanes.spans(lane);
    const bool isLate = !known.empty() && known.spans().back().begin > span.begin;
    if (isLate && !mayMove(known.spans().size() - known.firstBeginningAt(span.begin)))
        return drop();
    if (!lanes.growingSpans(lane).insert(span) || !lanes.noteOverlap(lane))
        return;
    Message text = message("trace.note.lane-overlap", lanes[lane].name);
    ownNotes.insert(text.english());
    trace.m_notes.push_back({span.begin, std::move(text), true, 0, span.op});
}

TracePtr Store::Draft::snapshot()
{
    auto to = std::make_shared<Trace>();
    to->m_version = applied;
    to->m_run = trace.m_run;
    to->m_devices = devices.share();
    to->m_lanes = lanes.share();
    to->m_names = trace.m_names.share();
    to->m_ops = trace.m_ops.share();
    to->m_edges = trace.m_edges.share();
    to->m_waits = trace.m_waits.share();
    to->m_blocks = trace.m_blocks.share();
    to->m_notes = trace.m_notes.share();
    ProgramPart& program = trace.m_programPart;
    to->m_programPart = {program.hosts.share(), program.lines.share(), program.steps.share(), program.metrics.share(),
                         program.outputs.share()};
    RankPart& ranks = trace.m_rankPart;
    to->m_rankPart = {ranks.rank, ranks.groups.share(), ranks.clock.share(), ranks.collectives.share(),
                      ranks.set,  ranks.origins};
    to->m_error = trace.m_error;
    to->m_end = trace.m_end;
    to->m_extent = trace.m_extent;
    to->m_dropped = trace.m_dropped;
    return to;
}

}  // namespace engine::trace
