#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/base64.h"
#include "engine/io/detail/chrome_names.h"
#include "engine/io/detail/chrome_text.h"
#include "engine/io/detail/chunk_encoder.h"
#include "engine/io/detail/gzip.h"
#include "engine/io/detail/json_reader.h"
#include "engine/io/trace_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace engine::io {

namespace {

constexpr std::array<std::string_view, 7> kStates{"issued", "ready",   "running",  "done",
                                                  "failed", "skipped", "cancelled"};
constexpr std::array<std::string_view, 4> kDependencies{"RAW", "WAR", "WAW", "stream"};
constexpr std::array<std::string_view, 9> kCauses{"none",   "issued",   "data",   "stream", "engine",
                                                  "worker", "resource", "memory", "wait"};
constexpr std::array<std::string_view, 5> kTargets{"all", "device", "stream", "op", "event"};
constexpr std::array<std::string_view, 5> kHostMemory{"none", "pageable", "pageable_warm", "pinned", "pinned_pool"};
constexpr std::array<std::string_view, 3> kOutputs{"standard", "error", "result"};

template <typename E, std::size_t N>
std::string_view wordOf(const std::array<std::string_view, N>& words, E value)
{
    return words[static_cast<std::size_t>(value)];
}

constexpr int kProgram = 1;       ///< process number of the program's own thread
constexpr int kLinks = 2;         ///< process number of lanes that belong to no device
constexpr int kFirstDevice = 10;  ///< process number of device 0

using detail::ProgramThread;

constexpr std::int64_t threadOf(ProgramThread thread)
{
    return static_cast<std::int64_t>(thread) + 1;
}
constexpr std::int64_t kMessages = detail::kProgramRows.size() + 1;

/// Number of record bytes in one JSON string. Base64 needs 4/3 as many characters, and the reader limits the length of
/// a string.
constexpr std::size_t kPiece = 48'000;
static_assert(kPiece % 3 == 0 && kPiece / 3 * 4 <= detail::JsonReader::kLongestString);

/// Assigns a process and a thread of the exported file to each row.
class Rows {
public:
    explicit Rows(const trace::Trace& trace) : m_trace(trace) {}

