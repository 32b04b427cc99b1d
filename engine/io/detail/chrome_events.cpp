#include "engine/io/detail/chrome_events.h"

#include "engine/io/detail/json_reader.h"
#include "engine/io/detail/limits.h"
#include "engine/io/detail/raw_event.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

namespace engine::io::detail {

namespace {

constexpr std::size_t kMaxAbout = 100;  ///< entries of "otherData"

std::uint64_t hashOf(std::string_view text, std::uint64_t seed = 0)
{
    return std::hash<std::string_view>{}(text) ^ (seed * 0x9e3779b97f4a7c15U + 0x7f4a7c15U);
}

class EventReader {
public:
    explicit EventReader(ByteStream& bytes) : m_json(bytes) { m_events.details.push_back({}); }

    Result<ImportedEvents> run()
    {
        bool sawEvents = false;
        if (m_json.peek() == '[') {
            sawEvents = true;
            list();
        } else if (m_json.beginObject()) {
            while (m_json.nextMember(m_key)) {
                const char next = m_json.peek();
                if (m_key == "traceEvents" && next == '[') {
                    sawEvents = true;
                    list();
                } else if (m_key == "otherData" && next == '{') {
                    about();
                } else if (m_key == "deviceProperties" && next == '[') {
                    gpus();
                } else {
                    if (m_key == "traceName" || m_key == "schemaVersion")
                        m_events.source = "PyTorch profiler";
                    m_json.skip();
                }
            }
        }
        closeOpenSlices();
        if (m_json.error() && !(sawEvents && m_json.error()->code == ErrorCode::InputOutput))
            return *m_json.error();
        if (m_json.failed() && !(sawEvents && (m_json.ranOut() || m_json.error() || !m_events.slices.empty())))
            return makeError(ErrorCode::BadFile, m_json.ranOut()
                                                     ? messages::message("trace.invalid-json-end", m_json.position())
                                                     : messages::message("trace.invalid-json", m_json.position()));
        if (!sawEvents)
            return makeError(ErrorCode::BadFile, messages::message("trace.no-events"));
        if (m_json.failed() && !m_json.ranOut())
            m_events.note = messages::message("trace.note.invalid-json", m_json.position());
        else if (m_json.failed() && !m_isListClosed && m_isInEvent)
            m_events.note = messages::message("trace.note.event-cut");
        return std::move(m_events);
    }

private:
    void list()
    {
        m_json.beginArray();
        while (m_json.nextElement()) {
            if (m_json.peek() != '{') {
                m_json.skip();
                continue;
            }
            m_isInEvent = true;
            if (!event())
                return;
            m_isInEvent = false;
        }
        m_isListClosed = !m_json.failed();
    }

    void about()
    {
        m_json.beginObject();
        while (m_json.nextMember(m_key)) {
            if (const char next = m_json.peek(); next == '{' || next == '[' || m_events.about.size() >= kMaxAbout)
                m_json.skip();
            else
                m_events.about[m_key] = m_events.texts[m_events.texts.add(m_json.scalar())];
        }
    }

    void gpus()
    {
        m_events.source = "PyTorch profiler";
        m_json.beginArray();
        while (m_json.nextElement()) {
            if (m_json.peek() != '{') {
                m_json.skip();
                continue;
            }
            std::int64_t id = -1;
            std::pair<std::string, std::int64_t> gpu;
            m_json.beginObject();
            while (m_json.nextMember(m_key)) {
                if (const char next = m_json.peek(); next == '{' || next == '[')
                    m_json.skip();
                else if (const std::string_view value = m_json.scalar(); m_key == "id")
                    id = toInteger(value);
                else if (m_key == "name")
                    gpu.first = m_events.texts[m_events.texts.add(value)];
                else if (m_key == "totalGlobalMem")
                    gpu.second = std::clamp<std::int64_t>(toInteger(value), 0, kMaxBytes);
            }
            if (id >= 0 && m_events.gpus.size() < kMaxProcesses)
                m_events.gpus[id] = gpu;
        }
    }

