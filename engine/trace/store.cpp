#include "engine/trace/store.h"

#include "engine/base/utf8.h"
#include "engine/trace/detail/store_state.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine::trace {

namespace {

/// Larger ids of devices and lanes are treated as damage.
constexpr std::size_t kMaxLanes = 65536;

/// Returns the position for an entry of time `time` in `column`, after entries of the same time.
template <typename T, std::size_t n>
std::size_t placeOf(Nanoseconds time, const Column<T, n>& column)
{
    if (column.empty() || column.back().time <= time)
        return column.size();
    const auto after = std::upper_bound(column.begin(), column.end(), time,
                                        [](Nanoseconds t, const T& entry) { return t < entry.time; });
    return static_cast<std::size_t>(after - column.begin());
}

template <typename T>
void shareChanged(std::vector<GrowingPart<T>>& parts, std::vector<std::shared_ptr<const T>>& shared)
{
    shared.resize(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (std::exchange(parts[i].isChanged, false))
            shared[i] = std::make_shared<const T>(parts[i].content.share());
}

}  // namespace

void Store::State::on(const RunRecord& record)
{
    if (!record)
        return drop();
    auto run = std::make_shared<RunInfo>(*record);
    for (std::string* text : {&run->program, &run->title, &run->section, &run->machine, &run->machineLabel})
        *text = drawable(std::move(*text));
    for (auto& [name, value] : run->parameters) {
        name = drawable(std::move(name));
        value = drawable(std::move(value));
    }
    trace.m_run = std::move(run);
}

void Store::State::on(const NameRecord& record)
{
    if (record.id.index == trace.m_names.size())
        trace.m_names.push_back(drawable(record.text));
    else
        drop();
}

void Store::State::on(const DeviceRecord& record)
{
    if (record.id.index > devicesKnown.size() || record.id.index >= kMaxLanes)
        return drop();
    if (record.id.index == devicesKnown.size()) {
        devicesKnown.emplace_back();
        memory.emplace_back();
    }
    DeviceRecord& device = devicesKnown[record.id.index] = record;
    device.name = drawable(std::move(device.name));
    device.model = drawable(std::move(device.model));
    areDevicesChanged = true;
}

void Store::State::on(const LaneRecord& record)
{
    if (record.id.index > lanesKnown.size() || record.id.index >= kMaxLanes)
        return drop();
    LaneRecord lane = record;
    lane.name = drawable(std::move(lane.name));
    if (lane.device.isValid() && lane.device.index >= devicesKnown.size()) {
        lane.device = {};
        drop();
    }
    if (lane.id.index == lanesKnown.size()) {
        lanesKnown.push_back(lane);
        lanes.emplace_back();
        rates.emplace_back();
        overlapNoted.push_back(false);
        trace.m_running.emplace_back();
    } else {
        lanesKnown[lane.id.index] = lane;
    }
    if (lane.role == LaneRole::Frontend && !frontend.isValid())
        frontend = lane.id;
    areLanesChanged = true;
}

void Store::State::on(const WaitRecord& record)
{
    WaitRecord wait = record;
    wait.end = std::max(wait.begin, wait.end);
    trace.m_waits.push_back(wait);
    extendTo(wait.end);
}

void Store::State::on(const HostRecord& record)
{
    HostRecord host = record;
    host.end = std::max(host.begin, host.end);
    if (host.lane.isValid() && host.lane.index >= lanesKnown.size()) {
        host.lane = {};
        drop();
    }
    const LaneId lane = host.lane.isValid() ? host.lane : frontend;
    if (lane.isValid()) {
        Span span;
        span.begin = host.begin;
        span.setDuration(host.end - host.begin);
        span.kind = Kind::Host;
        span.extra = static_cast<std::uint32_t>(trace.m_hosts.size());
        insertSpan(lane, span);
    }
    trace.m_hosts.push_back(host);
    extendTo(host.end);
}

void Store::State::on(const LineRecord& record)
{
    LineRecord line = record;
    line.end = std::max(line.begin, line.end);
    trace.m_lines.push_back(line);
    extendTo(line.end);
}

void Store::State::on(const BlockRecord& record)
{
    BlockRecord block = record;
    block.end = std::max(block.begin, block.end);
    block.label = drawable(std::move(block.label));
    extendTo(block.end);
    trace.m_blocks.push_back(std::move(block));
}

void Store::State::on(const StepRecord& record)
{
    StepRecord step = record;
    step.end = std::max(step.begin, step.end);
    trace.m_steps.push_back(step);
    extendTo(step.end);
}

void Store::State::on(const MemoryRecord& record)
{
    if (record.device.index >= memory.size())
        return drop();
    auto& [events, isChanged] = memory[record.device.index];
    const std::size_t at = placeOf(record.time, events);
    if (!moves.allow(events.size() - at, applied))
        return drop();
    events.insert(at, record);
    isChanged = true;
    extendTo(record.time);
}

void Store::State::on(const LinkRateRecord& record)
{
    if (record.lane.index >= rates.size() || !(record.rate >= 0) || !std::isfinite(record.rate))
        return drop();
    auto& [changes, isChanged] = rates[record.lane.index];
    LinkRate change{record.time, record.rate};
    if (!changes.empty()) {
        const LinkRate& before = changes.back();
        if (record.time < before.time)
            return drop();
        change.bytes = before.bytes + before.rate * toSeconds(record.time - before.time);
    }
    changes.push_back(change);
    isChanged = true;
    extendTo(record.time);
}

void Store::State::on(const MetricRecord& record)
{
    // A value may become known after one of a later time.
    const std::size_t at = placeOf(record.time, trace.m_metrics);
    if (!moves.allow(trace.m_metrics.size() - at, applied))
        return drop();
    MetricRecord metric = record;
    metric.name = drawable(std::move(metric.name));
    trace.m_metrics.insert(at, std::move(metric));
    extendTo(record.time);
}

void Store::State::on(const OutputRecord& record)
{
    trace.m_outputs.push_back(record);
    extendTo(record.time);
}

void Store::State::on(const NoteRecord& record)
{
    if (ownNotes.contains(record.text.english()))
        return;  // a file contains the note, and the store has created it again
    trace.m_notes.push_back(record);
    extendTo(record.time);
}

void Store::State::on(const ErrorRecord& record)
{
    ErrorRecord& error = trace.m_error.emplace(record);
    for (std::string* text : {&error.type, &error.message, &error.traceback})
        *text = drawable(std::move(*text));
    extendTo(record.time);
}

void Store::State::on(const EndRecord& record)
{
    trace.m_end = record;
    extendTo(record.time);
}

void Store::State::on(const RankRecord& record)
{
    if (record.count > kMaxRanks || record.rank >= record.count || record.node >= record.count)
        return drop();
    RankRecord& rank = trace.m_rankPart.rank.emplace(record);
    rank.host = drawable(std::move(rank.host));
}

void Store::State::on(const GroupRecord& record)
{
    auto& groups = trace.m_rankPart.groups;
    const auto isUnknown = [](std::uint32_t rank) { return rank >= kMaxRanks; };
    if (record.id.index != groups.size() || std::ranges::any_of(record.ranks, isUnknown))
        return drop();
    groups.push_back(record);
    GroupRecord& group = groups.writable(record.id.index);
    group.name = drawable(std::move(group.name));
    std::ranges::sort(group.ranks);
    group.ranks.erase(std::ranges::unique(group.ranks).begin(), group.ranks.end());
}

void Store::State::on(const CollectiveRecord& record)
{
    if (!isIssued(record.op, record))
        return;
    if (!record.what.group.isValid() || record.done < record.posted)
        return drop();
    CollectiveRecord collective = record;
    if (collective.arrived)
        collective.arrived = std::clamp(*collective.arrived, record.posted, record.done);
    collective.what.type = drawable(std::move(collective.what.type));
    trace.m_rankPart.collectives.push_back(std::move(collective));
    extendTo(record.done);
}

void Store::State::on(const ClockRecord& record)
{
    auto& clock = trace.m_rankPart.clock;
    // A map that decreases would assign one time to two events.
    if (record.uncertainty < Nanoseconds{} ||
        (!clock.empty() && (record.local <= clock.back().local || record.reference <= clock.back().reference)))
        return drop();
    clock.push_back(record);
}

Store::Store(Detail detail) : m_state(std::make_unique<State>())
{
    m_state->detail = detail;
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

void Store::apply(const Record& record)
{
    if (!std::holds_alternative<NameRecord>(record))
        ++m_state->applied;
    m_state->visit(record);
}

void Store::show(std::shared_ptr<const ranks::RunSet> set, std::vector<RankPart::Origin> origins)
{
    m_state->trace.m_rankPart.set = std::move(set);
    m_state->trace.m_rankPart.origins = std::make_shared<const std::vector<RankPart::Origin>>(std::move(origins));
    m_state->last.reset();
}

void Store::close()
{
    for (const auto& [op, records] : m_state->early)
        m_state->trace.m_dropped += records.size();
    if (!m_state->early.empty())
        m_state->last.reset();
    m_state->early.clear();
}

std::uint64_t Store::version() const
{
    return m_state->applied;
}

TracePtr Store::snapshot()
{
    State& state = *m_state;
    if (state.last && state.last->m_version == state.applied)
        return state.last;
    Trace& from = state.trace;
    auto to = std::make_shared<Trace>();
    to->m_version = state.applied;
    to->m_run = from.m_run;
    if (std::exchange(state.areDevicesChanged, false))
        from.m_devices = std::make_shared<const std::vector<DeviceRecord>>(state.devicesKnown);
    if (std::exchange(state.areLanesChanged, false))
        from.m_lanes = std::make_shared<const std::vector<LaneRecord>>(state.lanesKnown);
    to->m_devices = from.m_devices;
    to->m_lanes = from.m_lanes;
    shareChanged(state.lanes, from.m_spans);
    to->m_spans = from.m_spans;
    shareChanged(state.rates, from.m_rates);
    to->m_rates = from.m_rates;
    shareChanged(state.memory, from.m_memory);
    to->m_memory = from.m_memory;
    to->m_running = from.m_running;
    to->m_names = from.m_names.share();
    to->m_ops = from.m_ops.share();
    to->m_edges = from.m_edges.share();
    to->m_waits = from.m_waits.share();
    to->m_hosts = from.m_hosts.share();
    to->m_lines = from.m_lines.share();
    to->m_blocks = from.m_blocks.share();
    to->m_steps = from.m_steps.share();
    to->m_metrics = from.m_metrics.share();
    to->m_outputs = from.m_outputs.share();
    to->m_notes = from.m_notes.share();
    to->m_rankPart = {from.m_rankPart.rank,          from.m_rankPart.groups.share(),
                      from.m_rankPart.clock.share(), from.m_rankPart.collectives.share(),
                      from.m_rankPart.set,           from.m_rankPart.origins};
    to->m_error = from.m_error;
    to->m_end = from.m_end;
    to->m_extent = from.m_extent;
    to->m_dropped = from.m_dropped;
    state.last = std::move(to);
    return state.last;
}

}  // namespace engine::trace
