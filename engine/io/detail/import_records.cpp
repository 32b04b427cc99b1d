#include "engine/io/detail/import_records.h"

#include "engine/io/detail/chrome_names.h"
#include "engine/io/detail/device_work.h"
#include "engine/io/detail/import_about.h"
#include "engine/io/detail/import_levels.h"
#include "engine/io/detail/limits.h"
#include "engine/io/detail/slice_rows.h"
#include "engine/io/detail/stream_waits.h"
#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"

#include <limits>
#include <tuple>

namespace engine::io::detail {

namespace {

/// Up to this many top-level ranges become timed blocks; if there are more, ranges are shown as rows only.
constexpr std::size_t kMaxBlocks = 64;

constexpr std::size_t kMaxRanges = 100'000;  // bounds the memory; a timeline could not show more ranges

/// Writes the NameRecord of a text before its first use.
class Names {
public:
    Names(Texts& texts, trace::Store& store) : m_texts(texts), m_store(store) {}

    NameId of(std::uint32_t text)
    {
        if (text == 0)
            return {};
        if (m_ids.size() <= text)
            m_ids.resize(std::max<std::size_t>(text + 1, m_texts.size()));
        if (!m_ids[text].isValid()) {
            m_ids[text] = NameId{m_count++};
            m_store.apply(trace::NameRecord{m_ids[text], m_texts[text]});
        }
        return m_ids[text];
    }
    NameId of(const std::string& text) { return of(m_texts.add(text)); }

private:
    Texts& m_texts;
    trace::Store& m_store;
    std::vector<NameId> m_ids;  ///< by number of the text
    std::size_t m_count = 0;
};

class Importer {
public:
    Importer(ImportedEvents events, const std::string& title, trace::Store& store, const ShouldContinue& shouldContinue)
        : m_events(std::move(events)), m_title(title), m_store(store), m_shouldContinue(shouldContinue)
    {
    }

    Result<ImportCounts> run()
    {
        setOrigin();
        const auto before = [](const ImportedSlice& a, const ImportedSlice& b) {
            return std::tuple(a.begin, b.end, a.thread, a.layer, a.name, a.link, a.details) <
                   std::tuple(b.begin, a.end, b.thread, b.layer, b.name, b.link, b.details);
        };
        if (!std::ranges::is_sorted(m_events.slices, before))
            std::ranges::sort(m_events.slices, before);
        for (const ImportedSlice& slice : m_events.slices) {
            m_hasDeviceWork = m_hasDeviceWork || slice.layer == Layer::Gpu;
            m_hasHostOps = m_hasHostOps || slice.layer == Layer::HostOp;
            if (slice.layer == Layer::Annotation && m_ranges.size() < kMaxRanges)
                m_ranges.push_back(slice);
        }
        linkByFlows(m_events);
        if (isStopped())
            return stopped();
        m_placed = placeSlices(m_events);
        m_store.apply(trace::Record(std::make_shared<const trace::RunInfo>(runInfoOf(m_events, m_title))));
        m_lanes = writeLanes(m_events, m_placed, m_hasDeviceWork, m_store);
        if (m_hasDeviceWork)
            writeDeviceWork();
        else
            writeSlices();
        if (isStopped())
            return stopped();
        writeFlows();
        writeRanges();
        m_latest = std::max(m_latest, writeLevels(m_events, m_lanes, m_store));
        m_store.apply(trace::EndRecord{Nanoseconds{m_latest}, true});
        return ImportCounts{m_count, m_events.skipped, noteOf(m_events), std::move(m_calls),
                            std::move(m_events.groups)};
    }

private:
    struct FinishedOp {
        std::int64_t time = 0;
        std::uint32_t thread = 0;
        OpId op;
    };

    [[nodiscard]] const std::string& category(const ImportedSlice& slice) const
    {
        return m_events.texts[slice.category];
    }
    [[nodiscard]] const SliceDetails& details(const ImportedSlice& slice) const
    {
        return m_events.details[slice.details];
    }
    [[nodiscard]] trace::Kind kind(const ImportedSlice& slice) const
    {
        return kindOf(slice.layer, category(slice), m_events.texts[slice.name]);
    }

    [[nodiscard]] bool isStopped()
    {
        m_isStopped = m_isStopped || (m_shouldContinue && !m_shouldContinue());
        return m_isStopped;
    }
    /// Whether the import was stopped; checks at every 4096th item. Call in a loop over many items, and skip the rest
    /// if true.
    [[nodiscard]] bool isStoppedAt(std::size_t i) { return i % 4096 == 0 && isStopped(); }
    [[nodiscard]] Error stopped() const { return makeError(ErrorCode::Cancelled, message("trace.stopped", m_title)); }

