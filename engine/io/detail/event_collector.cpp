#include "engine/io/detail/event_collector.h"

#include "engine/io/detail/chrome_names.h"
#include "engine/io/detail/limits.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace engine::io::detail {

namespace {

constexpr std::uint32_t kNone = ThreadTable::kNone;

/// Whether a timeline shows events of this phase (type of a Chrome trace event).
bool isShown(char phase)
{
    return phase != '\0' && std::string_view("XBEbestfC").find(phase) != std::string_view::npos;
}

/// Returns the layer that a category of PyTorch's profiler denotes, in any of its versions.
Layer layerOf(std::string_view category)
{
    const auto isAnyOf = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), category) != names.end();
    };
    if (isAnyOf({"kernel", "Kernel", "concurrent_kernel", "gpu_memcpy", "Memcpy", "gpu_memset", "Memset"}))
        return Layer::Gpu;
    if (isAnyOf({"cpu_op", "Operator"}))
        return Layer::HostOp;
    if (isAnyOf({"cuda_runtime", "cuda_driver", "Runtime", "hip_runtime", "privateuse1_runtime", "xpu_runtime",
                 "overhead"}))
        return Layer::HostCall;
    if (category == "python_function")
        return Layer::Python;
    if (category == "user_annotation")
        return Layer::Annotation;
    return category == "cuda_sync" ? Layer::Sync : Layer::Plain;
}

/// Returns the layer of a slice in a trace that we exported.
Layer layerOfOurs(const RawEvent& event)
{
    if (event.category == rowOf(ProgramThread::Benchmarks).category)
        return Layer::Annotation;
    // Operations on the host have an operation number; other host work has none.
    const bool isHostWork = event.category == kKindWords[static_cast<std::size_t>(trace::Kind::Host)];
    const bool isProgram = std::ranges::find(kProgramRows, event.category, &ProgramRow::category) != kProgramRows.end();
    return isProgram || (isHostWork && !event.isOperation) ? Layer::Program : Layer::Plain;
}

std::uint64_t asyncKey(const RawEvent& event)
{
    return hashOf(event.name, hashOf(event.category, hashOf(event.id, hashOf(event.pid))));
}

/// Returns the ranks of a group; none if they are unknown.
std::vector<std::uint32_t> ranksOf(const RawGroup& group)
{
    std::vector<std::uint32_t> ranks;
    const auto isKnown = [](std::int64_t number) { return number >= 0 && number < std::int64_t{trace::kMaxRanks}; };
    if (contains(group.ranks, "...")) {
        const bool isEven = isKnown(group.start) && isKnown(group.stride) && isKnown(group.size);
        for (std::int64_t i = 0; isEven && i < group.size && isKnown(group.start + i * group.stride); ++i)
            ranks.push_back(static_cast<std::uint32_t>(group.start + i * group.stride));
        return ranks;
    }
    const char* at = group.ranks.data();
    const char* const end = at + group.ranks.size();
    while (at != end) {
        std::uint32_t rank = 0;
        const auto [after, error] = std::from_chars(at, end, rank);
        at = error == std::errc::invalid_argument ? at + 1 : after;
        if (error == std::errc{} && isKnown(rank))
            ranks.push_back(rank);
    }
    return ranks;
}

}  // namespace

std::uint32_t ThreadTable::process(const std::string& pid)
{
    if (const auto found = m_processes.find(pid); found != m_processes.end())
        return found->second;
    if (m_events.processes.size() >= kMaxProcesses)
        return kNone;
    const auto index = static_cast<std::uint32_t>(m_events.processes.size());
    ImportedProcess& made = m_events.processes.emplace_back();
    made.name = "Process " + m_events.texts.stored(pid);
    made.number = numberOf(pid);
    return m_processes.emplace(pid, index).first->second;
}

std::uint32_t ThreadTable::thread(const std::string& pid, const std::string& tid)
{
    // Avoids a search, because most events belong to the same thread as the previous event.
    if (pid == m_lastPid && tid == m_lastTid && m_lastThread != kNone)
        return m_lastThread;
    const std::string key = pid + '\n' + tid;
    auto found = m_threads.find(key);
    if (found == m_threads.end()) {
        const std::uint32_t owner = m_events.threads.size() < kMaxThreads ? process(pid) : kNone;
        if (owner == kNone)
            return kNone;
        const std::string& name = m_events.texts.stored(tid);
        found = m_threads.emplace(key, static_cast<std::uint32_t>(m_events.threads.size())).first;
        m_events.threads.push_back({owner, "Thread " + name, 0, numberOf(name)});
    }
    m_lastPid = pid;
    m_lastTid = tid;
    return m_lastThread = found->second;
}

