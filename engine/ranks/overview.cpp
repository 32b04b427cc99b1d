#include "engine/ranks/overview.h"

#include "engine/ranks/detail/program_texts.h"
#include "engine/trace/store.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>

namespace engine::ranks {

namespace {

using trace::BlockRecord;
using trace::DependencyRecord;
using trace::DeviceRecord;
using trace::Edge;
using trace::EndRecord;
using trace::ErrorRecord;
using trace::IssueRecord;
using trace::LaneRecord;
using trace::LaneRole;
using trace::LifeRecord;
using trace::MetricRecord;
using trace::NameRecord;
using trace::Op;
using trace::OpState;
using trace::OutputRecord;
using trace::RankPart;
using trace::RunInfo;
using trace::StepRecord;
using trace::Store;
using trace::Trace;
using trace::TracePtr;

/// Writes the texts of all ranks to the overview, equal ones only once, and returns their ids.
class Names {
public:
    explicit Names(Store& store) : m_store(store) {}

    NameId of(std::string_view text)
    {
        const auto [at, isNew] = m_ids.try_emplace(std::string(text), NameId{m_ids.size()});
        if (isNew)
            m_store.apply(NameRecord{at->second, at->first});
        return at->second;
    }

private:
    Store& m_store;
    std::unordered_map<std::string, NameId> m_ids;
};

/// Maps the devices, lanes, operations and names of one rank to those of the overview.
class Rank {
public:
    Rank(const Member& member, std::uint32_t index) : m_member(member), m_index(index) {}

    void addLanes(Store& store, std::uint32_t& devices, std::uint32_t& lanes)
    {
        const Trace& trace = *m_member.trace;
        m_devices.resize(trace.devices().size());
        m_lanes.resize(trace.lanes().size());
        for (const LaneRecord& lane : trace.lanes()) {
            const bool isShown = lane.role != LaneRole::Frontend && lane.role != LaneRole::Link &&
                                 lane.device.index < m_devices.size() && !trace.spans(lane.id).empty();
            if (!isShown)
                continue;
            DeviceId& device = m_devices[lane.device.index];
            if (!device.isValid()) {
                device = DeviceId{devices++};
                DeviceRecord record = trace.devices()[lane.device.index];
                record.id = device;
                record.name = "Rank " + std::to_string(m_member.info.rank) + " · " + record.name;
                record.member = m_index;
                store.apply(record);
            }
            LaneRecord record = lane;
            record.id = m_lanes[lane.id.index] = LaneId{lanes++};
            record.device = device;
            store.apply(record);
        }
    }

    [[nodiscard]] const Trace& trace() const { return *m_member.trace; }
    [[nodiscard]] std::uint32_t number() const { return m_member.info.rank; }
    [[nodiscard]] std::uint32_t member() const { return m_index; }
    [[nodiscard]] Nanoseconds at(Nanoseconds local) const { return m_member.clock.toReference(local); }
    [[nodiscard]] DeviceId device(DeviceId id) const
    {
        return id.index < m_devices.size() ? m_devices[id.index] : DeviceId{};
    }
    [[nodiscard]] LaneId lane(LaneId id) const { return id.index < m_lanes.size() ? m_lanes[id.index] : LaneId{}; }

    NameId name(NameId id, Names& names)
    {
        if (!id.isValid())
            return {};
        if (m_names.size() <= id.index)
            m_names.resize(trace().nameCount());
        if (id.index >= m_names.size())
            return {};
        if (!m_names[id.index].isValid())
            m_names[id.index] = names.of(trace().text(id));
        return m_names[id.index];
    }

    /// For each operation of the rank: its id in the overview.
    std::vector<OpId> ops;

private:
    const Member& m_member;
    std::uint32_t m_index;
    std::vector<DeviceId> m_devices;
    std::vector<LaneId> m_lanes;
    std::vector<NameId> m_names;
};

class Builder {
public:
    explicit Builder(const RunSet& set) : m_set(set), m_names(m_store)
    {
        for (std::uint32_t i = 0; i < set.members().size(); ++i)
            m_ranks.emplace_back(set.members()[i], i);
    }
    Builder(const RunSet& set, const Member& member, std::uint32_t index) : m_set(set), m_names(m_store)
    {
        m_ranks.emplace_back(member, index);
    }

    TracePtr build(const RunSetPtr& set)
    {
        m_store.apply(std::make_shared<const RunInfo>(m_ranks.front().trace().run()));
        if (hasRows())
            addRows();
        addProgram();
        return finished(set);
    }