    /// Shifts all times so that the first event is at time 0.
    void setOrigin()
    {
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (const ImportedSlice& slice : m_events.slices)
            first = std::min(first, slice.begin);
        for (const CounterValue& counter : m_events.counters)
            first = std::min(first, counter.time);
        for (const MemoryEvent& memory : m_events.memory)
            first = std::min(first, memory.time);
        if (first == std::numeric_limits<std::int64_t>::max())
            first = 0;
        const auto fromFirst = [first](std::int64_t time) { return std::clamp(time - first, -kMaxTime, kMaxTime); };
        for (ImportedSlice& slice : m_events.slices) {
            slice.begin = fromFirst(slice.begin);
            slice.end = std::max(slice.begin, fromFirst(slice.end));
            m_latest = std::max(m_latest, slice.end);
        }
        for (FlowEnd& flow : m_events.flows)
            flow.time = fromFirst(flow.time);
        for (CounterValue& counter : m_events.counters)
            counter.time = fromFirst(counter.time);
        for (MemoryEvent& memory : m_events.memory)
            memory.time = fromFirst(memory.time);
    }

    [[nodiscard]] DeviceId deviceOf(const ImportedSlice& slice) const
    {
        return m_lanes.ofProcess[m_events.threads[slice.thread].process];
    }

    // -- traces with device work

    void writeDeviceWork()
    {
        const DeviceWork work = findDeviceWork(m_events, m_placed);
        m_opOfLaunch.resize(m_placed.launches.size());
        std::vector<OpId> before(m_lanes.lanes);
        std::vector<std::int64_t> freeFrom(m_lanes.lanes);
        const std::vector<StreamWaitEdge> waits = findStreamWaits(m_events, m_placed, work);
        auto nextWait = waits.begin();
        std::vector<OpId> opOfItem(waits.empty() ? 0 : work.items.size());
        for (std::uint32_t i = 0; i < work.items.size(); ++i) {
            if (isStoppedAt(i))
                return;
            const WorkItem& item = work.items[i];
            const ImportedSlice& slice = m_events.slices[item.slice];
            std::vector<std::pair<std::int64_t, OpId>> waitedFor;
            for (; nextWait != waits.end() && nextWait->to == i; ++nextWait)
                if (const OpId from = opOfItem[nextWait->from]; from.isValid())
                    waitedFor.push_back({m_events.slices[work.items[nextWait->from].slice].end, from});
            if (slice.row == PlacedSlices::kNoRow)
                continue;
            const OpId op{m_ops++};
            if (!opOfItem.empty())
                opOfItem[i] = op;
            const LaneId lane = m_lanes.ofRow[slice.row];
            noteCall(op, details(slice));
            if (item.launch != WorkItem::kNone)
                noteCall(op, m_events.details[m_placed.launches[item.launch].details]);
            m_store.apply(issueOf(op, slice, item));
            OpId& previous = before[lane.index];
            if (previous.isValid())
                m_store.apply(trace::DependencyRecord{previous, op, trace::DependencyKind::Stream});
            for (const auto& [end, from] : waitedFor)
                m_store.apply(trace::DependencyRecord{from, op, trace::DependencyKind::ReadAfterWrite});
            trace::LifeRecord life = lifeOf(op, lane, slice, item, previous, freeFrom[lane.index]);
            startAfter(waitedFor, std::max(item.issueEnd, freeFrom[lane.index]), life);
            m_store.apply(life);
            previous = op;
            freeFrom[lane.index] = slice.end;
            m_isCopy.push_back(isCopy(kind(slice)));
            if (item.launch != WorkItem::kNone)
                m_opOfLaunch[item.launch] = op;
            m_finished.push_back({slice.end, slice.thread, op});
        }
        std::ranges::sort(m_finished, [](const FinishedOp& a, const FinishedOp& b) {
            return std::tuple(a.time, a.op) < std::tuple(b.time, b.op);
        });
        writeCalls(work);
    }

    /// Stores the data that `details` state about a collective, unless they are known already.
    void noteCall(OpId op, const SliceDetails& details)
    {
        if (!details.isCall())
            return;
        if (m_calls.empty() || m_calls.back().op != op)
            m_calls.emplace_back().op = op;
        ImportedCall& call = m_calls.back();
        if (call.group == 0)
            call.group = details.group;
        if (call.sequence < 0)
            call.sequence = details.sequence;
        if (call.bytes == Bytes{})
            call.bytes = bytesOf(details);
        if (!call.kind)
            call.kind = details.collective;
    }