    /// Whether the trace shows several ranks. If so, each rank becomes a process.
    [[nodiscard]] bool showsRanks() const { return m_trace.rankPart().set != nullptr; }
    [[nodiscard]] int processOf(DeviceId device) const
    {
        const bool isOfRank = showsRanks() && device.index < m_trace.devices().size();
        return kFirstDevice + static_cast<int>(isOfRank ? m_trace.devices()[device.index].member : device.index);
    }
    [[nodiscard]] int processOf(const trace::LaneRecord& lane) const
    {
        return lane.device.isValid() ? processOf(lane.device) : kLinks;
    }
    [[nodiscard]] static std::int64_t threadOf(const trace::LaneRecord& lane)
    {
        return std::int64_t{lane.id.index} + 1;
    }
    /// Returns the number of the thread that shows when operations were issued; each rank has one such thread.
    [[nodiscard]] std::int64_t issueOf(DeviceId device) const
    {
        return static_cast<std::int64_t>(m_trace.lanes().size() + m_trace.devices()[device.index].member) + 1;
    }

private:
    const trace::Trace& m_trace;
};

/// Whether the export writes the operation as a slice of its lane.
bool hasSlice(const trace::Op& op)
{
    return op.lane.isValid() && op.state >= trace::OpState::Done;
}

class EventWriter : private detail::ChromeText {
public:
    EventWriter(const trace::Trace& trace, Output output) : ChromeText(std::move(output)), m_trace(trace), m_rows(trace)
    {
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
        flows();
        counters();
        metrics();
        m_buffer += "\n]";
        const Status written = records();
        m_buffer += "}\n";
        flush(0);
        return written ? status() : written;
    }

private:
    void about()
    {
        const trace::RunInfo& run = m_trace.run();
        const auto entry = [&](const char* name, std::string_view value, const char* before = ",") {
            m_buffer += before;
            text(name);
            m_buffer.push_back(':');
            text(value);
        };
        entry("generator", detail::kGenerator, "");
        entry("program", run.program);
        entry("title", run.title);
        entry("section", run.section);
        entry("dialect", run.dialect);
        entry("machine", run.machine);
        entry("machineLabel", run.machineLabel);
        entry("platform", run.platform == trace::PlatformKind::Virtual ? "virtual" : "real");
        entry("note", run.platform == trace::PlatformKind::Virtual ? "simulated: times are modelled" : "measured");
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

    void programRow(ProgramThread row) { thread(kProgram, threadOf(row), detail::rowOf(row).name); }
    void programSlice(ProgramThread row, std::string_view name, Nanoseconds begin, Nanoseconds end)
    {
        slice(kProgram, threadOf(row), name, detail::rowOf(row).category, begin, end);
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

    void processes()
    {
        const bool isModelled = m_trace.run().platform == trace::PlatformKind::Virtual;
        process(kProgram, isModelled ? "Program (simulated)" : "Program");
        for (const ProgramThread row :
             {ProgramThread::Benchmarks, ProgramThread::Statements, ProgramThread::Issue, ProgramThread::Waits})
            programRow(row);
        for (const trace::StepRecord& step : m_trace.programPart().steps)
            m_hasSteps[static_cast<std::size_t>(step.kind)] = true;
        if (m_hasSteps[0])
            programRow(ProgramThread::Epochs);
        if (m_hasSteps[1])
            programRow(ProgramThread::Batches);
        if (!m_trace.programPart().outputs.empty() || !m_trace.notes().empty() || m_trace.error())
            thread(kProgram, kMessages, "Messages");
        for (const trace::DeviceRecord& device : m_trace.devices())
            if (m_rows.showsRanks())
                rank(device);
            else
                process(m_rows.processOf(device.id), device.name);
        bool hasLinks = false;
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            if (!lane.device.isValid() && !hasLinks)
                process(kLinks, "Links");
            hasLinks |= !lane.device.isValid();
            thread(m_rows.processOf(lane), Rows::threadOf(lane), lane.name);
        }
    }

    void rank(const trace::DeviceRecord& device)
    {
        const int pid = m_rows.processOf(device.id);
        process(pid, device.name.substr(0, device.name.find(" · ")));
        thread(pid, m_rows.issueOf(device.id), "Issue");
    }
    void programThread()
    {
        for (const trace::BlockRecord& block : m_trace.blocks()) {
            programSlice(ProgramThread::Benchmarks, block.label, block.begin, block.end);
            argument("line", block.line);
            argument("seconds", block.seconds);
            if (block.isFailed)
                argument("failed", 1);
            endSlice();
        }
        for (const trace::LineRecord& line : m_trace.programPart().lines) {
            programSlice(ProgramThread::Statements, "line " + std::to_string(line.line), line.begin, line.end);
            endSlice();
        }
        for (std::size_t i = 0; i < m_trace.opCount(); ++i) {
            const trace::Op& op = m_trace.op(OpId{i});
            slice(m_rows.showsRanks() ? m_rows.processOf(op.device) : kProgram,
                  m_rows.showsRanks() ? m_rows.issueOf(op.device) : threadOf(ProgramThread::Issue),
                  m_trace.text(op.name), detail::rowOf(ProgramThread::Issue).category, op.issueBegin, op.issued);
            argument("op", op.id.index);
            if (!hasSlice(op))
                arguments(op);
            endSlice();
        }
        for (const trace::WaitRecord& wait : m_trace.waits()) {
            programSlice(ProgramThread::Waits, m_trace.text(wait.call), wait.begin, wait.end);
            argument("line", wait.line);
            argument("for", wait.releasedBy);
            argument("target", wordOf(kTargets, wait.target));
            endSlice();
        }
        steps();
        messages();
    }

    /// Writes epochs and batches to separate threads: slices of one thread must not overlap, but an epoch and a batch
    /// may.
    void steps()
    {
        for (const trace::StepRecord& step : m_trace.programPart().steps) {
            const bool isEpoch = step.kind == trace::StepKind::Epoch;
            const ProgramThread row = isEpoch ? ProgramThread::Epochs : ProgramThread::Batches;
            programSlice(row, std::string(detail::rowOf(row).category) + ' ' + std::to_string(step.index), step.begin,
                         step.end);
            argument("index", step.index);
            argument("count", step.count);
            argument("line", step.line);
            endSlice();
        }
    }

    void message(std::string_view text, const char* category, Nanoseconds time, std::int32_t line, OpId op)
    {
        instant(kProgram, kMessages, text, category, time);
        argument("line", line);
        argument("op", op);
    }

    void messages()
    {
        for (const trace::OutputRecord& output : m_trace.programPart().outputs) {
            message(output.text, "output", output.time, output.line, {});
            argument("stream", wordOf(kOutputs, output.stream));
            endSlice();
        }
        for (const trace::NoteRecord& note : m_trace.notes()) {
            message(note.text.english(), "note", note.time, note.line, note.op);
            argument("warning", note.isWarning ? 1 : 0);
            endSlice();
        }
        if (const auto& error = m_trace.error()) {
            message(error->message, "error", error->time, error->line, error->op);
            argument("type", error->type);
            argument("traceback", error->traceback);
            endSlice();
        }
    }

    void spans(const trace::LaneRecord& lane)
    {
        const int pid = m_rows.processOf(lane);
        const std::int64_t tid = Rows::threadOf(lane);
        for (const trace::Span& span : m_trace.spans(lane.id)) {
            if (!span.op.isValid()) {
                const trace::HostRecord& host = m_trace.programPart().hosts[span.extra];
                slice(pid, tid, m_trace.text(host.name), wordOf(detail::kKindWords, trace::Kind::Host), host.begin,
                      host.end);
                argument("line", host.line);
                endSlice();
                continue;
            }
            const trace::Op& op = m_trace.op(span.op);
            const std::string_view label = m_trace.text(op.label);
            slice(pid, tid, label.empty() ? m_trace.text(op.name) : label, wordOf(detail::kKindWords, op.kind),
                  op.started, op.finished);
            argument("op", op.id.index);
            arguments(op);
            argument("ready", op.ready);
            cause("readyBy", op.readyCause);
            cause("startBy", op.startCause);
            endSlice();
        }
    }

    void arguments(const trace::Op& op)
    {
        argument("line", op.line);
        if (op.label.isValid())
            argument("operator", m_trace.text(op.name));
        if (op.text.isValid())
            argument("text", m_trace.text(op.text));
        if (op.phase.isValid())
            argument("phase", m_trace.text(op.phase));
        if (op.bytes.value > 0)
            argument("bytes", op.bytes.value);
        if (op.flops > 0)
            argument("flops", op.flops);
        if (op.hostMemory != trace::HostMemory::None)
            argument("memory", wordOf(kHostMemory, op.hostMemory));
        if (op.state != trace::OpState::Done)
            argument("state", wordOf(kStates, op.state));
    }

    void cause(const char* name, const trace::Cause& cause)
    {
        if (cause.kind == trace::CauseKind::None)
            return;
        m_text = wordOf(kCauses, cause.kind);
        if (cause.op.isValid()) {
            m_text += ' ';
            m_text += std::to_string(cause.op.index);
        }
        argument(name, m_text);
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
            // A flow event binds to the slice that encloses its time, so the flow starts 1 ns before the end of its
            // slice.
            const Nanoseconds leaves = std::max(from.started, from.finished - Nanoseconds{1});
            flow("s", from, leaves, id, edge.kind);
            flow("f", to, to.started, id, edge.kind);
        }
    }
    void flow(const char* phase, const trace::Op& op, Nanoseconds time, std::int64_t id, trace::DependencyKind kind)
    {
        const trace::LaneRecord& lane = m_trace.lanes()[op.lane.index];
        begin(phase, m_rows.processOf(lane), Rows::threadOf(lane));
        m_buffer += ",\"ts\":";
        micros(time);
        m_buffer += ",\"id\":";
        integer(id);
        m_buffer += ",\"cat\":\"";
        m_buffer += wordOf(kDependencies, kind);
        m_buffer += phase[0] == 'f' ? "\",\"name\":\"dependency\",\"bp\":\"e\"" : "\",\"name\":\"dependency\"";
        end();
    }