std::optional<ImportedSlice> OpenSlices::close(std::uint64_t key, std::int64_t time)
{
    const auto found = m_open.find(key);
    if (found == m_open.end() || found->second.empty())
        return std::nullopt;
    ImportedSlice slice = found->second.back();
    slice.end = std::max(slice.begin, time);
    found->second.pop_back();
    --m_count;
    // Usually retains an empty entry, because its thread soon opens the next slice. If there are many entries, erases
    // it: most entries are then for ids of asynchronous slices, which are not used again.
    if (found->second.empty() && m_open.size() > kMaxThreads)
        m_open.erase(found);
    return slice;
}

std::vector<ImportedSlice> OpenSlices::rest() const
{
    std::vector<ImportedSlice> slices;
    const std::map<std::uint64_t, std::vector<ImportedSlice>> sorted(m_open.begin(), m_open.end());
    for (const auto& [key, open] : sorted)
        slices.insert(slices.end(), open.begin(), open.end());
    return slices;
}

template <typename T>
void EventCollector::append(Pieces<T>& list, const T& entry, std::size_t limit)
{
    if (list.size() < limit)
        list.push_back(entry);
    else
        ++m_events.leftOut;
}

bool EventCollector::hasUsableTimes(const RawEvent& event)
{
    const bool isSlice = event.phase == 'X';
    if (!event.isTimeKnown || (isSlice && event.isDurationWrong)) {
        // Events that the timeline would not show anyway do not count as damaged.
        ++(isShown(event.phase) ? m_events.timeless : m_events.skipped);
        return false;
    }
    if (isSlice && event.duration < 0) {
        ++m_events.backwards;
        return false;
    }
    return true;
}

void EventCollector::add(RawEvent& event)
{
    if (event.phase == 'M')
        return addMetadata(event);
    if (!hasUsableTimes(event))
        return;
    constexpr std::int64_t kLongest = std::int64_t{1} << 60;  // so that the end of a slice does not overflow
    event.ts = std::max(event.ts, -kLongest);
    event.duration = std::clamp<std::int64_t>(event.duration, 0, kLongest);
    switch (event.phase) {
        case 'X':
            return addComplete(event);
        case 'B': {
            const std::uint32_t thread = m_threads.thread(event.pid, event.tid);
            return open(event, thread, thread, m_nested);
        }
        case 'E':
            return close(event, m_threads.thread(event.pid, event.tid), m_nested);
        case 'b': {
            // Asynchronous slices may overlap, so they get a separate track.
            const std::string& track = event.category.empty() ? "async" : event.category;
            return open(event, m_threads.thread(event.pid, track), asyncKey(event), m_async);
        }
        case 'e':
            return close(event, asyncKey(event), m_async);
        case 's':
        case 't':
        case 'f':
            return addFlow(event);
        case 'C':
            return addCounter(event);
        case 'i':
        case 'I':
            if (event.name == "[memory]")
                return addMemory(event);
            break;
        default:
            break;
    }
    ++m_events.skipped;
}

void EventCollector::addComplete(const RawEvent& event)
{
    if (event.category == "Trace" || event.category == "gpu_user_annotation") {
        ++m_events.skipped;  // the profiler's own slice, or a repetition of the program's range on the GPU
        return;
    }
    const std::uint32_t thread = m_threads.thread(event.pid, event.tid);
    if (thread == kNone) {
        ++m_events.leftOut;
        return;
    }
    append(m_events.slices, sliceOf(event, thread), kMaxSlices);
    const auto& [link, waitedStream, recordLink] = event.links;
    if (recordLink <= 0 || waitedStream < 0 || m_events.streamWaits.size() >= kMaxPoints)
        return;
    // The file describes each stream as a thread of its device's process.
    if (const std::uint32_t recorded = m_threads.thread(event.pid, std::to_string(waitedStream)); recorded != kNone)
        m_events.streamWaits.push_back({link, recordLink, thread, recorded});
}

void EventCollector::open(const RawEvent& event, std::uint32_t thread, std::uint64_t key, OpenSlices& slices)
{
    if (thread == kNone || slices.isFull())
        ++m_events.leftOut;
    else
        slices.open(key, sliceOf(event, thread));
}

void EventCollector::close(const RawEvent& event, std::uint64_t key, OpenSlices& slices)
{
    if (const std::optional<ImportedSlice> slice = slices.close(key, event.ts))
        append(m_events.slices, *slice, kMaxSlices);
    else
        ++m_events.skipped;
}