    trace::IssueRecord issueOf(OpId op, const ImportedSlice& slice, const WorkItem& item)
    {
        trace::IssueRecord issue;
        issue.op = op;
        issue.begin = Nanoseconds{item.issueBegin};
        issue.end = Nanoseconds{item.issueEnd};
        issue.name = m_names.of(slice.name);
        issue.kind = kind(slice);
        issue.device = deviceOf(slice);
        issue.bytes = bytesOf(details(slice));
        issue.flops = details(slice).flops;
        if (item.launch == WorkItem::kNone)
            return issue;
        const Launch& launch = m_placed.launches[item.launch];
        if (launch.isBackward && issue.kind == trace::Kind::Compute)
            issue.kind = trace::Kind::Backward;
        // A kernel's label is the operator that launched it. A copy gets this label only if the operator copies too;
        // the name of another operator would not denote copying.
        if (!isCopy(issue.kind) || m_events.texts[launch.op].find("copy") != std::string::npos)
            issue.label = m_names.of(launch.op);
        issue.phase = m_names.of(launch.phase);
        const std::uint32_t calledFrom = calledFromOf(launch);
        if (calledFrom != 0)
            issue.text = m_names.of(m_events.texts[slice.name] + " · " + m_events.texts[calledFrom]);
        return issue;
    }

    /// Returns "train.py(12): forward": the Python function around a launch, or the call stack of its operator.
    [[nodiscard]] std::uint32_t calledFromOf(const Launch& launch) const
    {
        return launch.frame != 0 ? launch.frame : details(m_events.slices[launch.slice]).text;
    }

    [[nodiscard]] static Bytes bytesOf(const SliceDetails& details)
    {
        return Bytes{static_cast<std::int64_t>(std::clamp(details.bytes, 0.0, static_cast<double>(kMaxBytes)))};
    }

    trace::LifeRecord lifeOf(OpId op, LaneId lane, const ImportedSlice& slice, const WorkItem& item, OpId previous,
                             std::int64_t freeFrom) const
    {
        trace::LifeRecord life;
        life.op = op;
        life.lane = lane;
        life.started = Nanoseconds{slice.begin};
        life.finished = Nanoseconds{slice.end};
        life.ready = Nanoseconds{std::min(item.issueEnd, slice.begin)};
        if (previous.isValid() && freeFrom > item.issueEnd) {
            if (slice.begin - freeFrom < kAtOnce)
                life.startCause = {trace::CauseKind::Stream, previous};
        } else if (item.launch != WorkItem::kNone && slice.begin - item.issueEnd < kAtOnce) {
            life.startCause = {trace::CauseKind::Issued, {}};
        }
        life.readyCause = {trace::CauseKind::Issued, {}};
        return life;
    }

    /// Writes calls of host threads as host work; calls that wait are also written as waits.
    void writeCalls(const DeviceWork& work)
    {
        std::size_t launchAt = 0;
        std::vector<std::uint32_t> launchesBySlice(m_placed.launches.size());
        for (std::uint32_t i = 0; i < launchesBySlice.size(); ++i)
            launchesBySlice[i] = i;
        std::ranges::sort(launchesBySlice, [&](std::uint32_t a, std::uint32_t b) {
            return m_placed.launches[a].slice < m_placed.launches[b].slice;
        });
        for (std::uint32_t i = 0; i < m_events.slices.size(); ++i) {
            if (isStoppedAt(i))
                return;
            const ImportedSlice& slice = m_events.slices[i];
            ++m_count;
            OpId op;
            for (; launchAt < launchesBySlice.size() && m_placed.launches[launchesBySlice[launchAt]].slice <= i;
                 ++launchAt)
                if (m_placed.launches[launchesBySlice[launchAt]].slice == i)
                    op = m_opOfLaunch[launchesBySlice[launchAt]];
            if (slice.layer == Layer::Gpu || slice.row == PlacedSlices::kNoRow)
                continue;
            // The host work of a call that started a copy does not refer to the copy: the window would count the host
            // work as work of the copy.
            if (op.isValid() && isCopyOp(op))
                op = {};
            m_store.apply(trace::HostRecord{Nanoseconds{slice.begin}, Nanoseconds{slice.end}, details(slice).line,
                                            m_names.of(slice.name), op, m_lanes.ofRow[slice.row]});
            if (slice.layer == Layer::HostCall)
                if (const auto wait = work.waits.find(i); wait != work.waits.end())
                    writeWait(slice, wait->second);
        }
    }

