#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "engine/trace/imported.h"
#include "tests/engine/io/import_json.h"
#include "tests/engine/trace/sample_traces.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <random>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using tests::Sample;

class TestChromeTrace : public QObject {
    Q_OBJECT

private slots:
    void exportIsJsonWithEverySlice();
    void exportedRunIsImportedUnchanged();
    void exportWithoutRecordsKeepsOperationsAndBusyTimes();
    void eventsAreImportedIfRecordsAreDamaged_data();
    void eventsAreImportedIfRecordsAreDamaged();
    void importedSimulatedRunsStaySimulated();
    void metricsBecomeCounters();
    void longMessagesAreNotTruncated();
    void kinetoTraceIsImported();
    void nestedSlicesGetSeparateLanes();
    void beginAndEndEventsBecomeSlices();
    void timesAreExactToTheNanosecond();
    void gzipTracesAreOpened();
    void truncatedFilesOpenInPartOrGiveAMessage();
    void damagedTextDoesNotCrashTheImport();
    void deeplyNestedJsonDoesNotExhaustTheStack();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

namespace {

TracePtr import(std::string_view json)
{
    Store store;
    const auto report = tests::importJson(json, "test", store);
    return report ? store.snapshot() : nullptr;
}

constexpr std::string_view kKineto = R"json({
  "schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "V100", "list": [1, {"a": "]"}]}],
  "traceEvents": [
  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 100, "ts": 1626284938238482.250, "dur": 30,
   "args": {"External id": 3, "Input Dims": [[4000, 4000], [4000, 4000]], "Call stack": "a\nb\u00e9"}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100, "ts": 1626284938238490, "dur": 8},
  {"ph": "s", "id": 7, "pid": 100, "tid": 100, "ts": 1626284938238490, "cat": "ac2g", "name": "ac2g"},
  {"ph": "f", "id": 7, "pid": 0, "tid": 7, "ts": 1626284938238520, "cat": "ac2g", "name": "ac2g", "bp": "e"},
  {"ph": "X", "cat": "kernel", "name": "volta_sgemm_128x64_nn", "pid": 0, "tid": 7, "ts": 1626284938238520, "dur": 9970},
  {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoH (Device -> Pageable)", "pid": 0, "tid": 9,
   "ts": 1626284938248500, "dur": 49000, "args": {"bytes": 64000000, "memory bandwidth (GB/s)": 1.3}},
  {"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "ts": 0, "args": {"name": "python"}},
  {"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "ts": 0, "args": {"labels": "GPU 0"}},
  {"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "ts": 0, "args": {"name": "stream 7 "}},
  {"ph": "i", "name": "mark", "pid": 0, "tid": 7, "ts": 1626284938238520, "s": "g"}
]
})json";

}  // namespace

void TestChromeTrace::exportIsJsonWithEverySlice()
{
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const std::string text = chromeTrace(*trace);
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(text));

    QVERIFY(json.isObject());
    std::map<QString, int> phases;
    std::map<QString, int> categories;
    for (const QJsonValue& event : json["traceEvents"].toArray()) {
        ++phases[event["ph"].toString()];
        if (event["ph"].toString() == "X") {
            ++categories[event["cat"].toString()];
            QVERIFY(event["dur"].toDouble() >= 0);
        }
    }
    QCOMPARE(categories["compute"], 302);
    QCOMPARE(categories["issue"], 302);
    QCOMPARE(categories["wait"], 5);
    QCOMPARE(categories["benchmark"], 3);
    QCOMPARE(phases["s"], 300);
    QCOMPARE(phases["f"], 300);
    QVERIFY(phases["C"] > 600);
}

namespace {

std::string bytesOf(const Trace& trace, const std::filesystem::path& file)
{
    return saveTrace(trace, file) ? *readFile(file) : std::string();
}

std::size_t operationsThatRan(const Trace& trace)
{
    std::size_t count = 0;
    for (const LaneRecord& lane : trace.lanes())
        for (const Span& span : trace.spans(lane.id))
            count += span.op.isValid() ? 1 : 0;
    return count;
}

std::int64_t workOf(const Trace& trace)
{
    std::int64_t work = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (trace.op(OpId{i}).lane.isValid())
            work += (trace.op(OpId{i}).finished - trace.op(OpId{i}).started).count();
    return work;
}

}  // namespace

void TestChromeTrace::exportedRunIsImportedUnchanged()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory, Sample::Elementwise}) {
        const TracePtr before = tests::sampleTrace(sample);

        const TracePtr after = import(chromeTrace(*before));

        QVERIFY(after);
        QCOMPARE(bytesOf(*after, path("after.overlap")), bytesOf(*before, path("before.overlap")));
    }
}

