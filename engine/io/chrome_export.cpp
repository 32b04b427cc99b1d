#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/gzip.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>

namespace engine::io {

namespace {

constexpr int kProgram = 1;       ///< process of the program's own thread
constexpr int kLinks = 2;         ///< process of lanes that belong to no device
constexpr int kFirstDevice = 10;  ///< process of device 0

enum ProgramThread { kBenchmarks = 1, kStatements, kIssue, kWaits };

const char* nameOf(trace::Kind kind)
{
    constexpr std::array kNames{"compute", "backward", "elementwise", "copy_in", "copy_out", "copy_peer", "host"};
    return kNames[static_cast<std::size_t>(kind)];
}

const char* nameOf(trace::OpState state)
{
    constexpr std::array kNames{"issued", "ready", "running", "done", "failed", "skipped", "cancelled"};
    return kNames[static_cast<std::size_t>(state)];
}

const char* nameOf(trace::DependencyKind kind)
{
    constexpr std::array kNames{"RAW", "WAR", "WAW", "stream"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// Writes events one by one through a buffer.
class EventWriter {
public:
    using Take = std::function<Status(std::string_view)>;

    EventWriter(const trace::Trace& trace, const ChromeExportOptions& options, Take take)
        : m_trace(trace), m_options(options), m_take(std::move(take))
    {
        m_buffer.reserve(kBuffer + kBuffer / 4);
    }

    Status run()
    {
        m_buffer += "{\"displayTimeUnit\":\"ms\",\"otherData\":{";
        about();
        m_buffer += "},\"traceEvents\":[\n";
        processes();
        programThread();
        for (const trace::LaneRecord& lane : m_trace.lanes())
            spans(lane);
        if (m_options.withFlows)
            flows();
        if (m_options.withCounters) {
            counters();
            metrics();
        }
        m_buffer += "\n]}\n";
        flush(0);
        return m_status;
    }

private:
    static constexpr std::size_t kBuffer = std::size_t{1} << 18;

    void flush(std::size_t from)
    {
        if (m_buffer.size() < from)
            return;
        if (m_status)
            m_status = m_take(m_buffer);
        m_buffer.clear();
    }

    void integer(std::int64_t value)
    {
        std::array<char, 24> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        m_buffer.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    }
    /// JSON has no word for NaN and infinity, which only a damaged file brings here: they are 0.
    void real(double value)
    {
        std::array<char, 32> digits;
        const auto end =
            std::to_chars(digits.data(), digits.data() + digits.size(), std::isfinite(value) ? value : 0.0).ptr;
        m_buffer.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    }
    /// Microseconds with three decimals, exactly.
    void micros(Nanoseconds t)
    {
        std::int64_t ns = t.count();
        if (ns < 0) {
            m_buffer.push_back('-');
            ns = -ns;
        }
        integer(ns / 1000);
        const auto rest = static_cast<int>(ns % 1000);
        const char digits[4] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                                static_cast<char>('0' + rest % 10)};
        m_buffer.append(digits, 4);
    }
    void text(std::string_view value)
    {
        m_buffer.push_back('"');
        for (const char c : value) {
            if (c == '"' || c == '\\') {
                m_buffer.push_back('\\');
                m_buffer.push_back(c);
            } else if (static_cast<unsigned char>(c) < 0x20) {
                constexpr std::string_view kDigits = "0123456789abcdef";
                m_buffer += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\u00";
                if (c != '\n' && c != '\t') {
                    m_buffer.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
                    m_buffer.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
                }
            } else {
                m_buffer.push_back(c);
            }
        }
        m_buffer.push_back('"');
    }

    void about()
    {
        const trace::RunInfo& run = m_trace.run();
        const auto member = [&](const char* name, std::string_view value, const char* before = ",") {
            m_buffer += before;
            text(name);
            m_buffer.push_back(':');
            text(value);
        };
        member("generator", "Overlap", "");
        member("program", run.program);
        member("title", run.title);
        member("section", run.section);
        member("dialect", run.dialect);
        member("machine", run.machine);
        member("machineLabel", run.machineLabel);
        member("platform", run.platform == trace::PlatformKind::Virtual ? "virtual" : "real");
        member("note", run.platform == trace::PlatformKind::Virtual ? "simulated: times are modelled" : "measured");
    }

    /// Begins an event; its members follow, then end().
    void begin(const char* phase, int pid, std::int64_t tid)
    {
        m_buffer += m_isFirst ? "{\"ph\":\"" : ",\n{\"ph\":\"";
        m_isFirst = false;
        m_buffer += phase;
        m_buffer += "\",\"pid\":";
        integer(pid);
        m_buffer += ",\"tid\":";
        integer(tid);
    }
    void end()
    {
        m_buffer.push_back('}');
        flush(kBuffer);
    }

    void metadata(const char* what, int pid, std::int64_t tid, std::string_view name)
    {
        begin("M", pid, tid);
        m_buffer += ",\"name\":\"";
        m_buffer += what;
        m_buffer += "\",\"args\":{\"name\":";
        text(name);
        m_buffer.push_back('}');
        end();
    }
    void sortIndex(const char* what, int pid, std::int64_t tid, std::int64_t index)
    {
        begin("M", pid, tid);
        m_buffer += ",\"name\":\"";
        m_buffer += what;
        m_buffer += "\",\"args\":{\"sort_index\":";
        integer(index);
        m_buffer.push_back('}');
        end();
    }

    void process(int pid, std::string_view name)
    {
        metadata("process_name", pid, 0, name);
        sortIndex("process_sort_index", pid, 0, pid);
    }
    void thread(int pid, std::int64_t tid, std::string_view name)
    {
        metadata("thread_name", pid, tid, name);
        sortIndex("thread_sort_index", pid, tid, tid);
    }

    [[nodiscard]] int processOf(const trace::LaneRecord& lane) const
    {
        return lane.device.isValid() ? kFirstDevice + static_cast<int>(lane.device.index) : kLinks;
    }
    static std::int64_t threadOf(const trace::LaneRecord& lane) { return std::int64_t{lane.id.index} + 1; }

    void processes()
    {
        const bool isModelled = m_trace.run().platform == trace::PlatformKind::Virtual;
        process(kProgram, isModelled ? "Program (simulated)" : "Program");
        thread(kProgram, kBenchmarks, "Benchmarks");
        thread(kProgram, kStatements, "Statements");
        thread(kProgram, kIssue, "Issue");
        thread(kProgram, kWaits, "Waits");
        for (const trace::DeviceRecord& device : m_trace.devices())
            process(kFirstDevice + static_cast<int>(device.id.index), device.name);
        bool hasLinks = false;
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            if (!lane.device.isValid() && !hasLinks)
                process(kLinks, "Links");
            hasLinks |= !lane.device.isValid();
            thread(processOf(lane), threadOf(lane), lane.name);
        }
    }

    /// A complete slice; members of "args" may follow with argument(), then endSlice().
    void slice(int pid, std::int64_t tid, std::string_view name, const char* category, Nanoseconds from, Nanoseconds to)
    {
        begin("X", pid, tid);
        m_buffer += ",\"ts\":";
        micros(from);
        m_buffer += ",\"dur\":";
        micros(to - from);
        m_buffer += ",\"cat\":\"";
        m_buffer += category;
        m_buffer += "\",\"name\":";
        text(name);
        m_hasArguments = false;
    }
    void argument(const char* name)
    {
        m_buffer += m_hasArguments ? ",\"" : ",\"args\":{\"";
        m_hasArguments = true;
        m_buffer += name;
        m_buffer += "\":";
    }
    void argument(const char* name, std::int64_t value)
    {
        argument(name);
        integer(value);
    }
    void endSlice()
    {
        if (m_hasArguments)
            m_buffer.push_back('}');
        end();
    }

    void programThread()
    {
        for (const trace::BlockRecord& block : m_trace.blocks()) {
            slice(kProgram, kBenchmarks, block.label, "benchmark", block.begin, block.end);
            argument("line", block.line);
            argument("seconds");
            real(block.seconds);
            if (block.isFailed)
                argument("failed", 1);
            endSlice();
        }
        for (const trace::LineRecord& line : m_trace.lines()) {
            slice(kProgram, kStatements, "line " + std::to_string(line.line), "statement", line.begin, line.end);
            endSlice();
        }
        for (std::size_t i = 0; i < m_trace.opCount(); ++i) {
            const trace::Op& op = m_trace.op(OpId{i});
            slice(kProgram, kIssue, m_trace.text(op.name), "issue", op.issueBegin, op.issued);
            argument("op", op.id.index);
            endSlice();
        }
        for (const trace::WaitRecord& wait : m_trace.waits()) {
            slice(kProgram, kWaits, m_trace.text(wait.call), "wait", wait.begin, wait.end);
            argument("line", wait.line);
            if (wait.releasedBy.isValid())
                argument("for", wait.releasedBy.index);
            endSlice();
        }
    }

    void spans(const trace::LaneRecord& lane)
    {
        const int pid = processOf(lane);
        const std::int64_t tid = threadOf(lane);
        for (const trace::Span& span : m_trace.spans(lane.id)) {
            if (!span.op.isValid()) {
                const trace::HostRecord& host = m_trace.hosts()[span.extra];
                slice(pid, tid, m_trace.text(host.name), "host", host.begin, host.end);
                argument("line", host.line);
                endSlice();
                continue;
            }
            const trace::Op& op = m_trace.op(span.op);
            const std::string_view label = m_trace.text(op.label);
            slice(pid, tid, label.empty() ? m_trace.text(op.name) : label, nameOf(op.kind), op.started, op.finished);
            if (m_options.withArguments)
                arguments(op);
            endSlice();
        }
    }

    void arguments(const trace::Op& op)
    {
        argument("op", op.id.index);
        argument("line", op.line);
        if (op.label.isValid()) {
            argument("operator");
            text(m_trace.text(op.name));
        }
        if (op.text.isValid()) {
            argument("text");
            text(m_trace.text(op.text));
        }
        if (op.bytes.value > 0)
            argument("bytes", op.bytes.value);
        if (op.flops > 0) {
            argument("flops");
            real(op.flops);
        }
        if (op.state != trace::OpState::Done) {
            argument("state");
            text(nameOf(op.state));
        }
    }

    void flows()
    {
        std::int64_t id = 0;
        for (const trace::Edge& edge : m_trace.edges()) {
            const trace::Op& from = m_trace.op(edge.from);
            const trace::Op& to = m_trace.op(edge.to);
            ++id;
            if (!from.lane.isValid() || !to.lane.isValid())
                continue;
            // An arrow binds to the slice around its moment, so it leaves just before the end.
            const Nanoseconds leaves = std::max(from.started, from.finished - Nanoseconds{1});
            flow("s", from, leaves, id, edge.kind);
            flow("f", to, to.started, id, edge.kind);
        }
    }
    void flow(const char* phase, const trace::Op& op, Nanoseconds time, std::int64_t id, trace::DependencyKind kind)
    {
        const trace::LaneRecord& lane = m_trace.lanes()[op.lane.index];
        begin(phase, processOf(lane), threadOf(lane));
        m_buffer += ",\"ts\":";
        micros(time);
        m_buffer += ",\"id\":";
        integer(id);
        m_buffer += ",\"cat\":\"";
        m_buffer += nameOf(kind);
        m_buffer += phase[0] == 'f' ? "\",\"name\":\"dependency\",\"bp\":\"e\"" : "\",\"name\":\"dependency\"";
        end();
    }

    void counters()
    {
        for (const trace::DeviceRecord& device : m_trace.devices())
            for (const trace::MemoryRecord& event : m_trace.memory(device.id)) {
                begin("C", kFirstDevice + static_cast<int>(device.id.index), 0);
                m_buffer += ",\"ts\":";
                micros(event.time);
                m_buffer += ",\"cat\":\"memory\",\"name\":\"memory\",\"args\":{\"allocated\":";
                integer(event.allocated.value);
                m_buffer += ",\"held\":";
                integer(event.held.value);
                m_buffer += ",\"reserved\":";
                integer(event.reserved.value);
                m_buffer.push_back('}');
                end();
            }
    }

    /// Loss and accuracy as counters of the program. JSON has no NaN, so what is no number is left out.
    void metrics()
    {
        for (const trace::MetricRecord& metric : m_trace.metrics()) {
            if (!std::isfinite(metric.value))
                continue;
            begin("C", kProgram, 0);
            m_buffer += ",\"ts\":";
            micros(metric.time);
            m_buffer += ",\"cat\":\"metric\",\"name\":";
            text(metric.name);
            std::array<char, 40> value{};
            std::snprintf(value.data(), value.size(), "%.9g", metric.value);
            m_buffer += ",\"args\":{\"value\":";
            m_buffer += value.data();
            m_buffer.push_back('}');
            end();
        }
    }

    const trace::Trace& m_trace;
    ChromeExportOptions m_options;
    Take m_take;
    Status m_status;
    std::string m_buffer;
    bool m_isFirst = true;
    bool m_hasArguments = false;
};

}  // namespace

std::string chromeTrace(const trace::Trace& trace, const ChromeExportOptions& options)
{
    std::string json;
    const auto take = [&](std::string_view bytes) {
        json += bytes;
        return Status{};
    };
    static_cast<void>(EventWriter(trace, options, take).run());
    return json;
}

Status exportChromeTrace(const trace::Trace& trace, const std::filesystem::path& path,
                         const ChromeExportOptions& options)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    const auto toFile = [&](std::string_view bytes) { return file->write(bytes); };
    if (path.extension() == ".gz") {
        detail::Gzip gzip(toFile);
        if (Status status = EventWriter(trace, options, [&](std::string_view b) { return gzip.write(b); }).run();
            !status)
            return status;
        if (Status status = gzip.finish(); !status)
            return status;
    } else if (Status status = EventWriter(trace, options, toFile).run(); !status) {
        return status;
    }
    return file->commit();
}

}  // namespace engine::io