    TracePtr buildOneRank(const RunSetPtr& set)
    {
        m_store.apply(std::make_shared<const RunInfo>(m_ranks.front().trace().run()));
        addRows();
        addSteps();
        return finished(set);
    }

private:
    void addRows()
    {
        std::uint32_t devices = 0;
        std::uint32_t lanes = 0;
        for (Rank& rank : m_ranks)
            rank.addLanes(m_store, devices, lanes);
        addOperations();
        for (Rank& rank : m_ranks)
            addLives(rank);
    }

    TracePtr finished(const RunSetPtr& set)
    {
        if (!isLive()) {
            m_store.apply(EndRecord{m_set.extent(), isComplete()});
            m_store.close();
        }
        m_store.show(set, std::move(m_origins));
        return m_store.snapshot();
    }

    [[nodiscard]] bool hasRows() const
    {
        std::size_t operations = 0;
        for (const Rank& rank : m_ranks)
            operations += rank.trace().opCount();
        return m_ranks.size() <= kMaxRowRanks && operations <= kMaxRowOperations;
    }

    [[nodiscard]] bool isComplete() const
    {
        return std::ranges::all_of(
            m_ranks, [](const Rank& rank) { return rank.trace().end() && rank.trace().end()->isComplete; });
    }

    [[nodiscard]] bool isLive() const
    {
        return std::ranges::any_of(m_ranks, [](const Rank& rank) { return rank.trace().isLive(); });
    }

    /// Returns a time before which no rank will issue further operations.
    [[nodiscard]] Nanoseconds horizon() const
    {
        Nanoseconds horizon = Nanoseconds::max();
        for (const Rank& rank : m_ranks) {
            const std::size_t operations = rank.trace().opCount();
            if (rank.trace().isLive())
                horizon =
                    std::min(horizon, operations == 0 ? Nanoseconds{}
                                                      : rank.at(rank.trace().op(OpId{operations - 1}).issueBegin));
        }
        return horizon;
    }

    /// Adds the operations of all ranks in the order in which their issues began; these times ascend on each rank.
    void addOperations()
    {
        struct NextIssue {
            Nanoseconds begin{};
            std::uint32_t rank = 0;
            auto operator<=>(const NextIssue&) const = default;
        };
        std::priority_queue<NextIssue, std::vector<NextIssue>, std::greater<>> next;
        const Nanoseconds end = horizon();
        const auto advance = [&](std::uint32_t i) {
            const Rank& rank = m_ranks[i];
            if (rank.ops.size() == rank.trace().opCount())
                return;
            if (const Nanoseconds begin = rank.at(rank.trace().op(OpId{rank.ops.size()}).issueBegin); begin < end)
                next.push({begin, i});
        };
        for (std::uint32_t i = 0; i < m_ranks.size(); ++i)
            advance(i);
        while (!next.empty()) {
            const std::uint32_t i = next.top().rank;
            next.pop();
            addIssue(m_ranks[i]);
            advance(i);
        }
    }

    void addIssue(Rank& rank)
    {
        const Op op = rank.trace().op(OpId{rank.ops.size()});
        rank.ops.emplace_back(m_origins.size());
        m_origins.push_back({rank.member(), op.id});
        IssueRecord record;
        record.op = rank.ops.back();
        record.begin = rank.at(op.issueBegin);
        record.end = rank.at(op.issued);
        record.name = rank.name(op.name, m_names);
        record.label = rank.name(op.label, m_names);
        record.text = rank.name(op.text, m_names);
        record.phase = rank.name(op.phase, m_names);
        record.kind = op.kind;
        record.device = rank.device(op.device);
        record.line = op.line;
        record.flops = op.flops;
        record.bytes = op.bytes;
        record.outputBytes = op.outputBytes;
        record.hostMemory = op.hostMemory;
        // An operation on a device without lanes, such as a marker, is shown on the first device.
        if (!record.device.isValid())
            record.device = DeviceId{0};
        m_store.apply(record);
    }

    void addLives(Rank& rank)
    {
        const auto mapped = [&](OpId op) { return op.index < rank.ops.size() ? rank.ops[op.index] : OpId{}; };
        for (std::size_t i = 0; i < rank.ops.size(); ++i) {
            const Op op = rank.trace().op(OpId{i});
            if (op.state < OpState::Done)
                continue;
            LifeRecord life;
            life.op = rank.ops[i];
            life.lane = rank.lane(op.lane);
            life.ready = rank.at(op.ready);
            life.started = rank.at(op.started);
            life.finished = rank.at(op.finished);
            life.state = op.state;
            life.readyCause = {op.readyCause.kind, mapped(op.readyCause.op)};
            life.startCause = {op.startCause.kind, mapped(op.startCause.op)};
            life.culprit = mapped(op.culprit);
            m_store.apply(life);
        }
        for (const Edge& edge : rank.trace().edges())
            if (mapped(edge.from).isValid() && mapped(edge.to).isValid())
                m_store.apply(DependencyRecord{mapped(edge.from), mapped(edge.to), edge.kind});
    }

