#include "engine/analysis/comparison.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/rank_times.h"
#include "engine/analysis/unit_busy.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace engine::analysis {

namespace {

/// The units that work on at least one side.
std::vector<Unit> unitsOf(const Side& a, const Side& b)
{
    std::vector<Unit> devices;
    std::vector<Unit> lanes;
    const auto add = [](std::vector<Unit>& units, Unit unit) {
        const auto isSame = [&](const Unit& other) {
            return other.device == unit.device &&
                   (unit.isDevice || (other.role == unit.role && other.index == unit.index));
        };
        if (std::ranges::none_of(units, isSame))
            units.push_back(std::move(unit));
    };
    for (const Side* side : {&a, &b})
        for (const trace::LaneRecord& lane : side->trace->lanes()) {
            if (!isWorkLane(lane) || lane.device.index >= side->trace->devices().size() ||
                side->trace->index(lane.id).busy(side->scope.begin, side->scope.end).count() <= 0)
                continue;
            const trace::DeviceRecord& device = side->trace->devices()[lane.device.index];
            const bool isGpu = device.kind == trace::DeviceKind::Gpu;
            add(devices, {device.name, true, lane.role, 0, {}, isGpu});
            add(lanes, {device.name, false, lane.role, lane.index, lane.name, isGpu});
        }
    std::ranges::stable_sort(
        lanes, [](const Unit& x, const Unit& y) { return std::tie(x.role, x.index) < std::tie(y.role, y.index); });
    return devices.size() == 1 ? lanes : devices;
}

Nanoseconds waitedIn(const Side& side)
{
    Nanoseconds waited{};
    for (const trace::WaitRecord& wait : side.trace->waits())
        waited +=
            std::max(Nanoseconds{}, std::min(wait.end, side.program().end) - std::max(wait.begin, side.scope.begin));
    return waited;
}

std::int64_t peakOf(const trace::Trace& trace, const Scope& scope)
{
    std::int64_t peak = 0;
    for (const trace::DeviceRecord& device : trace.devices())
        peak = std::max(peak, memoryPeaks(trace, device.id, scope).allocated.value);
    return peak;
}

double peakOf(const Side& side)
{
    std::int64_t peak = peakOf(*side.trace, side.scope);
    // The overview of several ranks has no memory records; the trace of each rank has them.
    if (const auto& set = side.trace->rankPart().set)
        for (const ranks::Member& member : set->members())
            peak = std::max(peak, peakOf(*member.trace, {member.clock.toLocal(side.scope.begin),
                                                         member.clock.toLocal(side.scope.end)}));
    return static_cast<double>(peak);
}

/// Timed blocks of the side's scope that did not fail, by label, in time order. Empty if there are more than kMax: a
/// program with a timed block in a loop has too many blocks to compare one by one.
std::map<std::string, std::vector<std::size_t>> benchmarksIn(const Side& side)
{
    constexpr std::size_t kMax = 50;
    std::map<std::string, std::vector<std::size_t>> found;
    std::size_t count = 0;
    const auto& blocks = side.trace->blocks();
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].begin >= side.scope.begin && blocks[i].end <= side.program().end && !blocks[i].isFailed) {
            found[blocks[i].label].push_back(i);
            ++count;
        }
    return count <= kMax ? found : std::map<std::string, std::vector<std::size_t>>();
}

double secondsOf(const Side& side, std::size_t block)
{
    return side.trace->blocks()[block].seconds;
}

bool isWhole(const Side& side, std::size_t block)
{
    const double length = toSeconds(side.scope.length());
    return std::abs(toSeconds(workScope(*side.trace, block).length()) - length) <= 0.01 * length;
}

std::vector<BenchmarkPair> benchmarksOf(const Side& a, const Side& b)
{
    std::vector<BenchmarkPair> pairs;
    const auto ofB = benchmarksIn(b);
    for (const auto& [label, blocks] : benchmarksIn(a)) {
        const auto same = ofB.find(label);
        // With different numbers of blocks of one label, the pairing would be ambiguous.
        if (same == ofB.end() || same->second.size() != blocks.size())
            continue;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            pairs.push_back({blocks[i], same->second[i]});
    }
    std::ranges::sort(pairs, {}, &BenchmarkPair::blockA);
    if (pairs.size() == 1 && isWhole(a, pairs.front().blockA) && isWhole(b, pairs.front().blockB))
        pairs.clear();
    return pairs;
}

/// The busy times of all units on one side.
struct SideBusy {
    std::vector<UnitBusy> units;
    Nanoseconds many{};

    SideBusy(const Side& side, const std::vector<Unit>& all)
    {
        for (const Unit& unit : all)
            units.push_back(busyOf(side, unit));
        many = busyAtOnce(units, 2);
    }
};

