#include "tests/engine/ranks/sample_ranks.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace tests {

using namespace engine;
using namespace engine::trace;

namespace {

constexpr DeviceId kCpu{0};
constexpr DeviceId kGpu{1};
constexpr LaneId kProgram{0};
constexpr LaneId kCompute{1};
constexpr LaneId kCopy{2};
constexpr LaneId kCommunication{3};
constexpr Nanoseconds kIssue{2000};
constexpr Nanoseconds kUpdate{400'000};
constexpr Nanoseconds kSleep{30'000'000};
constexpr double kBandwidth = 1.13e9;  ///< bytes/s

/// Passes records to a store.
class StoreSink final : public Sink {
public:
    /// `ended`: number of operations whose ends are passed on; the ends of later operations are dropped.
    StoreSink(Store& store, Steps steps, std::int64_t ended = std::numeric_limits<std::int64_t>::max())
        : m_store(store), m_steps(steps), m_ended(ended)
    {
    }
    void write(Record record) override
    {
        if (const auto* life = std::get_if<LifeRecord>(&record);
            life != nullptr && std::cmp_greater_equal(life->op.index, m_ended))
            return;
        if (m_steps == Steps::Yes || !std::holds_alternative<StepRecord>(record))
            m_store.apply(record);
    }
    NameId intern(std::string_view text) override
    {
        const auto found = std::ranges::find(m_texts, text);
        if (found != m_texts.end())
            return NameId{static_cast<std::size_t>(found - m_texts.begin())};
        m_texts.emplace_back(text);
        const NameId id{m_texts.size() - 1};
        write(NameRecord{id, m_texts.back()});
        return id;
    }

private:
    Store& m_store;
    Steps m_steps;
    std::int64_t m_ended;
    std::vector<std::string> m_texts;
};

Bytes bytesOf(int bucket)
{
    return Bytes{bucket == 0 ? 2'050'000 : bucket == 1 ? 28'850'000 : 15'850'000};
}

Nanoseconds transferOf(int bucket)
{
    return fromSeconds(static_cast<double>(bytesOf(bucket).value) / kBandwidth);
}

}  // namespace

struct RanksSchedule::Operation {
    const char* name = "";
    const char* phase = "";
    Kind kind = Kind::Compute;
    LaneId lane;
    std::int32_t line = 0;
    Interval issued;
    Interval ran;
    int layer = 0;
};

RanksSchedule::RanksSchedule(const RanksPlan& plan) : m_plan(plan)
{
    Nanoseconds start{1'000'000};
    for (int step = 0; step < plan.steps; ++step) {
        m_starts.push_back(start);
        std::vector<Nanoseconds> last(static_cast<std::size_t>(plan.buckets));
        std::vector<Nanoseconds> posted;
        for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
            static_cast<void>(operations(rank, step, posted));
            for (std::size_t bucket = 0; bucket < last.size(); ++bucket)
                last[bucket] = std::max(last[bucket], start + posted[bucket]);
        }
        Nanoseconds end = start;
        for (int bucket = 0; bucket < plan.buckets; ++bucket) {
            const Nanoseconds begin = std::max(last[static_cast<std::size_t>(bucket)], end);
            end = begin + transferOf(bucket);
            m_collectives.push_back({last[static_cast<std::size_t>(bucket)], end});
        }
        start = end + kUpdate + Nanoseconds{200'000};
    }
}

bool RanksSchedule::isLate(std::uint32_t rank, Late why) const
{
    return m_plan.late == why && rank == m_plan.lateRank;
}

std::vector<RanksSchedule::Operation> RanksSchedule::operations(std::uint32_t rank, int step,
                                                                std::vector<Nanoseconds>& posted) const
{
    std::mt19937_64 random(m_plan.seed * 1'000'003 + rank * 7919 + static_cast<std::uint64_t>(step));
    const auto varied = [&](double us, double factor = 1) {
        return fromSeconds(us * factor * 1e-6 * (0.99 + 0.02 * static_cast<double>(random() >> 40) / (1 << 24)));
    };
    const double layer = 30'000.0 / m_plan.layers;  // us; a forward pass takes 30 ms
    std::vector<Operation> all;
    Nanoseconds time = varied(200) + (isLate(rank, Late::Input) ? varied(30'000) : Nanoseconds{});
    const auto add = [&](const char* name, const char* phase, Kind kind, LaneId lane, std::int32_t line,
                         Nanoseconds length, int number) {
        all.push_back({name, phase, kind, lane, line, {time - kIssue, time}, {time, time + length}, number});
        time += length;
    };
    add("copy", "forward", Kind::CopyIn, kCopy, 21, varied(800, isLate(rank, Late::Copies) ? 40 : 1), 0);
    for (int i = 0; i < m_plan.layers; ++i)
        add(i % 5 == 4 ? "relu" : "conv2d", "forward", i % 5 == 4 ? Kind::Elementwise : Kind::Compute, kCompute, 22,
            varied(layer, (i % 5 == 4 ? 0.2 : 1.0) * (isLate(rank, Late::Larger) ? 1.5 * m_plan.lateFactor - 0.5 : 1)),
            i);
    const int repeats = isLate(rank, Late::More) ? 2 : 1;
    time += isLate(rank, Late::Issue) ? varied(30'000) : Nanoseconds{};
    if (isLate(rank, Late::Sleep) && (m_plan.lateStep < 0 || m_plan.lateStep == step))
        time += kSleep;
    const auto addMetric = [&](double us) { add("metric", "metric", Kind::Compute, kCompute, 24, varied(us), 0); };
    if (isLate(rank, Late::Order))
        addMetric(30'000);
    posted.assign(static_cast<std::size_t>(m_plan.buckets), Nanoseconds{});
    for (int i = m_plan.layers - 1; i >= 0; --i) {
        const bool isRelu = i % 5 == 4;
        for (int n = 0; n < repeats; ++n)
            add(isRelu ? "relu_backward" : "conv2d_backward", "backward", Kind::Backward, kCompute, 23,
                varied(layer,
                       (isRelu ? 0.2 : 1.5) * (isLate(rank, Late::Larger) || (!isRelu && isLate(rank, Late::Slower))
                                                   ? m_plan.lateFactor
                                                   : 1)),
                i);
        const int ready = (m_plan.layers - i) * m_plan.buckets / m_plan.layers;  // number of full buckets after layer i
        for (int bucket = 0; bucket < ready; ++bucket)
            if (posted[static_cast<std::size_t>(bucket)] == Nanoseconds{})
                posted[static_cast<std::size_t>(bucket)] = time + Nanoseconds{10'000};
    }
    if (!m_plan.isOverlapped)
        std::ranges::fill(posted, time + Nanoseconds{10'000});
    if (m_plan.late == Late::Order && !isLate(rank, Late::Order)) {
        time += Nanoseconds{20'000};
        addMetric(1'000);
    }
    return all;
}

Nanoseconds RanksSchedule::posted(std::uint32_t rank, int step, int bucket) const
{
    std::vector<Nanoseconds> posted;
    static_cast<void>(operations(rank, step, posted));
    return m_starts[static_cast<std::size_t>(step)] + posted[static_cast<std::size_t>(bucket)];
}

std::int64_t RanksSchedule::operationsOfRank(std::uint32_t rank) const
{
    return std::int64_t{m_plan.steps} * (2 + m_plan.buckets + m_plan.layers * (isLate(rank, Late::More) ? 3 : 2) +
                                         (m_plan.late == Late::Order ? 1 : 0));
}

Nanoseconds RanksSchedule::local(std::uint32_t rank, Nanoseconds time) const
{
    return time + rank * m_plan.clockOffset +
           fromSeconds(toSeconds(time) * m_plan.clockDrift * static_cast<double>(rank));
}

void RanksSchedule::write(std::uint32_t rank, Sink& sink) const
{
    const std::uint32_t node = rank / m_plan.ranksPerNode;
    const auto here = [&](Nanoseconds time) { return local(rank, time); };
    RunInfo run;
    run.program = "13.6-ddp";
    run.title = "ResNet-18, " + std::to_string(m_plan.ranks) + " ranks";
    run.dialect = "torch";
    run.machine = "this-computer";
    run.machineLabel = "2 hosts · 4× V100";
    run.platform = PlatformKind::Real;
    sink.write(std::make_shared<const RunInfo>(run));
    RankRecord info;
    info.rank = rank;
    info.count = m_plan.ranks;
    info.node = node;
    info.localRank = rank % m_plan.ranksPerNode;
    info.process = 1000 + rank;
    info.host = "node" + std::to_string(node);
    info.boot = "boot" + std::to_string(node);
    sink.write(info);
    sink.write(GroupRecord{GroupId{0}, "world", {}});
    if (m_plan.clockOffset != Nanoseconds{} || m_plan.clockDrift != 0 ||
        (node > 0 && m_plan.clockUncertainty.count() > 0))
        for (const Nanoseconds time : {Nanoseconds{}, m_collectives.back().end})
            sink.write(ClockRecord{here(time), time, node > 0 ? m_plan.clockUncertainty : Nanoseconds{}});
    sink.write(DeviceRecord{kCpu, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    sink.write(
        DeviceRecord{kGpu, DeviceKind::Gpu, "GPU " + std::to_string(rank % m_plan.ranksPerNode), "V100", {}, {}, 0});
    sink.write(LaneRecord{kProgram, kCpu, LaneRole::Frontend, 0, "program", 0});
    sink.write(LaneRecord{kCompute, kGpu, LaneRole::Compute, 0, "compute", 0});
    sink.write(LaneRecord{kCopy, kGpu, LaneRole::CopyIn, 0, "copy in", 0});
    sink.write(LaneRecord{kCommunication, kGpu, LaneRole::Communication, 0, "communication", 0});
    OpId next{0};
    Nanoseconds ahead{1'000'000};
    const auto issue = [&](const char* name, const char* phase, Kind kind, std::int32_t line, Nanoseconds begin,
                           Nanoseconds end, Bytes bytes = {}) {
        IssueRecord record;
        record.op = next;
        record.begin = here(m_plan.isAhead ? ahead : begin);
        record.end = here(m_plan.isAhead ? ahead + kIssue : end);
        ahead += kIssue;
        record.name = sink.intern(name);
        record.phase = sink.intern(phase);
        record.kind = kind;
        record.device = kGpu;
        record.line = line;
        record.bytes = bytes;
        sink.write(record);
        return std::exchange(next, OpId{next.index + 1});
    };
    const auto live = [&](OpId op, LaneId lane, Nanoseconds ready, Nanoseconds begin, Nanoseconds end) {
        LifeRecord life;
        life.op = op;
        life.lane = lane;
        life.ready = here(ready);
        life.started = here(begin);
        life.finished = here(end);
        sink.write(life);
    };
    Nanoseconds end{};
    for (int step = 0; step < m_plan.steps; ++step) {
        const Nanoseconds start = m_starts[static_cast<std::size_t>(step)];
        std::vector<Nanoseconds> posted;
        std::vector<Operation> issued = operations(rank, step, posted);
        for (int bucket = 0; bucket < m_plan.buckets; ++bucket) {
            const Nanoseconds own = posted[static_cast<std::size_t>(bucket)];
            issued.push_back({"all_reduce",
                              "allreduce",
                              Kind::Collective,
                              kCommunication,
                              23,
                              {own - kIssue, own},
                              {own, at(step, bucket).end - start},
                              bucket});
        }
        std::ranges::stable_sort(issued, {}, [](const Operation& operation) { return operation.issued.begin; });
        Nanoseconds before = start;
        OpId last;
        const Nanoseconds stepAhead = ahead;
        for (const Operation& operation : issued) {
            if (std::string_view(operation.phase) == "backward" && isLate(rank, Late::Sleep) &&
                (m_plan.lateStep < 0 || m_plan.lateStep == step) && operation.layer == m_plan.layers - 1)
                sink.write(HostRecord{here(start + operation.ran.begin - kSleep),
                                      here(start + operation.ran.begin),
                                      10,
                                      sink.intern("time.sleep"),
                                      {},
                                      {}});
            const bool isBucket = operation.kind == Kind::Collective;
            const OpId op =
                issue(operation.name, operation.phase, operation.kind, operation.line, start + operation.issued.begin,
                      start + operation.issued.end, isBucket ? bytesOf(operation.layer) : Bytes{});
            if (last.isValid())
                sink.write(DependencyRecord{last, op, DependencyKind::ReadAfterWrite});
            const Nanoseconds ready = start + operation.ran.begin;
            if (!isBucket) {
                last = op;
                live(op, operation.lane, ready, ready, start + operation.ran.end);
                continue;
            }
            const Interval& global = at(step, operation.layer);
            live(op, kCommunication, ready, std::max(global.begin, before), global.end);
            CollectiveRecord record;
            record.op = op;
            record.what = {CollectiveKind::AllReduce,
                           GroupId{0},
                           static_cast<std::uint32_t>(step * m_plan.buckets + operation.layer),
                           bytesOf(operation.layer),
                           "float32",
                           ReduceOp::Sum,
                           -1};
            record.posted = here(ready);
            record.arrived = here(global.begin);
            record.done = here(global.end);
            sink.write(record);
            before = end = global.end;
        }
        const OpId update = issue("sgd", "sgd", Kind::Elementwise, 24, end - kIssue, end);
        sink.write(DependencyRecord{OpId{update.index - 1}, update, DependencyKind::ReadAfterWrite});
        live(update, kCompute, end, end, end + kUpdate);
        StepRecord record;
        record.begin = here(m_plan.isAhead ? stepAhead : start);
        record.end = here(m_plan.isAhead ? ahead : end + kUpdate);
        record.index = step;
        record.count = m_plan.steps;
        record.line = 20;
        sink.write(record);
    }
    info.state = RankState::Finished;
    sink.write(info);
    sink.write(EndRecord{here(end + kUpdate), true});
}

namespace {

std::vector<ranks::Member> membersOf(const RanksPlan& plan, Steps steps,
                                     const std::function<std::vector<Record>(std::uint32_t rank)>& more)
{
    const RanksSchedule schedule(plan);
    std::vector<ranks::Member> members;
    for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
        Store store;
        StoreSink sink(store, steps);
        schedule.write(rank, sink);
        for (Record& record : more(rank))
            sink.write(std::move(record));
        store.close();
        TracePtr trace = store.snapshot();
        members.push_back({*trace->rankPart().rank, trace, ranks::ClockMap(trace->rankPart().clock), 1});
    }
    return members;
}

}  // namespace

std::vector<ranks::Member> sampleMembers(const RanksPlan& plan, Steps steps)
{
    return membersOf(plan, steps, [](std::uint32_t) { return std::vector<Record>(); });
}

ranks::RunSetPtr sampleRanks(const RanksPlan& plan)
{
    return ranks::RunSet::make(sampleMembers(plan)).value();
}

ranks::RunSetPtr sampleRanks(const RanksPlan& plan, const std::function<std::vector<Record>(std::uint32_t rank)>& more)
{
    return ranks::RunSet::make(membersOf(plan, Steps::Yes, more)).value();
}

TracePtr sampleRank(const RanksPlan& plan, std::uint32_t rank, Detail detail, std::int64_t unended)
{
    const RanksSchedule schedule(plan);
    Store store(detail);
    StoreSink sink(store, Steps::Yes, schedule.operationsOfRank(rank) - unended);
    schedule.write(rank, sink);
    store.close();
    return store.snapshot();
}

}  // namespace tests