/// An export without records also has slices for statements, issues, waits, timed blocks and host work. The import must
/// not create operations from these slices.
void TestChromeTrace::exportWithoutRecordsKeepsOperationsAndBusyTimes()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory}) {
        const TracePtr before = tests::sampleTrace(sample);

        const TracePtr after = import(tests::withoutRecords(chromeTrace(*before)));

        QVERIFY(after);
        QCOMPARE(after->opCount(), operationsThatRan(*before));
        QCOMPARE(workOf(*after), workOf(*before));
        QCOMPARE(after->waits().size(), before->waits().size());
        for (std::size_t i = 0; i < before->waits().size(); ++i)
            QCOMPARE(after->waits()[i].line, before->waits()[i].line);
        QCOMPARE(after->blocks().size(), before->blocks().size());
        QCOMPARE(after->run().machineLabel, before->run().machineLabel);
        QVERIFY(isImported(after->run()));
        QCOMPARE(after->dropped(), std::uint64_t{0});
        const auto busy = [](const Trace& trace, LaneId lane) { return trace.index(lane).busy().count(); };
        const auto placeOf = [](const Trace& trace, const LaneRecord& lane) {
            return lane.device.isValid() ? trace.devices()[lane.device.index].name : std::string("Links");
        };
        for (const LaneRecord& lane : before->lanes()) {
            std::int64_t busyAfter = 0;
            for (const LaneRecord& other : after->lanes())  // the import places nested slices in additional lanes
                if (placeOf(*after, other) == placeOf(*before, lane) && other.name.ends_with(lane.name))
                    busyAfter += busy(*after, other.id);
            QCOMPARE(busyAfter, busy(*before, lane.id));
        }
        for (std::size_t i = 0; i < before->blocks().size(); ++i)
            QCOMPARE(after->blocks()[i].label, before->blocks()[i].label);
    }
}

void TestChromeTrace::eventsAreImportedIfRecordsAreDamaged_data()
{
    QTest::addColumn<QByteArray>("records");

    const std::string whole = chromeTrace(*tests::sampleTrace(Sample::CopyOverlap));
    const QByteArray own = QByteArray::fromStdString(whole.substr(tests::withoutRecords(whole).size() - 2)).chopped(2);
    QTest::newRow("not Base64") << QByteArray(R"(,"overlapRecords":["T1ZM!!"])");
    QTest::newRow("padding within") << QByteArray(R"(,"overlapRecords":["T1==T1ZM"])");
    QTest::newRow("nothing") << QByteArray(R"(,"overlapRecords":[])");
    QTest::newRow("no texts") << QByteArray(R"(,"overlapRecords":[{"a":[1]},[2],3])");
    QTest::newRow("no array") << QByteArray(R"(,"overlapRecords":"T1ZM")");
    QTest::newRow("not a native file") << QByteArray(R"(,"overlapRecords":["SGVsbG8sIHdvcmxkIQ=="])");
    QTest::newRow("without the last text") << own.left(own.lastIndexOf(',')) + ']';
    QByteArray newer = own;
    QTest::newRow("a newer version") << newer.replace("T1ZMVFJBQ0UHAAAA", "T1ZMVFJBQ0X/AAAA");
    QByteArray changed = own;
    const qsizetype middle = changed.lastIndexOf(',') - 100;
    changed[middle] = changed[middle] == 'A' ? 'B' : 'A';
    QTest::newRow("another checksum") << changed;
}

void TestChromeTrace::eventsAreImportedIfRecordsAreDamaged()
{
    QFETCH(QByteArray, records);
    const std::string events = tests::withoutRecords(chromeTrace(*tests::sampleTrace(Sample::CopyOverlap)));
    QVERIFY(events.ends_with("]}\n"));

    const TracePtr trace = import(events.substr(0, events.size() - 2) + records.toStdString() + "}");

    QVERIFY(trace);
    QVERIFY(isImported(trace->run()));
    QCOMPARE(trace->opCount(), import(events)->opCount());
    QVERIFY(trace->waits().size() > 0);
}

void TestChromeTrace::importedSimulatedRunsStaySimulated()
{
    const std::string events = tests::withoutRecords(chromeTrace(*tests::sampleTrace(Sample::TwoGpus)));
    QCOMPARE(import(events)->run().platform, PlatformKind::Virtual);
    QCOMPARE(import(kKineto)->run().platform, PlatformKind::Real);
}