    void counters()
    {
        for (const trace::DeviceRecord& device : m_trace.devices())
            for (const trace::MemoryRecord& event : m_trace.memory(device.id)) {
                begin("C", m_rows.processOf(device.id), 0);
                m_buffer += ",\"ts\":";
                micros(event.time);
                m_buffer += ",\"cat\":\"memory\",\"name\":\"memory\"";
                m_buffer += ",\"args\":{\"allocated\":";
                integer(event.allocated.value);
                m_buffer += ",\"held\":";
                integer(event.held.value);
                m_buffer += ",\"reserved\":";
                integer(event.reserved.value);
                m_buffer.push_back('}');
                end();
            }
    }

    /// Writes the metrics, such as loss and accuracy, as counters of the program. JSON has no NaN, so values that are
    /// not finite are skipped.
    void metrics()
    {
        for (const trace::MetricRecord& metric : m_trace.programPart().metrics) {
            if (!std::isfinite(metric.value))
                continue;
            begin("C", kProgram, 0);
            m_buffer += ",\"ts\":";
            micros(metric.time);
            m_buffer += ",\"cat\":\"metric\",\"name\":";
            text(metric.name);
            m_buffer += ",\"args\":{\"value\":";
            real(metric.value);
            m_buffer.push_back('}');
            end();
        }
    }

