/// Prints a trace file as one line per record, without free text: operations, lanes, times, dependencies, waits, memory
/// and timed blocks. If two builds of Overlap schedule a program equally, the dumps of its runs are equal.
/// Usage: dump_trace FILE
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"

#include <cstdio>

namespace {

using namespace engine;
using namespace engine::trace;

/// Prints one record and its fields: an id as its index, a time in nanoseconds, an enum as its number.
class Line {
public:
    explicit Line(const char* record) { std::fputs(record, stdout); }
    ~Line() { std::putchar('\n'); }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    template <typename... Fields>
    void add(const Fields&... fields)
    {
        (addOne(fields), ...);
    }

private:
    void addOne(Nanoseconds time) { print(time.count()); }
    void addOne(Bytes bytes) { print(bytes.value); }
    void addOne(double value) { std::printf(" %.17g", value); }
    void addOne(Cause cause) { add(cause.kind, cause.op); }
    template <typename Tag>
    void addOne(Id<Tag> id)
    {
        print(id.isValid() ? static_cast<std::int64_t>(id.index) : -1);
    }
    template <typename Integer>
    requires std::is_integral_v<Integer> || std::is_enum_v<Integer>
    void addOne(Integer value) { print(static_cast<std::int64_t>(value)); }
    static void print(std::int64_t value) { std::printf(" %lld", static_cast<long long>(value)); }
};

template <typename... Fields>
void print(const char* record, const Fields&... fields)
{
    Line(record).add(fields...);
}

void dump(const RunRecord& r)
{
    print("run", r->platform, r->values, r->seed, r->parameters.size());
}
void dump(const DeviceRecord& r)
{
    print("device", r.id, r.kind, r.capacity, r.usedByOthers, r.peakFlops);
}
void dump(const LaneRecord& r)
{
    print("lane", r.id, r.device, r.role, r.index, r.capacity);
}
void dump(const IssueRecord& r)
{
    print("issue", r.op, r.begin, r.end, r.kind, r.device, r.line, r.flops, r.bytes, r.outputBytes, r.hostMemory);
}
void dump(const StartRecord& r)
{
    print("start", r.op, r.lane, r.started);
}
void dump(const LifeRecord& r)
{
    print("life", r.op, r.lane, r.ready, r.started, r.finished, r.state, r.readyCause, r.startCause, r.culprit);
}
void dump(const LinkRateRecord& r)
{
    print("rate", r.time, r.lane, r.rate);
}
void dump(const DependencyRecord& r)
{
    print("edge", r.from, r.to, r.kind);
}
void dump(const WaitRecord& r)
{
    print("wait", r.begin, r.end, r.line, r.target, r.device, r.op, r.releasedBy);
}
void dump(const HostRecord& r)
{
    print("host", r.begin, r.end, r.line, r.op, r.lane);
}
void dump(const LineRecord& r)
{
    print("line", r.begin, r.end, r.line);
}
void dump(const BlockRecord& r)
{
    print("block", r.begin, r.end, r.line, r.seconds, r.isFailed);
}
void dump(const StepRecord& r)
{
    print("step", r.begin, r.end, r.kind, r.index, r.count, r.line);
}
void dump(const MemoryRecord& r)
{
    print("memory", r.time, r.device, r.act, r.bytes, r.allocated, r.held, r.reserved, r.variable, r.op);
}
void dump(const MetricRecord& r)
{
    print("metric", r.time, r.value, r.step);
}
void dump(const ErrorRecord& r)
{
    print("error", r.time, r.line, r.op);
}
void dump(const EndRecord& r)
{
    print("end", r.time, r.isComplete);
}
void dump(const NameRecord&) {}
void dump(const LabelRecord&) {}
void dump(const OutputRecord&) {}
void dump(const NoteRecord&) {}

class Printer final : public Sink {
public:
    void write(Record record) override
    {
        std::visit([](const auto& r) { dump(r); }, record);
    }
    [[nodiscard]] NameId intern(std::string_view) override { return NameId{}; }
};

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("usage: dump_trace FILE\n", stderr);
        return 2;
    }
    const auto opened = io::openTrace(argv[1]);
    if (!opened) {
        std::fprintf(stderr, "dump_trace: %s cannot be opened\n", argv[1]);
        return 1;
    }
    Printer printer;
    io::replay(*opened->trace, printer);
}