    bool event()
    {
        m_raw = {};
        m_json.beginObject();
        while (m_json.nextMember(m_key)) {
            const char next = m_json.peek();
            if (m_key == "args" && next == '{')
                arguments();
            else if (next == '{' || next == '[')
                m_json.skip();
            else
                member(m_key, m_json.scalar());
        }
        if (m_json.failed())
            return false;
        take();
        return true;
    }

    void member(const std::string& key, std::string_view value)
    {
        if (key == "ph")
            m_raw.phase = value.size() == 1 ? value[0] : '\0';
        else if (key == "name")
            m_raw.name = value;
        else if (key == "cat")
            m_raw.category = value;
        else if (key == "pid")
            m_raw.pid = value;
        else if (key == "tid")
            m_raw.tid = value;
        else if (key == "ts")
            m_raw.isTimeKnown = toNanoseconds(value, m_raw.ts);
        else if (key == "dur")
            m_raw.isDurationWrong = !toNanoseconds(value, m_raw.duration);
        else if (key == "id" || key == "id2" || key == "bind_id")
            m_raw.id = value;
    }

    void arguments()
    {
        m_json.beginObject();
        while (m_json.nextMember(m_argument)) {
            const char next = m_json.peek();
            if (next == '{' || next == '[') {
                m_json.skip();
                continue;
            }
            argument(m_argument, m_json.scalar(), next);
        }
    }

    void argument(const std::string& key, std::string_view value, char first)
    {
        // The arguments of a counter are its series. The phase may follow them in the file.
        if ((m_raw.phase == 'C' || m_raw.phase == '\0') && first != '"' && m_raw.series.size() < 64)
            m_raw.series.emplace_back(key, toDouble(value));
        if (m_raw.phase == 'C')
            return;
        if (key == "correlation") {
            m_raw.links.link = toInteger(value);
        } else if (key == "bytes") {
            m_raw.details.bytes = std::max(0.0, toDouble(value));
        } else if (key == "name") {
            m_raw.metadata.name = value;
        } else if (key == "labels") {
            m_raw.metadata.labels = value;
        } else if (key == "sort_index") {
            m_raw.metadata.sort = toInteger(value);
        } else if (key == "line") {
            m_raw.details.line = toInteger(value);
        } else if (key == "flops") {
            m_raw.details.flops = std::max(0.0, toDouble(value));
        } else if (key == "text") {
            m_raw.details.text = value;
        } else if (key == "stream") {
            m_raw.details.stream = toInteger(value);
        } else if (key == "wait_on_stream") {
            m_raw.links.waitedStream = toInteger(value);
        } else if (key == "wait_on_cuda_event_record_corr_id") {
            m_raw.links.recordLink = toInteger(value);
        } else if (key == "Call stack") {
            // The stack starts with the innermost call.
            m_raw.details.stack = value.substr(0, value.find(';'));
        } else if (key == "failed" || (key == "state" && value == "failed")) {
            m_raw.details.isFailed = true;
        } else if (key == "Total Allocated") {
            m_raw.memory.allocated = toInteger(value);
        } else if (key == "Total Reserved") {
            m_raw.memory.reserved = toInteger(value);
        } else if (key == "Bytes") {
            m_raw.memory.bytes = toInteger(value);
        } else if (key == "Addr") {
            m_raw.memory.address = hashOf(value);
        } else if (key == "Device Type") {
            m_raw.memory.deviceType = toInteger(value);
        } else if (key == "Device Id") {
            m_raw.memory.device = toInteger(value);
        }
    }

    static constexpr std::uint32_t kNone = 0xffffffff;

    /// Returns kNone if there are too many processes.
    std::uint32_t process(const std::string& pid)
    {
        const auto found = m_processes.find(pid);
        if (found != m_processes.end())
            return found->second;
        if (m_events.processes.size() >= kMaxProcesses)
            return kNone;
        ImportedProcess made;
        made.name = "Process " + m_events.texts[m_events.texts.add(pid)];
        std::int64_t number = -1;
        const auto [end, error] = std::from_chars(pid.data(), pid.data() + pid.size(), number);
        made.number = error == std::errc{} && end == pid.data() + pid.size() ? number : -1;
        m_events.processes.push_back(made);
        return m_processes.emplace(pid, static_cast<std::uint32_t>(m_events.processes.size() - 1)).first->second;
    }