    void addProgram()
    {
        const Rank& first = m_ranks.front();
        for (BlockRecord block : first.trace().blocks()) {
            block.begin = first.at(block.begin);
            block.end = first.at(block.end);
            m_store.apply(block);
        }
        addSteps();
        for (MetricRecord metric : first.trace().programPart().metrics) {
            metric.time = first.at(metric.time);
            m_store.apply(metric);
        }
        const Nanoseconds end = horizon();
        for (const OutputRecord& output : detail::outputsOf(m_set, end))
            m_store.apply(output);
        for (auto& [member, note] : detail::notesOf(m_set, end)) {
            const std::vector<OpId>& ops = m_ranks[member].ops;
            note.op = note.op.index < ops.size() ? ops[note.op.index] : OpId{};
            m_store.apply(note);
        }
        addError();
    }

    /// Adds the steps of the first rank.
    void addSteps()
    {
        const Rank& first = m_ranks.front();
        for (StepRecord step : first.trace().programPart().steps) {
            step.begin = first.at(step.begin);
            step.end = first.at(step.end);
            m_store.apply(step);
        }
    }

    /// Adds the first error: it usually ended the other ranks too.
    void addError()
    {
        std::optional<ErrorRecord> first;
        for (const Rank& rank : m_ranks) {
            if (!rank.trace().error())
                continue;
            ErrorRecord error = *rank.trace().error();
            error.time = rank.at(error.time);
            if (first && first->time <= error.time)
                continue;
            error.op = error.op.index < rank.ops.size() ? rank.ops[error.op.index] : OpId{};
            error.message = "rank " + std::to_string(rank.number()) + ": " + error.message;
            first = std::move(error);
        }
        if (first)
            m_store.apply(*first);
    }

    const RunSet& m_set;
    Store m_store;
    Names m_names;
    std::vector<Rank> m_ranks;
    std::vector<RankPart::Origin> m_origins;
};

}  // namespace

trace::TracePtr overviewOf(const RunSetPtr& set)
{
    return Builder(*set).build(set);
}

trace::TracePtr overviewOf(const RunSetPtr& set, const Member& member, std::uint32_t index)
{
    return Builder(*set, member, index).buildOneRank(set);
}

TracePtr withOperations(const TracePtr& trace)
{
    const RunSet* set = setOf(*trace);
    return set != nullptr && trace->opCount() == 0 && !set->members().empty() ? set->members().front().trace : trace;
}

std::optional<OverviewOrigin> originOf(const trace::Trace& trace, OpId op)
{
    const trace::RankPart& part = trace.rankPart();
    if (!part.set || !part.origins || op.index >= part.origins->size())
        return std::nullopt;
    const trace::RankPart::Origin& origin = (*part.origins)[op.index];
    OverviewOrigin shown{origin.member, origin.op, part.set->collectiveOf(origin.member, origin.op), nullptr};
    if (shown.collective != nullptr)
        for (const Arrival& arrival : part.set->arrivals(*shown.collective))
            if (arrival.member == shown.member)
                shown.arrival = &arrival;
    return shown;
}

OpId shownOp(const trace::Trace& trace, std::uint32_t member, OpId op)
{
    const trace::RankPart& part = trace.rankPart();
    if (!part.set || !part.origins || member >= part.set->members().size())
        return {};
    const Member& of = part.set->members()[member];
    if (op.index >= of.trace->opCount())
        return {};
    const Nanoseconds begin = of.clock.toReference(of.trace->op(op).issueBegin);
    std::size_t low = 0;
    for (std::size_t high = part.origins->size(); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (trace.op(OpId{middle}).issueBegin < begin)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < part.origins->size() && trace.op(OpId{low}).issueBegin == begin; ++low)
        if (const auto& origin = (*part.origins)[low]; origin.member == member && origin.op == op)
            return OpId{low};
    return {};
}

std::vector<OpId> shownOps(const trace::Trace& trace, std::uint32_t member, std::span<const OpId> ops)
{
    std::vector<OpId> shown;
    const trace::RankPart& part = trace.rankPart();
    for (std::size_t i = 0; part.origins && i < part.origins->size(); ++i)
        if (const trace::RankPart::Origin& origin = (*part.origins)[i];
            origin.member == member && std::ranges::find(ops, origin.op) != ops.end())
            shown.emplace_back(i);
    return shown;
}

}  // namespace engine::ranks