    [[nodiscard]] bool isCopyOp(OpId op) const { return op.index < m_isCopy.size() && m_isCopy[op.index]; }

    void writeWait(const ImportedSlice& slice, const WaitFor& what)
    {
        trace::WaitRecord wait;
        wait.begin = Nanoseconds{slice.begin};
        wait.end = Nanoseconds{slice.end};
        wait.line = details(slice).line;
        wait.call = m_names.of(slice.name);
        wait.target = what.target;
        // Finds the last operation that ended within the wait, on the awaited stream if this stream is known.
        auto at = std::ranges::upper_bound(m_finished, slice.end, {}, &FinishedOp::time);
        for (int tries = 0; at != m_finished.begin() && tries < 4096; ++tries) {
            --at;
            if (at->time < slice.begin)
                break;
            if (what.thread != WaitFor::kAnyThread && at->thread != what.thread)
                continue;
            wait.releasedBy = at->op;
            break;
        }
        if (what.thread != WaitFor::kAnyThread)
            wait.device = m_lanes.ofProcess[m_events.threads[what.thread].process];
        else if (wait.target == trace::WaitTarget::Op)
            wait.op = wait.releasedBy;
        else if (m_lanes.gpus.size() == 1)
            wait.device = m_lanes.gpus.begin()->second;
        else  // the file does not state the awaited GPU, and the trace has no GPU or several GPUs
            wait.target = trace::WaitTarget::All;
        m_store.apply(wait);
    }

    // -- traces without device work

    void writeSlices()
    {
        const std::size_t count = m_events.slices.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (isStoppedAt(i))
                return;
            const ImportedSlice slice = m_events.slices[i];
            m_events.slices.forget(keepsSlices() ? 0 : i);
            ++m_count;
            if (slice.row == PlacedSlices::kNoRow)
                continue;
            const SliceRow& row = m_placed.rows[slice.row];
            // These slices become host work: named ranges; statements and waits of a program run that we exported; and,
            // in a trace of a known framework, calls within operators. Other slices become operations.
            if (slice.layer == Layer::Annotation || slice.layer == Layer::Program || (m_hasHostOps && row.depth > 0)) {
                if (slice.layer == Layer::Program && category(slice) == rowOf(ProgramThread::Waits).category)
                    writeWait(slice, WaitFor());
                m_store.apply(trace::HostRecord{Nanoseconds{slice.begin},
                                                Nanoseconds{slice.end},
                                                details(slice).line,
                                                m_names.of(slice.name),
                                                {},
                                                m_lanes.ofRow[slice.row]});
                continue;
            }
            writeSlice(slice, i);
        }
    }

    /// Whether to store which operation each slice became: for flows, and for traces with operators of a framework.
    [[nodiscard]] bool keepsSlices() const { return !m_events.flows.empty() || m_hasHostOps; }

    void writeSlice(const ImportedSlice& slice, std::size_t index)
    {
        const SliceDetails& more = details(slice);
        const OpId op{m_ops++};
        if (keepsSlices()) {
            m_opOfSlice.resize(m_events.slices.size());
            m_opOfSlice[index] = op;
        }
        noteCall(op, more);
        trace::IssueRecord issue;
        issue.op = op;
        issue.begin = issue.end = Nanoseconds{slice.begin};
        issue.name = m_names.of(slice.name);
        issue.text = m_names.of(more.text);
        issue.kind = kind(slice);
        issue.device = deviceOf(slice);
        issue.line = more.line;
        issue.flops = more.flops;
        issue.bytes = bytesOf(details(slice));
        m_store.apply(issue);
        trace::LifeRecord life;
        life.op = op;
        life.lane = m_lanes.ofRow[slice.row];
        life.ready = issue.end;
        life.started = Nanoseconds{slice.begin};
        life.finished = Nanoseconds{slice.end};
        life.state = more.isFailed ? trace::OpState::Failed : trace::OpState::Done;
        m_store.apply(life);
    }

    // -- flows and ranges

    void writeFlows()
    {
        if (m_events.flows.empty())
            return;
        std::ranges::sort(m_events.flows, [](const FlowEnd& a, const FlowEnd& b) {
            return std::tuple(a.key, a.time, !a.isStart, a.thread) < std::tuple(b.key, b.time, !b.isStart, b.thread);
        });
        const SlicesOfThreads slices(m_events);
        OpId from;
        for (std::size_t i = 0; i < m_events.flows.size(); ++i) {
            const FlowEnd& flow = m_events.flows[i];
            const std::string& category = m_events.texts[flow.category];
            if (m_hasDeviceWork && category == "ac2g")
                continue;  // the issue of the kernel already represents this flow
            const bool continues = i > 0 && m_events.flows[i - 1].key == flow.key;
            const OpId here = opAt(slices, flow, !continues);
            if (continues && from.isValid() && here.isValid() && from != here && isInOrder(from, here))
                m_store.apply(trace::DependencyRecord{from, here, dependencyOf(category)});
            from = flow.isStart ? here : OpId{};
        }
    }