    std::uint32_t thread()
    {
        // Most events belong to the same thread as the event before.
        if (m_raw.pid == m_lastPid && m_raw.tid == m_lastTid && m_lastThread != kNone)
            return m_lastThread;
        const std::string key = m_raw.pid + '\n' + m_raw.tid;
        auto found = m_threads.find(key);
        if (found == m_threads.end()) {
            const std::uint32_t of = m_events.threads.size() < kMaxThreads ? process(m_raw.pid) : kNone;
            if (of == kNone)
                return kNone;
            const std::string& name = m_events.texts[m_events.texts.add(m_raw.tid)];
            ImportedThread made{of, "Thread " + name, 0, -1};
            std::int64_t number = -1;
            const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
            made.number = error == std::errc{} && end == name.data() + name.size() ? number : -1;
            m_events.threads.push_back(made);
            m_open.emplace_back();
            found = m_threads.emplace(key, static_cast<std::uint32_t>(m_events.threads.size() - 1)).first;
        }
        m_lastPid = m_raw.pid;
        m_lastTid = m_raw.tid;
        return m_lastThread = found->second;
    }

    [[nodiscard]] static bool isShown(char phase)
    {
        return phase != '\0' && std::string_view("XBEbestfC").find(phase) != std::string_view::npos;
    }

    void take()
    {
        constexpr std::int64_t kLongest = std::int64_t{1} << 60;
        m_raw.ts = std::max(m_raw.ts, -kLongest);
        m_raw.duration = std::min(m_raw.duration, kLongest);
        if (m_raw.phase == 'M')
            return metadata();
        const bool isSlice = m_raw.phase == 'X';
        if (!m_raw.isTimeKnown || (isSlice && m_raw.isDurationWrong)) {
            // Events that the timeline would not show anyway do not count as damaged.
            ++(isShown(m_raw.phase) ? m_events.timeless : m_events.skipped);
            return;
        }
        if (isSlice && m_raw.duration < 0) {
            ++m_events.backwards;
            return;
        }
        m_raw.duration = std::max<std::int64_t>(m_raw.duration, 0);
        switch (m_raw.phase) {
            case 'X':
                return complete();
            case 'B':
                return begin();
            case 'E':
                return end();
            case 'b':
                return beginAsync();
            case 'e':
                return endAsync();
            case 's':
            case 't':
            case 'f':
                return flow();
            case 'C':
                return counter();
            case 'i':
            case 'I':
                if (m_raw.name == "[memory]")
                    return memory();
                break;
            default:
                break;
        }
        ++m_events.skipped;
    }

    void complete()
    {
        if (m_raw.category == "Trace" || m_raw.category == "gpu_user_annotation") {
            ++m_events.skipped;  // the profiler's own slice, or a copy of the program's range
            return;
        }
        if (const std::uint32_t on = thread(); on != kNone)
            keepComplete(on);
        else
            ++m_events.leftOut;
    }

    void keepComplete(std::uint32_t on)
    {
        keep(slice(on));
        if (m_raw.links.recordLink <= 0 || m_raw.links.waitedStream < 0 || m_events.streamWaits.size() >= kMaxPoints)
            return;
        const std::int64_t link = m_raw.links.link, recordLink = m_raw.links.recordLink;
        // Streams are threads of their device's process.
        m_raw.tid = std::to_string(m_raw.links.waitedStream);
        if (const std::uint32_t recorded = thread(); recorded != kNone)
            m_events.streamWaits.push_back({link, recordLink, on, recorded});
    }

    void keep(const ImportedSlice& slice)
    {
        if (m_events.slices.size() < kMaxSlices)
            m_events.slices.push_back(slice);
        else
            ++m_events.leftOut;
    }

    void begin()
    {
        const std::uint32_t on = thread();
        if (on == kNone || m_openCount >= kMaxPoints) {
            ++m_events.leftOut;
            return;
        }
        m_open[on].push_back(slice(on));
        ++m_openCount;
    }

