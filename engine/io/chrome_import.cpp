#include "engine/io/chrome_trace.h"
#include "engine/io/detail/chrome_events.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace engine::io {

namespace {

using detail::ChromeEvents;
using detail::ChromeSlice;
using detail::ChromeThread;

/// Times of a run stay below 36 years in ns, so that sums of a few never overflow.
constexpr std::int64_t kLongest = std::int64_t{1} << 60;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// What a category and a name say of a slice; ours, Kineto's, and a guess for all others.
trace::Kind kindOf(std::string_view category, std::string_view name)
{
    static const std::map<std::string_view, trace::Kind> kOurs{
        {"compute", trace::Kind::Compute},
        {"backward", trace::Kind::Backward},
        {"elementwise", trace::Kind::Elementwise},
        {"copy_in", trace::Kind::CopyIn},
        {"copy_out", trace::Kind::CopyOut},
        {"copy_peer", trace::Kind::CopyPeer},
        {"host", trace::Kind::Host},
        {"kernel", trace::Kind::Compute},
        {"gpu_memset", trace::Kind::Elementwise},
        {"cpu_op", trace::Kind::Compute},
    };
    if (contains(name, "HtoD"))
        return trace::Kind::CopyIn;
    if (contains(name, "DtoH"))
        return trace::Kind::CopyOut;
    if (contains(name, "PtoP") || contains(name, "DtoD"))
        return trace::Kind::CopyPeer;
    const auto ours = kOurs.find(category);
    const trace::Kind kind = ours != kOurs.end() ? ours->second : trace::Kind::Host;
    if (kind == trace::Kind::Compute && (contains(name, "Backward") || contains(name, "backward")))
        return trace::Kind::Backward;
    return kind;
}

bool isOfGpu(std::string_view category)
{
    return category == "kernel" || category.starts_with("gpu_");
}

/// Turns the events of one file into records.
class Importer {
public:
    Importer(ChromeEvents events, const std::string& title, trace::Store& store)
        : m_events(std::move(events)), m_title(title), m_store(store)
    {
    }

    ChromeImportReport run()
    {
        m_store.apply(trace::Record(std::make_shared<const trace::RunInfo>(runInfo())));
        findOrigin();
        splitOffProgram();
        placeSlices();
        writeDevicesAndLanes();
        writeOperations();
        writeFlows();
        writeProgram();
        writeCounters();
        m_store.apply(trace::EndRecord{Nanoseconds{m_latest}, true});
        return {m_events.slices.size() + m_program.size(), m_events.skipped, m_events.note};
    }

private:
    /// A row of the timeline: of a thread, its slices of one depth.
    struct Row {
        std::uint32_t thread = 0;
        std::uint32_t depth = 0;
        std::map<trace::Kind, std::size_t> kinds;
        bool isGpu = false;
    };

    trace::RunInfo runInfo() const
    {
        const auto about = [&](const char* name) {
            const auto found = m_events.about.find(name);
            return found == m_events.about.end() ? std::string() : found->second;
        };
        trace::RunInfo info;
        info.program = about("program").empty() ? m_title : about("program");
        info.title = about("title").empty() ? m_title : about("title");
        info.section = about("section");
        info.dialect = about("dialect");
        info.machine = about("machine");
        info.machineLabel = about("machineLabel").empty() ? "imported" : about("machineLabel");
        // What was simulated must go on saying so.
        info.platform = about("platform") == "virtual" ? trace::PlatformKind::Virtual : trace::PlatformKind::Real;
        return info;
    }

    [[nodiscard]] const std::string& category(const ChromeSlice& slice) const { return m_events.texts[slice.category]; }

    /// Time 0 is the first event; our own files keep theirs.
    void findOrigin()
    {
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (const ChromeSlice& slice : m_events.slices)
            first = std::min(first, slice.begin);
        for (const detail::ChromeCounter& counter : m_events.counters)
            first = std::min(first, counter.time);
        const auto generator = m_events.about.find("generator");
        if (first == std::numeric_limits<std::int64_t>::max() ||
            (generator != m_events.about.end() && generator->second == "Overlap"))
            first = std::min<std::int64_t>(first, 0);
        const auto fromFirst = [first](std::int64_t time) { return std::clamp(time - first, -kLongest, kLongest); };
        for (ChromeSlice& slice : m_events.slices) {
            slice.begin = fromFirst(slice.begin);
            slice.end = fromFirst(slice.end);
            m_latest = std::max(m_latest, slice.end);
        }
        for (detail::ChromeFlowEnd& flow : m_events.flows)
            flow.time = fromFirst(flow.time);
        for (detail::ChromeCounter& counter : m_events.counters)
            counter.time = fromFirst(counter.time);
    }