    /// Returns the operation at one end of a flow. If the trace contains no device work, it is the operation of the
    /// slice. Else the calls within the slice may start several operations: returns the last one at a source, and the
    /// first one at a target.
    [[nodiscard]] OpId opAt(const SlicesOfThreads& slices, const FlowEnd& flow, bool isSource) const
    {
        const auto slice = slices.innermostAt(flow.thread, flow.time);
        if (!slice)
            return {};
        if (!m_hasDeviceWork)
            return *slice < m_opOfSlice.size() ? m_opOfSlice[*slice] : OpId{};
        OpId found;
        for (const std::uint32_t within : slices.within(*slice)) {
            const ImportedSlice& call = m_events.slices[within];
            if (call.layer != Layer::HostCall || call.link == 0)
                continue;
            const std::size_t launch = findLaunch(m_placed, call.link);
            if (launch >= m_opOfLaunch.size() || !m_opOfLaunch[launch].isValid())
                continue;
            found = m_opOfLaunch[launch];
            if (!isSource)
                break;
        }
        return found;
    }

    /// Whether `from` may precede `to`. In a trace of device work, operations are numbered in the order of issue.
    [[nodiscard]] bool isInOrder(OpId from, OpId to) const { return !m_hasDeviceWork || from < to; }

    /// Writes the profiler's steps as batches. Without such steps, writes the top-level ranges of the program as timed
    /// blocks, if there are at most kMaxBlocks.
    void writeRanges()
    {
        std::vector<const ImportedSlice*> steps;
        std::vector<const ImportedSlice*> ranges;
        bool isTooMany = false;
        for (const ImportedSlice& slice : m_ranges) {
            if (m_events.texts[slice.name].starts_with("ProfilerStep#")) {
                steps.push_back(&slice);
            } else if (ranges.empty() || ranges.back()->end <= slice.begin) {
                isTooMany = ranges.size() >= kMaxBlocks;
                if (!isTooMany)
                    ranges.push_back(&slice);
            }
        }
        std::int32_t index = 0;
        for (const ImportedSlice* step : steps)
            m_store.apply(trace::StepRecord{Nanoseconds{step->begin}, Nanoseconds{step->end}, trace::StepKind::Batch,
                                            index++, static_cast<std::int32_t>(steps.size()), 0});
        if (!steps.empty() || isTooMany)
            return;
        for (const ImportedSlice* range : ranges) {
            const Nanoseconds begin{range->begin};
            const Nanoseconds end{range->end};
            m_store.apply(trace::BlockRecord{begin, end, details(*range).line, m_events.texts[range->name],
                                             toSeconds(end - begin), false});
        }
    }

    ImportedEvents m_events;
    const std::string& m_title;
    trace::Store& m_store;
    const ShouldContinue& m_shouldContinue;
    Names m_names{m_events.texts, m_store};
    bool m_isStopped = false;
    bool m_hasDeviceWork = false;
    bool m_hasHostOps = false;
    PlacedSlices m_placed;
    std::vector<ImportedSlice> m_ranges;
    std::vector<OpId> m_opOfSlice;
    std::vector<OpId> m_opOfLaunch;
    std::vector<bool> m_isCopy;  ///< for each operation: whether it is a copy
    std::vector<FinishedOp> m_finished;
    std::vector<ImportedCall> m_calls;
    ImportedLanes m_lanes;
    std::size_t m_ops = 0;
    std::uint64_t m_count = 0;
    std::int64_t m_latest = 0;
};

}  // namespace

Result<ImportCounts> importRecords(ImportedEvents events, const std::string& title, trace::Store& store,
                                   const ShouldContinue& shouldContinue)
{
    if (!events.records.empty()) {
        Result<ReadReport> restored = readTraceFile(events.records, store, shouldContinue);
        if (!restored)
            return std::move(restored).error();
        return ImportCounts{restored->records, 0, messages::joined(std::move(restored->note), std::move(events.note))};
    }
    return Importer(std::move(events), title, store, shouldContinue).run();
}

}  // namespace engine::io::detail