/// JSON has no NaN, so metrics that are NaN are not exported.
void TestChromeTrace::metricsBecomeCounters()
{
    Store store;
    store.apply(trace::MetricRecord{Nanoseconds{1000}, "train loss", 2.25, 0});
    store.apply(trace::MetricRecord{Nanoseconds{2000}, "train loss", std::numeric_limits<double>::quiet_NaN(), 1});
    store.apply(trace::MetricRecord{Nanoseconds{3000}, "test accuracy", 1.0 / 3, 0});
    store.close();

    const std::string json = chromeTrace(*store.snapshot());
    const auto back = import(tests::withoutRecords(json));

    QVERIFY(back);
    QVERIFY(json.find("nan") == std::string::npos);
    QCOMPARE(back->programPart().metrics.size(), std::size_t{2});
    QCOMPARE(back->programPart().metrics[0].name, std::string("train loss · value"));
    QCOMPARE(back->programPart().metrics[0].value, 2.25);
    QCOMPARE(back->programPart().metrics[1].name, std::string("test accuracy · value"));
    QCOMPARE(back->programPart().metrics[1].time, Nanoseconds{2000});  // relative to the first imported event
    QVERIFY(back->programPart().metrics[1].value == 1.0 / 3);
}

void TestChromeTrace::longMessagesAreNotTruncated()
{
    std::string printed;
    while (printed.size() < 200'001)
        printed += "…" + std::to_string(printed.size());
    Store store;
    store.apply(OutputRecord{Nanoseconds{5}, 2, OutputStream::Result, printed});
    store.apply(ErrorRecord{Nanoseconds{6}, 3, "ValueError", "too long", printed, {}});
    store.close();

    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(chromeTrace(*store.snapshot())));

    QVERIFY(json.isObject());
    std::map<QString, QJsonValue> events;
    for (const QJsonValue& event : json["traceEvents"].toArray())
        events[event["cat"].toString()] = event;
    QCOMPARE(events["output"]["name"].toString().toStdString(), printed);
    QCOMPARE(events["output"]["args"]["stream"].toString(), QString("result"));
    QCOMPARE(events["error"]["args"]["traceback"].toString().toStdString(), printed);
    QVERIFY(import(chromeTrace(*store.snapshot())));
}

void TestChromeTrace::kinetoTraceIsImported()
{
    const TracePtr trace = import(kKineto);

    QVERIFY(trace);
    // The device ran two operations. The two calls on the host issued them and are no operations.
    QCOMPARE(trace->opCount(), std::size_t{2});
    QCOMPARE(trace->programPart().hosts.size(), std::size_t{2});
    QCOMPARE(trace->devices().size(), std::size_t{2});
    const Op& kernel = trace->op(OpId{0});
    QCOMPARE(trace->text(kernel.name), std::string_view("volta_sgemm_128x64_nn"));
    QCOMPARE(kernel.kind, Kind::Compute);
    QCOMPARE(trace->text(kernel.label), std::string_view("aten::mm"));
    QCOMPARE(kernel.issueBegin.count(), std::int64_t{7750});
    QCOMPARE(kernel.issued.count(), std::int64_t{15750});
    QCOMPARE(kernel.started.count(), std::int64_t{37750});
    const Op& copy = trace->op(OpId{1});
    QCOMPARE(copy.kind, Kind::CopyOut);
    QCOMPARE(copy.bytes.value, std::int64_t{64'000'000});
    int gpus = 0;
    int copyLanes = 0;
    for (const DeviceRecord& device : trace->devices())
        gpus += device.kind == DeviceKind::Gpu ? 1 : 0;
    for (const LaneRecord& lane : trace->lanes())
        copyLanes += lane.role == LaneRole::CopyOut ? 1 : 0;
    QCOMPARE(gpus, 1);
    QCOMPARE(copyLanes, 1);
}

void TestChromeTrace::nestedSlicesGetSeparateLanes()
{
    const TracePtr trace = import(R"([
        {"ph":"X","name":"inner","pid":1,"tid":1,"ts":1,"dur":2},
        {"ph":"X","name":"outer","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","name":"second","pid":1,"tid":1,"ts":5,"dur":2},
        {"ph":"X","name":"innermost","pid":1,"tid":1,"ts":1.5,"dur":1}])");

    QVERIFY(trace);
    QCOMPARE(trace->lanes().size(), std::size_t{3});
    QCOMPARE(trace->spans(LaneId{0}).size(), std::size_t{1});
    QCOMPARE(trace->spans(LaneId{1}).size(), std::size_t{2});
    QCOMPARE(trace->spans(LaneId{2}).size(), std::size_t{1});
    QVERIFY(trace->notes().empty());
}