    /// Takes what our own files say of the program out of the slices.
    void splitOffProgram()
    {
        const auto isProgram = [&](const ChromeSlice& slice) {
            const std::string& is = category(slice);
            return is == "benchmark" || is == "statement" || is == "wait" || (is == "issue" && slice.op >= 0);
        };
        const auto from = std::stable_partition(m_events.slices.begin(), m_events.slices.end(),
                                                [&](const ChromeSlice& slice) { return !isProgram(slice); });
        m_program.assign(from, m_events.slices.end());
        m_events.slices.erase(from, m_events.slices.end());
        for (const ChromeSlice& slice : m_program)
            if (category(slice) == "issue")
                m_issues[slice.op] = {slice.begin, slice.end};
    }

    /// Sorts the slices by begin, outer before inner, and finds each its row.
    void placeSlices()
    {
        std::stable_sort(m_events.slices.begin(), m_events.slices.end(), [](const auto& a, const auto& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end - a.begin > b.end - b.begin;
        });
        std::vector<std::vector<std::pair<std::int64_t, std::uint32_t>>> ends(m_events.threads.size());
        m_rowOf.reserve(m_events.slices.size());
        for (const ChromeSlice& slice : m_events.slices) {
            auto& depths = ends[slice.thread];  // per depth: when it is free, and its row
            std::size_t depth = 0;
            while (depth < depths.size() && depths[depth].first > slice.begin)
                ++depth;
            if (depth == depths.size()) {
                depths.emplace_back(0, static_cast<std::uint32_t>(m_rows.size()));
                m_rows.push_back({slice.thread, static_cast<std::uint32_t>(depth), {}, false});
            }
            depths[depth].first = slice.end;
            Row& row = m_rows[depths[depth].second];
            ++row.kinds[kindOf(category(slice), m_events.texts[slice.name])];
            row.isGpu |= isOfGpu(category(slice));
            m_rowOf.push_back(depths[depth].second);
        }
    }