    void end()
    {
        const std::uint32_t on = thread();
        if (on == kNone || m_open[on].empty()) {
            ++m_events.skipped;
            return;
        }
        ImportedSlice slice = m_open[on].back();
        m_open[on].pop_back();
        --m_openCount;
        slice.end = std::max(slice.begin, m_raw.ts);
        keep(slice);
    }

    [[nodiscard]] std::uint64_t asyncKey() const
    {
        return hashOf(m_raw.name, hashOf(m_raw.category, hashOf(m_raw.id, hashOf(m_raw.pid))));
    }

    /// Asynchronous slices ("b" to "e" with the same id) may overlap, so they get a separate track.
    void beginAsync()
    {
        m_raw.tid = m_raw.category.empty() ? "async" : m_raw.category;
        const std::uint32_t on = thread();
        if (on == kNone || m_asyncCount >= kMaxPoints) {
            ++m_events.leftOut;
            return;
        }
        m_async[asyncKey()].push_back(slice(on));
        ++m_asyncCount;
    }
    void endAsync()
    {
        const auto found = m_async.find(asyncKey());
        if (found == m_async.end()) {
            ++m_events.skipped;
            return;
        }
        ImportedSlice slice = found->second.back();
        found->second.pop_back();
        if (found->second.empty())
            m_async.erase(found);
        --m_asyncCount;
        slice.end = std::max(slice.begin, m_raw.ts);
        keep(slice);
    }

    void flow()
    {
        const std::uint32_t on = thread();
        if (on == kNone || m_events.flows.size() >= kMaxPoints) {
            ++m_events.leftOut;
            return;
        }
        FlowEnd end;
        end.time = m_raw.ts;
        end.key = hashOf(m_raw.name, hashOf(m_raw.category, hashOf(m_raw.id)));
        end.thread = on;
        end.category = m_events.texts.add(m_raw.category);
        end.isStart = m_raw.phase != 'f';
        m_events.flows.push_back(end);
    }

    void counter()
    {
        const std::uint32_t of = process(m_raw.pid);
        for (const auto& [series, value] : m_raw.series) {
            if (of == kNone || m_events.counters.size() >= kMaxPoints) {
                ++m_events.leftOut;
                continue;
            }
            m_events.counters.push_back(
                {m_raw.ts, value, of, m_events.texts.add(m_raw.name), m_events.texts.add(series)});
        }
    }

    void memory()
    {
        if (m_events.memory.size() >= kMaxPoints) {
            ++m_events.leftOut;
            return;
        }
        MemoryEvent event;
        event.time = m_raw.ts;
        event.bytes = std::clamp(m_raw.memory.bytes, -kMaxBytes, kMaxBytes);
        event.allocated = std::clamp<std::int64_t>(m_raw.memory.allocated, -1, kMaxBytes);
        event.reserved = std::clamp<std::int64_t>(m_raw.memory.reserved, -1, kMaxBytes);
        event.address = m_raw.memory.address;
        // The frameworks use 0 for the CPU, 1 for CUDA, and higher numbers for other vendors' accelerators.
        if (m_raw.memory.deviceType > 0)
            event.gpu = static_cast<std::int32_t>(std::clamp<std::int64_t>(m_raw.memory.device, 0, 1 << 20));
        m_events.memory.push_back(event);
    }

    ImportedSlice slice(std::uint32_t on)
    {
        ImportedSlice result;
        result.begin = m_raw.ts;
        result.end = m_raw.ts + m_raw.duration;
        result.thread = on;
        result.link = m_raw.links.link;
        result.name = m_events.texts.add(m_raw.name);
        result.category = m_events.texts.add(m_raw.category);
        result.layer = layerOf(m_raw.category);
        if (!m_raw.details.isEmpty() && m_events.details.size() < kMaxSlices) {
            SliceDetails details;
            details.stream = m_raw.details.stream;
            details.flops = m_raw.details.flops;
            details.bytes = m_raw.details.bytes;
            details.line = static_cast<std::int32_t>(std::clamp<std::int64_t>(m_raw.details.line, 0, 1 << 30));
            details.isFailed = m_raw.details.isFailed;
            details.text = m_events.texts.add(m_raw.details.text.empty() ? m_raw.details.stack : m_raw.details.text);
            result.details = static_cast<std::uint32_t>(m_events.details.size());
            m_events.details.push_back(details);
        }
        return result;
    }