/// Adds the time that ranks lose by waiting for late ranks, and the exposed and hidden communication.
void addRankMeasures(const RankTimes& times, std::vector<MeasureRow>& rows)
{
    rows.push_back({Measure::LostToLateRanks, -1, toSeconds(times.a.lost), toSeconds(times.b.lost)});
    if (times.a.transfer <= Nanoseconds{} && times.b.transfer <= Nanoseconds{})
        return;
    rows.push_back({Measure::ExposedCommunication, -1, toSeconds(times.a.exposed), toSeconds(times.b.exposed)});
    rows.push_back({Measure::HiddenCommunication, -1, times.a.hiddenShare(), times.b.hiddenShare()});
}

void addMeasures(RunComparison& result, const std::optional<RankTimes>& ranks)
{
    const SideBusy a(result.a, result.units);
    const SideBusy b(result.b, result.units);
    const double lengthA = std::max(1e-9, toSeconds(result.lengthA()));
    const double lengthB = std::max(1e-9, toSeconds(result.lengthB()));
    auto& rows = result.measures;
    rows.push_back({Measure::Makespan, -1, toSeconds(result.lengthA()), toSeconds(result.lengthB())});
    for (std::size_t i = 0; i < result.benchmarks.size(); ++i)
        rows.push_back({Measure::Benchmark, static_cast<int>(i), secondsOf(result.a, result.benchmarks[i].blockA),
                        secondsOf(result.b, result.benchmarks[i].blockB)});
    Nanoseconds idleA{};
    Nanoseconds idleB{};
    for (std::size_t i = 0; i < result.units.size(); ++i) {
        rows.push_back({Measure::Busy, static_cast<int>(i), toSeconds(a.units[i].busy) / lengthA,
                        toSeconds(b.units[i].busy) / lengthB});
        idleA += result.lengthA() - a.units[i].busy;
        idleB += result.lengthB() - b.units[i].busy;
    }
    if (result.units.size() > 1)
        rows.push_back({Measure::ManyBusy, -1, toSeconds(a.many) / lengthA, toSeconds(b.many) / lengthB});
    // The overview of several ranks does not contain the waits of their programs.
    if (!result.a.trace->rankPart().set && !result.b.trace->rankPart().set)
        rows.push_back({Measure::ProgramWaits, -1, toSeconds(waitedIn(result.a)), toSeconds(waitedIn(result.b))});
    for (std::size_t i = 0; i < result.units.size(); ++i)
        if (a.units[i].first && b.units[i].first)
            rows.push_back({Measure::Start, static_cast<int>(i), toSeconds(*a.units[i].first - result.a.scope.begin),
                            toSeconds(*b.units[i].first - result.b.scope.begin)});
    if (!result.units.empty())
        rows.push_back({Measure::Idle, -1, toSeconds(idleA), toSeconds(idleB)});
    if (ranks)
        addRankMeasures(*ranks, rows);
    rows.push_back({Measure::PeakMemory, -1, peakOf(result.a), peakOf(result.b)});
    result.busyA = busySteps(a.units, result.a.scope);
    result.busyB = busySteps(b.units, result.b.scope);
}

}  // namespace

const MeasureRow* RunComparison::measure(Measure what, int unit) const
{
    for (const MeasureRow& row : measures)
        if (row.what == what && row.unit == unit)
            return &row;
    return nullptr;
}

bool mayNotHaveReached(const Side& side, int line)
{
    const auto& switches = side.trace->run().switches;
    return line > 0 && wasStopped(*side.trace) && std::ranges::find(switches, std::pair(line, false)) == switches.end();
}

RunComparison compareRuns(Side a, Side b)
{
    RunComparison result;
    result.a = std::move(a);
    result.b = std::move(b);
    result.lines =
        matchLines(result.a.trace->run().source, result.a.lines, result.b.trace->run().source, result.b.lines);
    result.ops = matchOps(result.a, result.b, result.lines);
    result.units = unitsOf(result.a, result.b);
    result.benchmarks = benchmarksOf(result.a, result.b);
    result.findings = findingsOf(result.a, result.b, result.lines, result.ops);
    const std::optional<RankTimes> ranks = rankTimesOf(result.a, result.b);
    addMeasures(result, ranks);
    result.reason = reasonOf(result.a, result.b, result.lines, result.ops, ranks);
    if (trace::isMeasured(result.a.trace->run()) || trace::isMeasured(result.b.trace->run()))
        result.measured = Difference::OneRun;
    return result;
}

std::optional<std::pair<Side, Side>> findOverlapPair(const trace::TracePtr& trace)
{
    const std::size_t count = trace->blocks().size();
    // Limits the search, whose cost is quadratic in the number of blocks. A program with more blocks usually has a
    // timed block in a loop, and no two parts to compare.
    constexpr std::size_t kMaxBlocks = 200;
    if (count < 3 || count > kMaxBlocks || trace->isLive())
        return std::nullopt;
    for (std::size_t block = count; block-- > 0;)
        if (const std::size_t parts = partsBefore(*trace, block); parts > 0)
            return std::pair(sideOfBlocks(trace, block - parts, block - 1), sideOfBlocks(trace, block, block));
    return std::nullopt;
}

}  // namespace engine::analysis
