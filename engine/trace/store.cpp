#include "engine/trace/store.h"

#include "engine/base/utf8.h"
#include "engine/trace/detail/store_state.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine::trace {

namespace {

/// Returns the position for an entry of time `time` in `column`, after entries of the same time.
template <typename T, std::size_t n>
std::size_t placeOf(Nanoseconds time, const Column<T, n>& column)
{
    if (column.empty() || column.back().time <= time)
        return column.size();
    const auto after = std::ranges::upper_bound(column, time, {}, &T::time);
    return static_cast<std::size_t>(after - column.begin());
}

}  // namespace

void Store::State::on(const RunRecord& record)
{
    if (!record)
        return draft.drop();
    auto run = std::make_shared<RunInfo>(*record);
    for (std::string* text : {&run->program, &run->title, &run->section, &run->machine, &run->machineLabel})
        *text = drawable(std::move(*text));
    for (auto& [name, value] : run->parameters) {
        name = drawable(std::move(name));
        value = drawable(std::move(value));
    }
    draft.trace.m_run = std::move(run);
}

void Store::State::on(const NameRecord& record)
{
    if (record.id.index == draft.trace.m_names.size())
        draft.trace.m_names.push_back(drawable(record.text));
    else
        draft.drop();
}

void Store::State::on(const DeviceRecord& record)
{
    if (!draft.devices.set(record))
        draft.drop();
}

void Store::State::on(const LaneRecord& record)
{
    LaneRecord lane = record;
    const bool isOnUnknownDevice = lane.device.isValid() && !draft.devices.has(lane.device);
    if (isOnUnknownDevice)
        lane.device = {};
    if (!draft.lanes.set(std::move(lane)) || isOnUnknownDevice)
        draft.drop();
}

void Store::State::on(const WaitRecord& record)
{
    WaitRecord wait = record;
    wait.end = std::max(wait.begin, wait.end);
    draft.trace.m_waits.push_back(wait);
    draft.extendTo(wait.end);
}

void Store::State::on(const HostRecord& record)
{
    HostRecord host = record;
    host.end = std::max(host.begin, host.end);
    if (host.lane.isValid() && !draft.lanes.has(host.lane)) {
        host.lane = {};
        draft.drop();
    }
    const LaneId lane = host.lane.isValid() ? host.lane : draft.lanes.frontend();
    if (lane.isValid()) {
        Span span;
        span.begin = host.begin;
        span.setDuration(host.end - host.begin);
        span.kind = Kind::Host;
        span.extra = static_cast<std::uint32_t>(draft.trace.m_programPart.hosts.size());
        draft.insertSpan(lane, span);
    }
    draft.trace.m_programPart.hosts.push_back(host);
    draft.extendTo(host.end);
}

void Store::State::on(const LineRecord& record)
{
    LineRecord line = record;
    line.end = std::max(line.begin, line.end);
    draft.trace.m_programPart.lines.push_back(line);
    draft.extendTo(line.end);
}

void Store::State::on(const BlockRecord& record)
{
    BlockRecord block = record;
    block.end = std::max(block.begin, block.end);
    block.label = drawable(std::move(block.label));
    draft.extendTo(block.end);
    draft.trace.m_blocks.push_back(std::move(block));
}

void Store::State::on(const StepRecord& record)
{
    StepRecord step = record;
    step.end = std::max(step.begin, step.end);
    draft.trace.m_programPart.steps.push_back(step);
    draft.extendTo(step.end);
}

void Store::State::on(const MemoryRecord& record)
{
    if (!draft.devices.has(record.device))
        return draft.drop();
    const auto& known = draft.devices.memory(record.device);
    const std::size_t at = placeOf(record.time, known);
    if (!draft.mayMove(known.size() - at))
        return draft.drop();
    draft.devices.growingMemory(record.device).insert(at, record);
    draft.extendTo(record.time);
}