    void writeDevicesAndLanes()
    {
        std::vector<bool> isGpu(m_events.processes.size());
        std::vector<bool> hasRows(m_events.processes.size());
        for (const Row& row : m_rows) {
            const std::uint32_t process = m_events.threads[row.thread].process;
            hasRows[process] = true;
            isGpu[process] = isGpu[process] || row.isGpu || contains(m_events.processes[process].name, "GPU") ||
                             contains(m_events.processes[process].labels, "GPU");
        }
        for (const detail::ChromeCounter& counter : m_events.counters)
            hasRows[counter.process] = true;
        // Devices in the order that the file asks for, lanes by device, thread and depth.
        std::vector<std::uint32_t> processes;
        for (std::uint32_t i = 0; i < m_events.processes.size(); ++i)
            if (hasRows[i])
                processes.push_back(i);
        std::stable_sort(processes.begin(), processes.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_events.processes[a].sort < m_events.processes[b].sort;
        });
        m_deviceOf.resize(m_events.processes.size());
        for (std::size_t i = 0; i < processes.size(); ++i) {
            const detail::ChromeProcess& process = m_events.processes[processes[i]];
            m_deviceOf[processes[i]] = DeviceId{i};
            m_store.apply(
                trace::DeviceRecord{DeviceId{i},
                                    isGpu[processes[i]] ? trace::DeviceKind::Gpu : trace::DeviceKind::Cpu,
                                    process.labels.empty() ? process.name : process.name + " · " + process.labels,
                                    {},
                                    {},
                                    {},
                                    0});
        }
        std::vector<std::uint32_t> rows(m_rows.size());
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            rows[i] = i;
        std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            const ChromeThread& left = m_events.threads[m_rows[a].thread];
            const ChromeThread& right = m_events.threads[m_rows[b].thread];
            return std::tuple(m_deviceOf[left.process], left.sort, m_rows[a].thread, m_rows[a].depth) <
                   std::tuple(m_deviceOf[right.process], right.sort, m_rows[b].thread, m_rows[b].depth);
        });
        m_laneOf.resize(m_rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Row& row = m_rows[rows[i]];
            const ChromeThread& thread = m_events.threads[row.thread];
            trace::LaneRecord lane;
            lane.id = m_laneOf[rows[i]] = LaneId{i};
            lane.device = m_deviceOf[thread.process];
            lane.role = roleOf(row, isGpu[thread.process]);
            lane.index = static_cast<std::uint16_t>(std::min<std::uint32_t>(row.depth, 65535));
            lane.name = row.depth == 0 ? thread.name : thread.name + " +" + std::to_string(row.depth);
            m_store.apply(lane);
        }
    }

    static trace::LaneRole roleOf(const Row& row, bool isGpu)
    {
        if (row.kinds.size() == 1 && row.kinds.contains(trace::Kind::CopyIn))
            return trace::LaneRole::CopyIn;
        if (row.kinds.size() == 1 && row.kinds.contains(trace::Kind::CopyOut))
            return trace::LaneRole::CopyOut;
        if (row.kinds.size() == 1 && row.kinds.contains(trace::Kind::CopyPeer))
            return trace::LaneRole::CopyPeer;
        return isGpu ? trace::LaneRole::Compute : trace::LaneRole::CpuWorker;
    }

    NameId name(std::uint32_t text)
    {
        if (text == 0)
            return {};
        const auto [at, isNew] = m_names.try_emplace(text, NameId{m_names.size()});
        if (isNew)
            m_store.apply(trace::NameRecord{at->second, m_events.texts[text]});
        return at->second;
    }

    void writeOperations()
    {
        // Our own files number their operations; what refers to them speaks of those numbers.
        for (std::size_t i = 0; i < m_events.slices.size(); ++i) {
            const ChromeSlice& slice = m_events.slices[i];
            const OpId op{i};
            if (slice.op >= 0)
                m_opOf.try_emplace(slice.op, op);
            trace::IssueRecord issue;
            issue.op = op;
            issue.begin = issue.end = Nanoseconds{slice.begin};
            if (const auto known = m_issues.find(slice.op); slice.op >= 0 && known != m_issues.end()) {
                issue.begin = Nanoseconds{known->second.first};
                issue.end = Nanoseconds{known->second.second};
            }
            issue.name = name(slice.operatorName != 0 ? slice.operatorName : slice.name);
            if (slice.operatorName != 0)
                issue.label = name(slice.name);
            issue.text = name(slice.text);
            issue.kind = kindOf(category(slice), m_events.texts[slice.name]);
            issue.device = m_deviceOf[m_events.threads[slice.thread].process];
            issue.line = slice.line;
            issue.flops = slice.flops;
            issue.bytes = Bytes{static_cast<std::int64_t>(std::clamp(slice.bytes, 0.0, 1e18))};
            m_store.apply(issue);
            trace::LifeRecord life;
            life.op = op;
            life.lane = m_laneOf[m_rowOf[i]];
            life.ready = issue.end;
            life.started = Nanoseconds{slice.begin};
            life.finished = Nanoseconds{slice.end};
            life.state = slice.isFailed ? trace::OpState::Failed : trace::OpState::Done;
            m_store.apply(life);
        }
    }

    /// The innermost slice of a thread around a moment.
    std::optional<OpId> opAt(std::uint32_t thread, std::int64_t time)
    {
        if (m_ofThread.empty()) {
            m_ofThread.resize(m_events.threads.size());
            for (std::uint32_t i = 0; i < m_events.slices.size(); ++i)
                m_ofThread[m_events.slices[i].thread].push_back(i);
        }
        const std::vector<std::uint32_t>& slices = m_ofThread[thread];
        auto at = std::upper_bound(slices.begin(), slices.end(), time, [&](std::int64_t t, std::uint32_t slice) {
            return t < m_events.slices[slice].begin;
        });
        // An enclosing slice may begin long before; far more than a stack's depth back there is none.
        for (int tries = 0; at != slices.begin() && tries < 256; ++tries) {
            --at;
            if (m_events.slices[*at].end >= time)
                return OpId{*at};
        }
        return std::nullopt;
    }

    void writeFlows()
    {
        std::stable_sort(m_events.flows.begin(), m_events.flows.end(), [](const auto& a, const auto& b) {
            return std::tuple(a.key, a.time, !a.isStart) < std::tuple(b.key, b.time, !b.isStart);
        });
        std::optional<OpId> from;
        for (std::size_t i = 0; i < m_events.flows.size(); ++i) {
            const detail::ChromeFlowEnd& flow = m_events.flows[i];
            const std::optional<OpId> here = opAt(flow.thread, flow.time);
            const bool goesOn = i > 0 && m_events.flows[i - 1].key == flow.key;
            if (goesOn && from && here && *from != *here)
                m_store.apply(trace::DependencyRecord{*from, *here, dependencyOf(m_events.texts[flow.category])});
            from = flow.isStart ? here : std::nullopt;
        }
    }

    static trace::DependencyKind dependencyOf(std::string_view category)
    {
        if (category == "WAR")
            return trace::DependencyKind::WriteAfterRead;
        if (category == "WAW")
            return trace::DependencyKind::WriteAfterWrite;
        // "ac2g" ties a launch to its kernel: an order, no data.
        return category == "stream" || category == "ac2g" ? trace::DependencyKind::Stream
                                                          : trace::DependencyKind::ReadAfterWrite;
    }

    void writeProgram()
    {
        std::stable_sort(m_program.begin(), m_program.end(),
                         [](const ChromeSlice& a, const ChromeSlice& b) { return a.begin < b.begin; });
        for (const ChromeSlice& slice : m_program) {
            const Nanoseconds begin{slice.begin};
            const Nanoseconds end{slice.end};
            if (category(slice) == "benchmark") {
                m_store.apply(trace::BlockRecord{begin, end, slice.line, m_events.texts[slice.name],
                                                 toSeconds(end - begin), slice.isFailed});
            } else if (category(slice) == "wait") {
                const auto released = m_opOf.find(slice.waitedFor);
                m_store.apply(trace::WaitRecord{begin,
                                                end,
                                                slice.line,
                                                name(slice.name),
                                                trace::WaitTarget::All,
                                                {},
                                                {},
                                                released == m_opOf.end() ? OpId{} : released->second});
            } else if (category(slice) == "statement") {
                const std::string& text = m_events.texts[slice.name];
                const int line = text.starts_with("line ") ? std::atoi(text.c_str() + 5) : slice.line;
                m_store.apply(trace::LineRecord{begin, end, line});
            }
        }
    }

    /// Our own counters of memory become memory again, all others metrics.
    void writeCounters()
    {
        for (std::size_t i = 0; i < m_events.counters.size(); ++i) {
            const detail::ChromeCounter& counter = m_events.counters[i];
            m_latest = std::max(m_latest, counter.time);
            const std::string& series = m_events.texts[counter.series];
            const bool isOurs = m_events.texts[counter.name] == "memory" && series == "allocated" &&
                                i + 2 < m_events.counters.size() &&
                                m_events.texts[m_events.counters[i + 1].series] == "held" &&
                                m_events.texts[m_events.counters[i + 2].series] == "reserved";
            if (!isOurs) {
                m_store.apply(trace::MetricRecord{Nanoseconds{counter.time},
                                                  m_events.texts[counter.name] + " · " + series, counter.value, 0});
                continue;
            }
            trace::MemoryRecord memory;
            memory.time = Nanoseconds{counter.time};
            memory.device = m_deviceOf[counter.process];
            memory.allocated = Bytes{static_cast<std::int64_t>(counter.value)};
            memory.held = Bytes{static_cast<std::int64_t>(m_events.counters[i + 1].value)};
            memory.reserved = Bytes{static_cast<std::int64_t>(m_events.counters[i + 2].value)};
            const Bytes change = memory.allocated - m_allocated[memory.device];
            memory.act = change.value > 0   ? trace::MemoryAct::Allocate
                         : change.value < 0 ? trace::MemoryAct::Free
                                            : trace::MemoryAct::Hold;
            memory.bytes = Bytes{std::abs(change.value)};
            m_allocated[memory.device] = memory.allocated;
            m_store.apply(memory);
            i += 2;
        }
    }

    ChromeEvents m_events;
    const std::string& m_title;
    trace::Store& m_store;
    std::vector<ChromeSlice> m_program;
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> m_issues;  ///< by the number in the file
    std::map<std::int64_t, OpId> m_opOf;                                     ///< by the number in the file
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_rowOf;  ///< per slice
    std::vector<LaneId> m_laneOf;        ///< per row
    std::vector<DeviceId> m_deviceOf;    ///< per process
    std::vector<std::vector<std::uint32_t>> m_ofThread;
    std::map<std::uint32_t, NameId> m_names;
    std::map<DeviceId, Bytes> m_allocated;
    std::int64_t m_latest = 0;
};

}  // namespace

Result<ChromeImportReport> importChromeTrace(std::string_view json, const std::string& title, trace::Store& store)
{
    Result<ChromeEvents> events = detail::readChromeEvents(json);
    if (!events)
        return std::move(events).error();
    return Importer(*std::move(events), title, store).run();
}

}  // namespace engine::io