void TestChromeTrace::beginAndEndEventsBecomeSlices()
{
    const TracePtr trace = import(R"({"traceEvents":[
        {"ph":"B","name":"a","pid":1,"tid":"main","ts":0}, {"ph":"B","name":"b","pid":1,"tid":"main","ts":2},
        {"ph":"E","pid":1,"tid":"main","ts":3}, {"ph":"E","pid":1,"tid":"main","ts":9},
        {"ph":"E","pid":1,"tid":"main","ts":9}, {"ph":"B","name":"never ends","pid":1,"tid":"main","ts":8.5}]})");

    QVERIFY(trace);
    QCOMPARE(trace->opCount(), std::size_t{3});
    QCOMPARE(trace->op(OpId{0}).finished.count(), std::int64_t{9000});
    QCOMPARE(trace->op(OpId{1}).finished.count(), std::int64_t{3000});
    QCOMPARE(trace->op(OpId{2}).finished.count(), std::int64_t{9000});
}

void TestChromeTrace::timesAreExactToTheNanosecond()
{
    const TracePtr trace = import(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1626284938238482.001,"dur":0.999},
                                      {"ph":"X","name":"b","pid":1,"tid":1,"ts":1626284938238483.0006,"dur":1e3}])");

    QCOMPARE(trace->op(OpId{0}).finished.count(), std::int64_t{999});
    QCOMPARE(trace->op(OpId{1}).started.count(), std::int64_t{1000});
    QCOMPARE(trace->op(OpId{1}).finished.count(), std::int64_t{1'001'000});
}

void TestChromeTrace::gzipTracesAreOpened()
{
    const TracePtr before = tests::sampleTrace(Sample::CopyOverlap);
    QVERIFY(saveTraceAs(*before, path("a.json.gz")));
    QVERIFY(saveTraceAs(*before, path("a.json")));
    QVERIFY(readFile(path("a.json.gz"))->size() * 4 < readFile(path("a.json"))->size());

    const Result<OpenedTrace> opened = openTrace(path("a.json.gz"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    const Result<OpenedTrace> unpacked = openTrace(path("a.json"));
    QVERIFY(unpacked.has_value());
    QVERIFY(opened->trace->opCount() >= before->opCount());
    QCOMPARE(opened->trace->opCount(), unpacked->trace->opCount());

    std::string half = *readFile(path("a.json.gz"));
    half.resize(half.size() / 2);
    QVERIFY(writeFileAtomically(path("half.json.gz"), half));
    const Result<OpenedTrace> cut = openTrace(path("half.json.gz"));
    QVERIFY(cut.has_value());
    QVERIFY(!cut->note.empty());
}

void TestChromeTrace::truncatedFilesOpenInPartOrGiveAMessage()
{
    for (std::size_t size = 0; size < kKineto.size(); ++size) {
        Store store;
        const auto report = tests::importJson(kKineto.substr(0, size), "cut", store);
        QVERIFY(report || !report.error().english().empty());
        static_cast<void>(store.snapshot());
    }
}

void TestChromeTrace::damagedTextDoesNotCrashTheImport()
{
    std::mt19937 random(3);
    const std::string own = chromeTrace(*tests::sampleTrace(Sample::Elementwise));
    for (int round = 0; round < 2000; ++round) {
        std::string text = round % 2 == 0 ? std::string(kKineto) : own;
        for (int hits = 1 + static_cast<int>(random() % 6); hits > 0; --hits)
            text[random() % text.size()] = "{}[]\",:0-e\\u\xff"[random() % 13];
        Store store;
        static_cast<void>(tests::importJson(text, "damaged", store));
        static_cast<void>(store.snapshot());
    }
    for (const char* text :
         {"", "[", "{", "{}", "[]", "null", "{\"traceEvents\":1}", "[1,2,3]", "[{}]", "[{\"ph\":\"X\"}]"}) {
        Store store;
        static_cast<void>(tests::importJson(text, "odd", store));
    }
    QVERIFY(!import("{}"));
    QVERIFY(import("[]"));
}

void TestChromeTrace::deeplyNestedJsonDoesNotExhaustTheStack()
{
    QVERIFY(!import("{\"x\":" + std::string(3'000'000, '[')));
    QVERIFY(import("[" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "]"));
}

QTEST_GUILESS_MAIN(TestChromeTrace)
#include "tst_chrome_trace.moc"