void EventCollector::addFlow(const RawEvent& event)
{
    const std::uint32_t thread = m_threads.thread(event.pid, event.tid);
    if (thread == kNone) {
        ++m_events.leftOut;
        return;
    }
    const std::uint64_t key = hashOf(event.name, hashOf(event.category, hashOf(event.id)));
    append(m_events.flows, {event.ts, key, thread, m_events.texts.add(event.category), event.phase != 'f'}, kMaxPoints);
}

void EventCollector::addCounter(const RawEvent& event)
{
    const std::uint32_t process = m_threads.process(event.pid);
    if (process == kNone) {
        m_events.leftOut += event.series.size();
        return;
    }
    for (const auto& [series, value] : event.series)
        append(m_events.counters,
               {event.ts, value, process, m_events.texts.add(event.name), m_events.texts.add(series)}, kMaxPoints);
}

void EventCollector::addMemory(const RawEvent& event)
{
    MemoryEvent memory = event.memory;
    memory.time = event.ts;
    // Values above 0 are GPUs: the frameworks use 0 for the CPU, 1 for CUDA, and higher numbers for other vendors.
    if (event.deviceType > 0)
        memory.gpu = static_cast<std::int32_t>(std::clamp<std::int64_t>(event.device, 0, 1 << 20));
    append(m_events.memory, memory, kMaxPoints);
}

ImportedSlice EventCollector::sliceOf(const RawEvent& event, std::uint32_t thread)
{
    ImportedSlice slice;
    slice.begin = event.ts;
    slice.end = event.ts + event.duration;
    slice.thread = thread;
    slice.link = event.links.link;
    slice.name = m_events.texts.add(event.name);
    slice.category = m_events.texts.add(event.category);
    slice.layer = m_events.isOurs ? layerOfOurs(event) : layerOf(event.category);
    if (event.hasDetails() && m_events.details.size() < kMaxSlices) {
        slice.details = static_cast<std::uint32_t>(m_events.details.size());
        m_events.details.push_back(event.details);
        m_events.details[slice.details].text = m_events.texts.add(event.text.empty() ? event.stack : event.text);
        m_events.details[slice.details].group = groupOf(event.group);
    }
    return slice;
}

std::uint32_t EventCollector::groupOf(const RawGroup& group)
{
    if (group.name.empty() || group.name == "0" || group.description == "default_pg")
        return 0;
    const std::string key = group.name + '\n' + group.ranks;
    if (const auto known = m_groups.find(key); known != m_groups.end())
        return known->second;
    if (m_events.groups.size() >= kMaxGroups)
        return 0;
    const bool isDescribed = !group.description.empty() && group.description != "undefined";
    std::vector<std::uint32_t> ranks = ranksOf(group);
    if (ranks.size() > kMaxGroupRanks - m_groupRanks)
        ranks = {};  // as if the file did not state them
    m_groupRanks += ranks.size();
    m_events.groups.push_back({group.name + (isDescribed ? " (" + group.description + ")" : ""), std::move(ranks)});
    return m_groups[key] = static_cast<std::uint32_t>(m_events.groups.size() - 1);
}

void EventCollector::addMetadata(const RawEvent& event)
{
    const std::uint32_t process = event.name.starts_with("process_") ? m_threads.process(event.pid) : kNone;
    const std::uint32_t thread = event.name.starts_with("thread_") ? m_threads.thread(event.pid, event.tid) : kNone;
    const auto& [name, labels, sort] = event.metadata;
    if (process != kNone && event.name == "process_name")
        m_events.processes[process].name = m_events.texts.stored(name);
    else if (process != kNone && event.name == "process_labels")
        m_events.processes[process].labels = m_events.texts.stored(labels);
    else if (process != kNone && event.name == "process_sort_index")
        m_events.processes[process].sort = sort;
    else if (thread != kNone && event.name == "thread_name")
        m_events.threads[thread].name = m_events.texts.stored(name);
    else if (thread != kNone && event.name == "thread_sort_index")
        m_events.threads[thread].sort = sort;
    else
        ++m_events.skipped;
}

void EventCollector::closeOpenSlices()
{
    std::int64_t last = 0;
    for (const ImportedSlice& slice : m_events.slices)
        last = std::max(last, slice.end);
    for (const OpenSlices* slices : {&m_nested, &m_async})
        for (ImportedSlice& slice : slices->rest()) {
            slice.end = std::max(slice.begin, last);
            append(m_events.slices, slice, kMaxSlices);
        }
}

}  // namespace engine::io::detail