    void metadata()
    {
        const bool isOfProcess = m_raw.name.starts_with("process_");
        const std::uint32_t of = isOfProcess ? process(m_raw.pid) : kNone;
        const std::uint32_t on = m_raw.name.starts_with("thread_") ? thread() : kNone;
        if (of != kNone && m_raw.name == "process_name")
            m_events.processes[of].name = m_events.texts[m_events.texts.add(m_raw.metadata.name)];
        else if (of != kNone && m_raw.name == "process_labels")
            m_events.processes[of].labels = m_events.texts[m_events.texts.add(m_raw.metadata.labels)];
        else if (of != kNone && m_raw.name == "process_sort_index")
            m_events.processes[of].sort = m_raw.metadata.sort;
        else if (on != kNone && m_raw.name == "thread_name")
            m_events.threads[on].name = m_events.texts[m_events.texts.add(m_raw.metadata.name)];
        else if (on != kNone && m_raw.name == "thread_sort_index")
            m_events.threads[on].sort = m_raw.metadata.sort;
        else
            ++m_events.skipped;
    }

    /// Closes slices without an end, such as those of an aborted program, at the time of the last event.
    void closeOpenSlices()
    {
        std::int64_t last = 0;
        for (const ImportedSlice& slice : m_events.slices)
            last = std::max(last, slice.end);
        const auto close = [&](std::vector<ImportedSlice>& open) {
            for (ImportedSlice& slice : open) {
                slice.end = std::max(slice.begin, last);
                keep(slice);
            }
        };
        for (std::vector<ImportedSlice>& open : m_open)
            close(open);
        std::vector<std::uint64_t> keys;
        for (const auto& [key, open] : m_async)
            keys.push_back(key);
        std::sort(keys.begin(), keys.end());
        for (const std::uint64_t key : keys)
            close(m_async[key]);
    }

    JsonReader m_json;
    ImportedEvents m_events;
    RawEvent m_raw;
    std::string m_key;
    std::string m_argument;
    std::string m_lastPid;
    std::string m_lastTid;
    std::uint32_t m_lastThread = kNone;
    std::unordered_map<std::string, std::uint32_t> m_processes;
    std::unordered_map<std::string, std::uint32_t> m_threads;
    std::vector<std::vector<ImportedSlice>> m_open;  ///< per thread: slices without an end so far
    std::size_t m_openCount = 0;
    std::unordered_map<std::uint64_t, std::vector<ImportedSlice>> m_async;  ///< by id: slices without an end so far
    std::size_t m_asyncCount = 0;
    bool m_isInEvent = false;
    bool m_isListClosed = false;
};

}  // namespace

Layer layerOf(std::string_view category)
{
    static const std::map<std::string_view, Layer> kLayers{
        {"cpu_op", Layer::HostOp},
        {"Operator", Layer::HostOp},
        {"cuda_runtime", Layer::HostCall},
        {"cuda_driver", Layer::HostCall},
        {"Runtime", Layer::HostCall},
        {"hip_runtime", Layer::HostCall},
        {"privateuse1_runtime", Layer::HostCall},
        {"xpu_runtime", Layer::HostCall},
        {"overhead", Layer::HostCall},
        {"python_function", Layer::Python},
        {"user_annotation", Layer::Annotation},
        {"kernel", Layer::Gpu},
        {"Kernel", Layer::Gpu},
        {"concurrent_kernel", Layer::Gpu},
        {"gpu_memcpy", Layer::Gpu},
        {"Memcpy", Layer::Gpu},
        {"gpu_memset", Layer::Gpu},
        {"Memset", Layer::Gpu},
        {"cuda_sync", Layer::Sync},
    };
    const auto found = kLayers.find(category);
    return found == kLayers.end() ? Layer::Plain : found->second;
}

Result<ImportedEvents> readChromeEvents(ByteStream& json)
{
    return EventReader(json).run();
}

}  // namespace engine::io::detail