    /// Writes the records of the program run after the events, because Perfetto may stop at a member that it does not
    /// know. Writes nothing for an overview of ranks, because the files of the ranks contain the records.
    Status records()
    {
        if (m_rows.showsRanks())
            return {};
        bool isFirst = true;
        const auto piece = [&](std::string_view bytes) {
            for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece))) {
                m_buffer += std::exchange(isFirst, false) ? "\n\"" : ",\n\"";
                detail::appendBase64(bytes.substr(0, kPiece), m_buffer);
                m_buffer.push_back('"');
                flush(kPiece);
            }
            return status();
        };
        m_buffer += ",\"";
        m_buffer += detail::kRecordsMember;
        m_buffer += "\":[";
        const auto& rank = m_trace.rankPart().rank;
        detail::ChunkWriter chunks(piece, rank ? detail::kRankVersion : detail::kVersion);
        detail::ChunkSink sink = rank ? detail::ChunkSink(chunks, rank->rank) : detail::ChunkSink(chunks);
        replay(m_trace, sink);
        sink.flush();
        const Status written = chunks.finish();
        m_buffer.push_back(']');
        return written;
    }

    const trace::Trace& m_trace;
    const Rows m_rows;
    std::string m_text;
    std::array<bool, 2> m_hasSteps{};  ///< indexed by trace::StepKind
};

}  // namespace

std::string chromeTrace(const trace::Trace& trace)
{
    std::string json;
    const auto output = [&](std::string_view bytes) {
        json += bytes;
        return Status{};
    };
    static_cast<void>(EventWriter(trace, output).run());
    return json;
}

Status exportChromeTrace(const trace::Trace& trace, const std::filesystem::path& path)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    const auto toFile = [&](std::string_view bytes) { return file->write(bytes); };
    if (path.extension() == ".gz") {
        detail::Gzip gzip(toFile);
        if (Status status = EventWriter(trace, [&](std::string_view b) { return gzip.write(b); }).run(); !status)
            return status;
        if (Status status = gzip.finish(); !status)
            return status;
    } else if (Status status = EventWriter(trace, toFile).run(); !status) {
        return status;
    }
    return file->commit();
}

}  // namespace engine::io
