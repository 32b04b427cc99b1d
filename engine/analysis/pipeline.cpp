#include "engine/analysis/pipeline.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace engine::analysis {

namespace {

using trace::Trace;

// With fewer rounds, the first and the last one weigh too much in the times per round.
constexpr std::size_t kMinRounds = 20;

struct Loop {
    Scope scope;
    double seconds = 0;
    OpRange ops;
    std::vector<trace::WaitRecord> waits;

    [[nodiscard]] std::size_t operations() const { return ops.last - ops.first; }
};

Loop loopOf(const Trace& trace, Scope scope, double seconds)
{
    Loop loop{scope, seconds, issuedIn(trace, scope), {}};
    for (const trace::WaitRecord& wait : trace.waits())
        if (wait.begin >= scope.begin && wait.end <= scope.end)
            loop.waits.push_back(wait);
    return loop;
}

std::vector<Loop> loopsOf(const Trace& trace, const Training& training)
{
    std::vector<Loop> loops;
    for (const trace::BlockRecord& block : trace.blocks())
        if (!block.isFailed)
            loops.push_back(loopOf(trace, {block.begin, block.end}, block.seconds));
    if (loops.empty())
        for (const TrainingRun& run : training.runs)
            loops.push_back(loopOf(trace, {run.begin, run.end}, toSeconds(run.end - run.begin)));
    return loops;
}

double computing(const Trace& trace, const Loop& loop)
{
    Nanoseconds sum{};
    for (std::size_t i = loop.ops.first; i < loop.ops.last; ++i) {
        const trace::Op& op = trace.op(OpId{i});
        if (op.state == trace::OpState::Done && op.lane.isValid())
            sum += op.finished - op.started;
    }
    return toSeconds(sum);
}

/// Seconds that the program's thread works, without its waits.
double working(const Loop& loop)
{
    Nanoseconds blocked{};
    for (const trace::WaitRecord& wait : loop.waits)
        blocked += wait.end - wait.begin;
    return toSeconds(std::max(Nanoseconds{0}, loop.scope.length() - blocked));
}

/// Seconds from the begin of the loop until the last operation that it issued has finished, even if the program's clock
/// stopped earlier.
double lasting(const Trace& trace, const Loop& loop)
{
    Nanoseconds end = loop.scope.end;
    for (std::size_t i = loop.ops.first; i < loop.ops.last; ++i)
        if (const trace::Op& op = trace.op(OpId{i}); op.state == trace::OpState::Done)
            end = std::max(end, op.finished);
    return std::max(loop.seconds, toSeconds(end - loop.scope.begin));
}

/// Mean seconds from the end of an awaited operation until the program continues.
double noticing(const Trace& trace, const Loop& loop)
{
    double sum = 0;
    std::size_t count = 0;
    for (const trace::WaitRecord& wait : loop.waits) {
        if (!trace.has(wait.releasedBy) || trace.op(wait.releasedBy).state != trace::OpState::Done)
            continue;
        const Nanoseconds from = std::max(wait.begin, trace.op(wait.releasedBy).finished);
        sum += toSeconds(std::max(Nanoseconds{0}, wait.end - from));
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

/// Whether a label is the name of a variable: "_" is a discarded result, and "loss[3]" an intermediate result of a
/// statement.
bool isName(std::string_view label)
{
    return label != "_" && label.find('[') == std::string_view::npos;
}

/// Used for runs without batches. Among the variable names with at least kMinRounds results, returns the name whose
/// live results need most memory at one time.
NameId largestLabel(const Trace& trace)
{
    struct HeldMemory {
        std::size_t count = 0;
        Bytes now, most;
    };
    std::map<std::uint32_t, HeldMemory> held;
    for (const trace::DeviceRecord& device : trace.devices()) {
        std::unordered_map<std::uint32_t, std::pair<std::uint32_t, Bytes>> alive;  // by variable: label and size
        for (const trace::MemoryRecord& record : trace.memory(device.id)) {
            const bool isEnd = record.act == trace::MemoryAct::Free;
            if (!record.variable.isValid() || (!isEnd && record.act != trace::MemoryAct::Allocate))
                continue;
            if (const auto before = alive.find(record.variable.index); before != alive.end()) {
                held[before->second.first].now.value -= before->second.second.value;
                alive.erase(before);
            }
            if (isEnd || !trace.has(record.op))
                continue;
            if (const NameId label = trace.op(record.op).label; label.isValid()) {
                alive[record.variable.index] = {label.index, record.bytes};
                HeldMemory& of = held[label.index];
                ++of.count;
                of.now.value += record.bytes.value;
                of.most = std::max(of.most, of.now);
            }
        }
    }
    NameId largest;
    Bytes most;
    for (const auto& [label, of] : held)
        if (of.count >= kMinRounds && of.most > most && isName(trace.text(NameId{label}))) {
            most = of.most;
            largest = NameId{label};
        }
    return largest;
}

/// Returns the label whose number of live results shows how far the program is ahead of the device.
NameId labelOf(const Trace& trace, const Training& training)
{
    std::map<std::uint32_t, std::size_t> seen;
    for (const Batch& batch : training.batches) {
        const OpRange ops = issuedIn(trace, {batch.begin, batch.end});
        for (std::size_t i = ops.first; i < ops.last; ++i)
            if (const NameId label = trace.op(OpId{i}).label; label.isValid()) {
                ++seen[label.index];
                break;
            }
    }
    if (seen.empty())
        return largestLabel(trace);
    const auto most = std::ranges::max_element(seen, {}, [](const auto& entry) { return entry.second; });
    return most != seen.end() && most->second >= kMinRounds ? NameId{most->first} : NameId{};
}

/// The device on which most of a loop's operations run.
DeviceId deviceOf(const Trace& trace, const Loop& loop)
{
    std::map<std::uint32_t, std::size_t> seen;
    for (std::size_t i = loop.ops.first; i < loop.ops.last; ++i)
        if (const DeviceId device = trace.op(OpId{i}).device; device.isValid())
            ++seen[device.index];
    const auto most = std::ranges::max_element(seen, {}, [](const auto& entry) { return entry.second; });
    return most != seen.end() ? DeviceId{most->first} : DeviceId{};
}

/// Whether the loop consists of equal rounds: at least 80 % of its operations are in rounds (operations between two
/// waits) with the same number of operations.
bool hasRounds(const Trace& trace, const Loop& loop)
{
    std::map<std::size_t, std::size_t> turns;  // key: number of operations of a round; value: number of such rounds
    std::size_t issued = loop.ops.first;
    for (const trace::WaitRecord& wait : loop.waits) {
        const std::size_t upTo = std::min(loop.ops.last, issuedIn(trace, {loop.scope.begin, wait.begin}).last);
        if (upTo > issued)
            ++turns[upTo - issued];
        issued = std::max(issued, upTo);
    }
    std::size_t most = 0;
    for (const auto& [operations, count] : turns)
        most = std::max(most, operations * count);
    return most * 10 >= loop.operations() * 8;
}

}  // namespace

double PipelineTimes::waiting() const
{
    return static_cast<double>(rounds) * (issue + compute + notice);
}

double PipelineTimes::overlapped() const
{
    if (rounds <= 0)
        return 0;
    return issue + static_cast<double>(rounds - 1) * std::max(issue, compute) + compute + notice;
}

std::optional<PipelineCase> pipelineCase(const Trace& trace, const Training& training)
{
    const std::vector<Loop> loops = loopsOf(trace, training);
    const auto waits = std::ranges::find_if(loops, [](const Loop& loop) { return loop.waits.size() >= kMinRounds; });
    if (waits == loops.end() || waits->operations() < waits->waits.size() || !hasRounds(trace, *waits))
        return std::nullopt;
    const DeviceId device = deviceOf(trace, *waits);
    const auto rounds = static_cast<double>(waits->waits.size());
    const auto flows = std::ranges::find_if(loops, [&](const Loop& loop) {
        const bool isAlike =
            loop.operations() * 10 >= waits->operations() * 9 && loop.operations() * 9 <= waits->operations() * 10;
        return isAlike && loop.waits.size() * 10 <= waits->waits.size() && deviceOf(trace, loop) == device;
    });
    // If another loop issues equally many operations on another device, the run compares devices, not a loop with and
    // without waits.
    const bool isElsewhere = std::ranges::any_of(loops, [&](const Loop& loop) {
        return loop.operations() == waits->operations() && deviceOf(trace, loop) != device;
    });
    if (flows == loops.end() && isElsewhere)
        return std::nullopt;
    // Without timed blocks, the loops are trainings. A training may wait for each batch in order to print its loss, so
    // the comparison requires another training in this trace that does not wait.
    if (flows == loops.end() && trace.blocks().empty())
        return std::nullopt;
    PipelineCase result;
    result.times.rounds = static_cast<std::int64_t>(waits->waits.size());
    result.times.notice = noticing(trace, *waits);
    const Loop& measured = flows != loops.end() ? *flows : *waits;
    result.times.issue = working(measured) / rounds;
    result.times.compute = computing(trace, measured) / rounds;
    result.waitingSeconds = waits->seconds;
    result.overlappedSeconds = flows != loops.end() ? lasting(trace, *flows) : 0;
    return result;
}

std::optional<LiveCounts> liveCounts(const Trace& trace, const Training& training)
{
    const NameId wanted = labelOf(trace, training);
    if (!wanted.isValid())
        return std::nullopt;
    std::vector<std::pair<Nanoseconds, int>> changes;
    for (const trace::DeviceRecord& device : trace.devices()) {
        std::unordered_map<std::uint64_t, bool> isAlive;
        const auto keyOf = [](const trace::MemoryRecord& record) {
            return record.variable.isValid() ? std::uint64_t{record.variable.index}
                                             : (std::uint64_t{1} << 32) | record.op.index;
        };
        for (const trace::MemoryRecord& record : trace.memory(device.id)) {
            if (record.act == trace::MemoryAct::Allocate && trace.has(record.op) &&
                trace.op(record.op).label == wanted) {
                if (!std::exchange(isAlive[keyOf(record)], true))
                    changes.emplace_back(record.time, 1);
            } else if (record.act == trace::MemoryAct::Free) {
                const auto found = isAlive.find(keyOf(record));
                if (found != isAlive.end() && std::exchange(found->second, false))
                    changes.emplace_back(record.time, -1);
            }
        }
    }
    std::ranges::stable_sort(changes, {}, [](const auto& entry) { return entry.first; });
    LiveCounts result;
    result.label = trace.text(wanted);
    int alive = 0;
    for (const auto& [time, change] : changes) {
        alive += change;
        result.peak = std::max(result.peak, alive);
        if (!result.counts.empty() && result.counts.back().first == time)
            result.counts.back().second = alive;
        else
            result.counts.emplace_back(time, alive);
    }
    if (result.counts.empty())
        return std::nullopt;
    return result;
}

}  // namespace engine::analysis