void Store::State::on(const LinkRateRecord& record)
{
    if (!draft.lanes.has(record.lane) || !(record.rate >= 0) || !std::isfinite(record.rate))
        return draft.drop();
    const LinkRates& known = draft.lanes.rates(record.lane);
    LinkRate change{record.time, record.rate};
    if (!known.empty()) {
        const LinkRate& before = known.back();
        if (record.time < before.time)
            return draft.drop();
        change.bytes = before.bytes + before.rate * toSeconds(record.time - before.time);
    }
    draft.lanes.growingRates(record.lane).push_back(change);
    draft.extendTo(record.time);
}

void Store::State::on(const MetricRecord& record)
{
    // Values may arrive out of time order, so insert this one at its position.
    auto& metrics = draft.trace.m_programPart.metrics;
    const std::size_t at = placeOf(record.time, metrics);
    if (!draft.mayMove(metrics.size() - at))
        return draft.drop();
    MetricRecord metric = record;
    metric.name = drawable(std::move(metric.name));
    metrics.insert(at, std::move(metric));
    draft.extendTo(record.time);
}

void Store::State::on(const OutputRecord& record)
{
    draft.trace.m_programPart.outputs.push_back(record);
    draft.extendTo(record.time);
}

void Store::State::on(const NoteRecord& record)
{
    if (draft.ownNotes.contains(record.text.english()))
        return;  // the note is from a file, and the store has already created the same note
    draft.trace.m_notes.push_back(record);
    draft.extendTo(record.time);
}

void Store::State::on(const ErrorRecord& record)
{
    ErrorRecord& error = draft.trace.m_error.emplace(record);
    for (std::string* text : {&error.type, &error.message, &error.traceback})
        *text = drawable(std::move(*text));
    draft.extendTo(record.time);
}

void Store::State::on(const EndRecord& record)
{
    draft.trace.m_end = record;
    draft.extendTo(record.time);
}

void Store::State::on(const RankRecord& record)
{
    if (record.count > kMaxRanks || record.rank >= record.count || record.node >= record.count)
        return draft.drop();
    RankRecord& rank = draft.trace.m_rankPart.rank.emplace(record);
    rank.host = drawable(std::move(rank.host));
}

void Store::State::on(const GroupRecord& record)
{
    auto& groups = draft.trace.m_rankPart.groups;
    const auto isUnknown = [](std::uint32_t rank) { return rank >= kMaxRanks; };
    if (record.id.index != groups.size() || std::ranges::any_of(record.ranks, isUnknown))
        return draft.drop();
    groups.push_back(record);
    GroupRecord& group = groups.writable(record.id.index);
    group.name = drawable(std::move(group.name));
    std::ranges::sort(group.ranks);
    group.ranks.erase(std::ranges::unique(group.ranks).begin(), group.ranks.end());
}

void Store::State::on(const ClockRecord& record)
{
    auto& clock = draft.trace.m_rankPart.clock;
    // Drops a point with which the map of the clocks would not ascend: two events could then get the same time.
    if (record.uncertainty < Nanoseconds{} ||
        (!clock.empty() && (record.local <= clock.back().local || record.reference <= clock.back().reference)))
        return draft.drop();
    clock.push_back(record);
}

Store::Store(Detail detail) : m_state(std::make_unique<State>(detail)) {}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

void Store::apply(const Record& record)
{
    if (!std::holds_alternative<NameRecord>(record))
        ++m_state->draft.applied;
    m_state->visit(record);
}

void Store::show(std::shared_ptr<const ranks::RunSet> set, std::vector<RankPart::Origin> origins)
{
    RankPart& ranks = m_state->draft.trace.m_rankPart;
    ranks.set = std::move(set);
    ranks.origins = std::make_shared<const std::vector<RankPart::Origin>>(std::move(origins));
    m_state->last.reset();
}

void Store::close()
{
    if (m_state->operations.dropWaiting())
        m_state->last.reset();
}

std::uint64_t Store::version() const
{
    return m_state->draft.applied;
}

TracePtr Store::snapshot()
{
    if (!m_state->last || m_state->last->version() != version())
        m_state->last = m_state->draft.snapshot();
    return m_state->last;
}

}  // namespace engine::trace
