#include "engine/analysis/summary.h"
#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/benchmarks/table.h"
#include "tests/engine/io/import_json.h"
#include "tests/engine/io/imported_samples.h"

#include <cmath>
#include <ctime>
#include <filesystem>
#include <random>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;
using namespace engine::trace;

namespace {

constexpr int kLanes = 16;

/// Returns the processor time that `work` takes, of the calling thread unless `clock` says otherwise.
double secondsOf(const auto& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
    const auto now = [clock] {
        timespec time{};
        ::clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    };
    const double begin = now();
    work();
    return now() - begin;
}

double medianSeconds(int rounds, const auto& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i)
        times.push_back(secondsOf(work, clock));
    return bench::median(times);
}

void describe(Sink& sink, int lanes)
{
    sink.write(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
    for (int i = 0; i < lanes; ++i)
        sink.write(LaneRecord{LaneId{i}, DeviceId{0}, LaneRole::Compute, static_cast<std::uint16_t>(i), "lane", 0});
}

/// The records of one operation of a simulated run.
struct OpRecords {
    IssueRecord issue;
    LifeRecord life;

    void set(std::uint32_t op, NameId name)
    {
        issue.op = life.op = OpId{op};
        issue.name = name;
        issue.device = DeviceId{0};
        issue.begin = Nanoseconds{std::int64_t{op} * 100};
        issue.end = life.ready = life.started = issue.begin + Nanoseconds{50};
        life.finished = life.started + Nanoseconds{90};
        life.lane = LaneId{0};
    }
};

void measureRecording(bench::Table& table)
{
    constexpr std::uint32_t kOps = 300'000;
    const auto perOp = [&](auto&& write) {
        return medianSeconds(3,
                             [&] {
                                 Recorder recorder;
                                 describe(recorder, 1);
                                 const NameId name = recorder.intern("mm");
                                 OpRecords records;
                                 for (std::uint32_t op = 0; op < kOps; ++op) {
                                     records.set(op, name);
                                     write(recorder, records, op);
                                 }
                             }) /
               kOps * 1e9;
    };
    table.add({.name = "write: one line record (24 B)",
               .value = perOp([](Recorder& r, const OpRecords& o, std::uint32_t) {
                   r.write(LineRecord{o.issue.begin, o.issue.end, 1});
               }),
               .unit = "ns",
               .atMost = 20,
               .aim = 10,
               .note = "with the collector on another core"});
    table.add({.name = "write: one life record (72 B)",
               .value = perOp([](Recorder& r, const OpRecords& o, std::uint32_t) { r.write(o.life); }),
               .unit = "ns",
               .atMost = 40,
               .aim = 20});

    // Measures the total cost of an operation for a simulator: its six records are written, applied and added to a
    // snapshot.
    const double whole = medianSeconds(
        3,
        [&] {
            Recorder recorder;
            describe(recorder, 1);
            const NameId name = recorder.intern("mm");
            OpRecords records;
            for (std::uint32_t op = 0; op < kOps; ++op) {
                records.set(op, name);
                recorder.write(records.issue);
                recorder.write(LabelRecord{OpId{op}, name, name});
                if (op > 0)
                    recorder.write(DependencyRecord{OpId{op - 1}, OpId{op}, DependencyKind::ReadAfterWrite});
                recorder.write(
                    MemoryRecord{records.issue.end, DeviceId{0}, MemoryAct::Allocate, {}, {}, {}, {}, {}, OpId{op}});
                recorder.write(records.life);
                recorder.write(
                    MemoryRecord{records.life.finished, DeviceId{0}, MemoryAct::Free, {}, {}, {}, {}, {}, OpId{op}});
            }
            recorder.finish();
            static_cast<void>(recorder.snapshot());
        },
        CLOCK_PROCESS_CPUTIME_ID);
    table.add({.name = "record, apply, publish: one operation, 6 records",
               .value = whole / kOps * 1e9,
               .unit = "ns",
               .atMost = 700,
               .note = "of both threads; the simulator may use 1000 ns in all"});
}

void measureNames(bench::Table& table)
{
    constexpr int kNames = 200'000;
    Recorder recorder;
    std::vector<std::string> texts;
    for (int i = 0; i < kNames; ++i)
        texts.push_back("y[" + std::to_string(i) + "]");
    const auto all = [&] {
        for (const std::string& text : texts)
            static_cast<void>(recorder.intern(text));
    };
    table.add({.name = "intern: a new text", .value = secondsOf(all) / kNames * 1e9, .unit = "ns"});
    table.add({.name = "intern: a known text", .value = secondsOf(all) / kNames * 1e9, .unit = "ns"});
}

/// Creates spans of a busy run: 16 lanes, log-normal lengths, about 80 % busy.
std::vector<LaneIndex> makeLanes(std::int64_t spans)
{
    std::mt19937_64 random(1);
    std::normal_distribution<double> logarithm(std::log(12'000.0), 1.2);
    std::vector<LaneIndex> lanes(kLanes);
    for (LaneIndex& lane : lanes) {
        std::int64_t t = 0;
        for (std::int64_t i = 0; i < spans / kLanes; ++i) {
            Span span;
            const auto length = static_cast<std::int64_t>(std::exp(logarithm(random)));
            t += random() % 3 == 0 ? length * 3 / 4 : 0;
            span.begin = Nanoseconds{t};
            span.setDuration(Nanoseconds{length});
            span.kind = static_cast<Kind>(random() % 6);
            lane.insert(span);
            t += length;
        }
    }
    return lanes;
}

void measureCoverage(bench::Table& table, std::int64_t spans, const std::string& count)
{
    std::vector<LaneIndex> lanes;
    const double build = secondsOf([&] { lanes = makeLanes(spans); });
    std::size_t bytes = 0;
    Nanoseconds extent{};
    for (const LaneIndex& lane : lanes) {
        bytes += lane.bytes();
        extent = std::max(extent, lane.spans().back().end());
    }
    Coverage coverage;
    const auto cover = [&](double share) {
        const auto width = Nanoseconds{static_cast<std::int64_t>(static_cast<double>(extent.count()) * share)};
        const Nanoseconds begin = (extent - width) / 3;
        return medianSeconds(9,
                             [&] {
                                 for (const LaneIndex& lane : lanes)
                                     lane.cover({begin, begin + width, 1464}, coverage);
                             }) *
               1e3;
    };
    const double full = spans >= 10'000'000 ? 12.0 : 4.0;
    table.add({.name = "cover " + count + " spans, full view", .value = cover(1.0), .unit = "ms", .atMost = full});
    table.add({.name = "cover " + count + " spans, 10 %", .value = cover(0.1), .unit = "ms", .atMost = full});
    table.add({.name = "cover " + count + " spans, 1 %", .value = cover(0.01), .unit = "ms", .atMost = 3.0});
    table.add({.name = "memory of " + count + " spans with index",
               .value = static_cast<double>(bytes) / static_cast<double>(spans / kLanes * kLanes),
               .unit = "B/span",
               .atMost = spans >= 1'000'000 ? std::optional<double>(28.0) : std::nullopt,
               .note = "append " + std::to_string(static_cast<int>(build / static_cast<double>(spans) * 1e9)) +
                       " ns with its random numbers"});
}

TracePtr makeTrace(std::int64_t spans, std::int64_t blocks = 0)
{
    Store store;
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
    for (int i = 0; i < kLanes; ++i)
        store.apply(LaneRecord{LaneId{i}, DeviceId{0}, LaneRole::Compute, 0, "lane", 0});
    store.apply(NameRecord{NameId{0}, "mm"});
    std::mt19937 random(1);
    for (std::int64_t i = 0; i < spans; ++i) {
        OpRecords records;
        records.set(static_cast<std::uint32_t>(i), NameId{0});
        records.life.lane = LaneId{static_cast<int>(i % kLanes)};
        records.life.finished = records.life.started + Nanoseconds{800 + static_cast<std::int64_t>(random() % 700)};
        store.apply(records.issue);
        store.apply(records.life);
    }
    const std::int64_t each = blocks > 0 ? spans * 100 / blocks : 0;
    for (std::int64_t i = 0; i < blocks; ++i)
        store.apply(BlockRecord{Nanoseconds{i * each}, Nanoseconds{(i + 1) * each}, 1, "block", 0, false});
    store.apply(EndRecord{Nanoseconds{spans * 100 + 2000}, true});
    return store.snapshot();
}

void measureSnapshots(bench::Table& table)
{
    Recorder recorder;
    describe(recorder, kLanes);
    std::uint32_t op = 0;
    const auto run = [&](std::uint32_t count) {
        OpRecords records;
        for (const std::uint32_t end = op + count; op < end; ++op) {
            records.set(op, {});
            records.life.lane = LaneId{op % kLanes};
            recorder.write(records.issue);
            recorder.write(records.life);
        }
    };
    run(1'000'000);
    recorder.finish();
    static_cast<void>(recorder.snapshot());
    std::vector<double> times;
    for (int tick = 0; tick < 50; ++tick) {
        run(3300);
        times.push_back(secondsOf([&] { static_cast<void>(recorder.snapshot()); }) * 1e3);
    }
    table.add({.name = "snapshot: 3300 operations more on 1 M",
               .value = bench::median(times),
               .unit = "ms",
               .atMost = 4,
               .note = "100 k operations/s at 30 fps, taken in by the asking thread"});
}

void measureFiles(bench::Table& table)
{
    constexpr std::int64_t kSpans = 500'000;
    const TracePtr trace = makeTrace(kSpans);
    const auto folder = std::filesystem::temp_directory_path() / "overlap-bench-trace";
    std::filesystem::create_directories(folder);
    const auto size = [](const std::filesystem::path& path) {
        return static_cast<double>(std::filesystem::file_size(path)) * 1e-6;
    };

    // A Chrome trace has two events per operation: its issue and its span.
    const auto json = folder / "trace.json";
    const double chrome = secondsOf([&] { static_cast<void>(io::exportChromeTrace(*trace, json)); });
    table.add({.name = "Chrome trace, 1 M events written",
               .value = chrome,
               .unit = "s",
               .atMost = 1.0,
               .note = std::to_string(static_cast<int>(size(json))) + " MB, with fsync"});
    const std::string text = *io::readFile(json);
    const double import = secondsOf([&] {
        Store store;
        static_cast<void>(tests::importJson(text, "bench", store));
    });
    table.add({.name = "Chrome trace, 1 M events read", .value = import, .unit = "s"});

    const auto native = folder / "trace.overlap";
    const double write = secondsOf([&] { static_cast<void>(io::saveTrace(*trace, native)); });
    const double records = static_cast<double>(kSpans) * 2;
    table.add({.name = "native file written",
               .value = records / write * 1e-6,
               .unit = "M rec/s",
               .note = std::to_string(size(native) * 1e6 / records).substr(0, 4) + " B per record"});
    const std::string content = *io::readFile(native);
    const double read = secondsOf([&] {
        Store store;
        static_cast<void>(io::readTraceFile(content, store));
    });
    table.add({.name = "native file read into a store", .value = records / read * 1e-6, .unit = "M rec/s"});
    table.add({.name = "memory of a trace, 500 k operations",
               .value = static_cast<double>(trace->bytes()) / kSpans,
               .unit = "B/op"});
    const double summary = secondsOf([&] { static_cast<void>(analysis::summaryJson(*trace)); });
    table.add({.name = "summary of 500 k operations", .value = summary * 1e3, .unit = "ms"});
    const auto summaryOfBlocks = [](std::int64_t blocks) {
        const TracePtr blocked = makeTrace(100'000, blocks);
        return secondsOf([&] { static_cast<void>(analysis::summaryJson(*blocked)); });
    };
    table.add({.name = "summary of 100 k operations, 1000 blocks / 10 blocks",
               .value = summaryOfBlocks(1000) / summaryOfBlocks(10),
               .unit = "x",
               .atMost = 3});
    std::filesystem::remove_all(folder);
}

/// Returns the bytes by which the peak resident memory of a child process grows while it opens a file; 0 on failure.
double peakOfOpening(const std::filesystem::path& file)
{
    int ends[2] = {};
    if (::pipe(ends) != 0)
        return 0;
    const pid_t child = ::fork();
    if (child == 0) {
        const auto resident = [] {
            rusage usage{};
            ::getrusage(RUSAGE_SELF, &usage);
            return static_cast<double>(usage.ru_maxrss) * 1024;
        };
        const double before = resident();
        const auto opened = io::openTrace(file);
        const double bytes = opened ? resident() - before : 0;
        const bool isTold = ::write(ends[1], &bytes, sizeof bytes) == static_cast<ssize_t>(sizeof bytes);
        ::_exit(isTold ? 0 : 1);
    }
    double bytes = 0;
    if (::read(ends[0], &bytes, sizeof bytes) != static_cast<ssize_t>(sizeof bytes))
        bytes = 0;
    ::waitpid(child, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
    return bytes;
}

/// Measures imports of about a million events of PyTorch's profiler, and of a million events of our own export.
void measureImport(bench::Table& table)
{
    const auto folder = std::filesystem::temp_directory_path() / "overlap-bench-import";
    std::filesystem::create_directories(folder);
    const auto file = folder / "trace.json";
    const auto measure = [&](const std::string& what, double events) {
        const double megabytes = static_cast<double>(std::filesystem::file_size(file)) * 1e-6;
        const double peak = peakOfOpening(file);
        const double seconds = medianSeconds(3, [&] { static_cast<void>(io::openTrace(file)); });
        const std::string note = std::to_string(static_cast<int>(megabytes)) + " MB, " +
                                 std::to_string(static_cast<int>(events / 1000)) + " k events, " +
                                 std::to_string(static_cast<int>(seconds * 1e3)) + " ms";
        table.add(
            {.name = "import: " + what, .value = megabytes / seconds, .unit = "MB/s", .atLeast = 100, .note = note});
        table.add({.name = "import: " + what + ", peak", .value = peak / events, .unit = "B/event", .atMost = 150});
    };
    // A child process writes each file, because allocations of this process would change the measured peak.
    const auto written = [&](const auto& write) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(write() ? 0 : 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        return status == 0;
    };
    constexpr int kSteps = 750;
    constexpr int kLayers = 60;
    constexpr double kEvents = kSteps * (kLayers * 22.0 + 12);
    if (written([&] { return io::writeFileAtomically(file, tests::kinetoTrace(kSteps, kLayers)).has_value(); }))
        measure("PyTorch's profiler", kEvents);
    if (written([&] { return io::exportChromeTrace(*makeTrace(500'000), file).has_value(); }))
        measure("our Chrome export", 1e6);
    std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("trace", argc, argv);
    if (table.wants("import"))
        measureImport(table);
    if (table.wants("record"))
        measureRecording(table);
    if (table.wants("names"))
        measureNames(table);
    if (table.wants("snapshot"))
        measureSnapshots(table);
    if (table.wants("coverage")) {
        measureCoverage(table, 100'000, "100 k");
        measureCoverage(table, 1'000'000, "1 M");
        measureCoverage(table, 10'000'000, "10 M");
    }
    if (table.wants("files"))
        measureFiles(table);
    return table.finish();
}
