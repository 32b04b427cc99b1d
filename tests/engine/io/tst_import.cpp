#include "engine/analysis/bound.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/occupancy.h"
#include "engine/analysis/training.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"
#include "tests/engine/io/imported_samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;

class TestImport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void issueTimeOfKinetoWorkIsThatOfItsRuntimeCall();
    void kinetoCallsBecomeHostWorkAndWaits();
    void kinetoStepsMemoryAndSourceLinesAreImported();
    void kinetoForwardAndBackwardOperationsAreLinked();
    void importedTracesCanBeAnalysed();
    void partsOfAStepFollowFromTheBusyTimeOfTheGpu();
    void nsightExportHasStreamsAndCopies();
    void nsightWaitsHaveAStreamAsTarget();
    void nsightStreamWaitsForAnEventOfAnotherStream();
    void kinetoStreamWaitsForAnEventOfAnotherStream();
    void nsightRangesAndMemoryAreImported();
    void nsightExportsWithMissingTablesAreOpened();
    void tracesWithoutGpuShowCpuWork();
    void progressCallbackReportsTheFractionAndCanCancel();
    void openingCanBeCancelledAtEveryProgressCallback();
    void importedTracesCanBeSavedAndReopened();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    [[nodiscard]] TracePtr open(const char* name) const
    {
        const auto opened = openTrace(path(name));
        if (!opened)
            qWarning("%s", opened.error().english().c_str());
        return opened ? opened->trace : nullptr;
    }

    QTemporaryDir m_folder;
};

namespace {

constexpr int kSteps = 3;
constexpr int kLayers = 4;
constexpr int kProducts = 10;

std::vector<OpId> named(const Trace& trace, std::string_view part)
{
    std::vector<OpId> found;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (trace.text(trace.op(OpId{i}).name).find(part) != std::string_view::npos)
            found.push_back(OpId{i});
    return found;
}

const LaneRecord* laneNamed(const Trace& trace, std::string_view name)
{
    for (const LaneRecord& lane : trace.lanes())
        if (lane.name == name)
            return &lane;
    return nullptr;
}

}  // namespace

void TestImport::initTestCase()
{
    QVERIFY(writeFileAtomically(path("kineto.json"), tests::kinetoTrace(kSteps, kLayers)));
    QVERIFY(tests::writeNsightExport(path("nsight.sqlite"), kProducts));
}

void TestImport::issueTimeOfKinetoWorkIsThatOfItsRuntimeCall()
{
    const TracePtr trace = open("kineto.json");

    QVERIFY(trace);
    QVERIFY(isImported(trace->run()));
    QCOMPARE(trace->run().platform, PlatformKind::Real);
    QCOMPARE(trace->opCount(), tests::kinetoDeviceWork(kSteps, kLayers));
    QCOMPARE(trace->dropped(), std::uint64_t{0});
    Nanoseconds issued{};
    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        const Op& op = trace->op(OpId{i});
        QCOMPARE((op.issued - op.issueBegin).count(), std::int64_t{6000});
        QVERIFY(op.issueBegin >= issued);
        issued = op.issueBegin;
        QVERIFY(op.started >= op.issued);
        QCOMPARE(op.state, OpState::Done);
    }
    const auto products = named(*trace, "sgemm_128x64_tn");
    QCOMPARE(products.size(), std::size_t{kSteps * kLayers});
    QCOMPARE(trace->text(trace->op(products[1]).label), std::string_view("aten::addmm"));
    QCOMPARE(trace->op(products[0]).kind, Kind::Compute);
    const auto gradients = named(*trace, "sgemm_128x64_nt");
    QCOMPARE(trace->op(gradients[0]).kind, Kind::Backward);
    QCOMPARE(trace->op(named(*trace, "elementwise")[0]).kind, Kind::Elementwise);
    const auto copies = named(*trace, "HtoD");
    QCOMPARE(trace->op(copies[0]).kind, Kind::CopyIn);
    QCOMPARE(trace->op(copies[0]).bytes.value, std::int64_t{1} << 20);

    QVERIFY(laneNamed(*trace, "stream 7"));
    QCOMPARE(laneNamed(*trace, "stream 7")->role, LaneRole::Compute);
    QCOMPARE(laneNamed(*trace, "stream 9")->role, LaneRole::CopyIn);
    QCOMPARE(trace->spans(laneNamed(*trace, "stream 9")->id).size(), std::size_t{kSteps});
}

void TestImport::kinetoCallsBecomeHostWorkAndWaits()
{
    const TracePtr trace = open("kineto.json");

    // The CPU is the first device, and the lanes of its threads are no work lanes.
    QCOMPARE(trace->devices()[0].kind, DeviceKind::Cpu);
    QCOMPARE(trace->devices()[1].kind, DeviceKind::Gpu);
    QCOMPARE(trace->devices()[1].model, std::string("Tesla V100-SXM2-16GB"));
    QCOMPARE(trace->devices()[1].capacity.value, std::int64_t{16945512448});
    const LaneRecord* host = laneNamed(*trace, "thread 100 (python)");
    QVERIFY(host);
    QVERIFY(!analysis::isWorkLane(*host));
    QVERIFY(!trace->spans(host->id).empty());
    QVERIFY(laneNamed(*trace, "thread 101 (pt_autograd_0)"));

    QCOMPARE(trace->waits().size(), std::size_t{kSteps});
    for (const WaitRecord& wait : trace->waits()) {
        QCOMPARE(trace->text(wait.call), std::string_view("cudaDeviceSynchronize"));
        QCOMPARE(wait.target, WaitTarget::Device);
        QVERIFY(trace->has(wait.releasedBy));
        QCOMPARE((wait.end - trace->op(wait.releasedBy).finished).count(), std::int64_t{2000});
    }
}

void TestImport::kinetoStepsMemoryAndSourceLinesAreImported()
{
    const TracePtr trace = open("kineto.json");

    QCOMPARE(trace->programPart().steps.size(), std::size_t{kSteps});
    QCOMPARE(trace->programPart().steps[1].index, 1);
    QCOMPARE(trace->programPart().steps[1].count, kSteps);
    QVERIFY(trace->blocks().empty());
    const auto& memory = trace->memory(DeviceId{1});
    QCOMPARE(memory.size(), std::size_t{2 * kSteps * kLayers});
    QCOMPARE(memory[0].act, MemoryAct::Allocate);
    QCOMPARE(memory[0].reserved.value, std::int64_t{2147483648});
    const auto peaks = analysis::memoryPeaks(*trace, DeviceId{1}, analysis::wholeRun(*trace));
    QCOMPARE(peaks.allocated.value, std::int64_t{256 << 20} + kLayers * (std::int64_t{4} << 20));
    // The import matches a free with the allocation at the same address.
    QCOMPARE(memory[kLayers].act, MemoryAct::Free);
    QCOMPARE(memory[kLayers].variable, memory[kLayers - 1].variable);
    const Op& product = trace->op(named(*trace, "sgemm_128x64_tn")[2]);
    QVERIFY(trace->text(product.text).find("train.py(14): forward") != std::string_view::npos);
    QCOMPARE(trace->text(trace->op(named(*trace, "multi_tensor")[0]).phase),
             std::string_view("Optimizer.step#SGD.step"));
}

void TestImport::kinetoForwardAndBackwardOperationsAreLinked()
{
    const TracePtr trace = open("kineto.json");

    std::size_t data = 0;
    for (const Edge& edge : trace->edges()) {
        QVERIFY(trace->op(edge.from).finished <= trace->op(edge.to).started);
        if (edge.kind == DependencyKind::Stream)
            continue;
        ++data;
        QVERIFY(trace->text(trace->op(edge.from).name).find("_tn") != std::string_view::npos);
        QVERIFY(trace->text(trace->op(edge.to).name).find("_nt") != std::string_view::npos);
    }
    QCOMPARE(data, std::size_t{kSteps * kLayers});
}

void TestImport::importedTracesCanBeAnalysed()
{
    const TracePtr trace = open("kineto.json");
    const analysis::Scope scope = analysis::wholeRun(*trace);

    const analysis::CriticalPath path = analysis::criticalPath(*trace, scope);
    QCOMPARE((path.op + path.host + path.wait).count(), scope.length().count());
    QVERIFY(path.op.count() > 0);
    QVERIFY(path.segments.size() > 3);
    const analysis::Figures figures = analysis::figures(*trace, scope);
    QCOMPARE(static_cast<std::size_t>(figures.operations), trace->opCount());
    QVERIFY(figures.busiestBusy <= scope.length());
    QCOMPARE(trace->lanes()[figures.busiest.index].name, std::string("stream 7"));
    QCOMPARE(analysis::verdict(*trace, scope), analysis::Verdict::ComputeBound);
    const auto gradients = named(*trace, "_nt");
    QCOMPARE(decisiveCause(trace->op(gradients[2])).kind, CauseKind::Stream);
}

/// No event names the cause of the copy's wait, so the step is split by the busy time of the GPU.
void TestImport::partsOfAStepFollowFromTheBusyTimeOfTheGpu()
{
    const auto slice = [](const char* category, const char* name, int pid, int tid, int begin, int end,
                          const std::string& arguments) {
        return std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
               std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(begin) +
               R"(,"dur":)" + std::to_string(end - begin) + R"(,"args":{)" + arguments + "}}";
    };
    const auto onStream = [](int link, int stream) {
        return R"("device":0,"stream":)" + std::to_string(stream) + R"(,"correlation":)" + std::to_string(link);
    };
    const std::string text = "[" + slice("user_annotation", "ProfilerStep#0", 9, 9, 0, 200, "") + "," +
                             slice("cpu_op", "aten::mm", 9, 9, 0, 24, "") + "," +
                             slice("cuda_runtime", "cudaLaunchKernel", 9, 9, 2, 5, R"("correlation":1)") + "," +
                             slice("kernel", "sgemm", 0, 7, 10, 60, onStream(1, 7)) + "," +
                             slice("cuda_runtime", "cudaLaunchKernel", 9, 9, 12, 15, R"("correlation":2)") + "," +
                             slice("kernel", "sgemm", 0, 7, 62, 120, onStream(2, 7)) + "," +
                             slice("cuda_runtime", "cudaMemcpyAsync", 9, 9, 20, 23, R"("correlation":3)") + "," +
                             slice("gpu_memcpy", "Memcpy DtoH", 0, 20, 100, 150, onStream(3, 20)) + "," +
                             slice("cuda_runtime", "cudaDeviceSynchronize", 9, 9, 25, 155, R"("correlation":4)") + "]";
    QVERIFY(writeFileAtomically(path("step.json"), text));

    const TracePtr trace = open("step.json");

    QVERIFY(trace);
    const auto us = [](std::int64_t count) { return Nanoseconds{count * 1000}; };
    const auto parts = analysis::batchParts(*trace, analysis::training(*trace), 0);
    QCOMPARE(parts.length, us(200));
    QCOMPARE(parts.of(analysis::Part::Forward), us(108));
    QCOMPARE(parts.of(analysis::Part::Read), us(30));
    QCOMPARE(parts.of(analysis::Part::Wait), us(62));
    const analysis::CriticalPath chain = analysis::criticalPath(*trace, {us(0), us(200)});
    QCOMPARE(chain.op, us(125));
    QCOMPARE(chain.wait, us(7));
    QCOMPARE(chain.host, us(68));
    const auto copies = named(*trace, "Memcpy");
    QCOMPARE(copies.size(), std::size_t{1});
    QCOMPARE(trace->text(trace->op(copies[0]).label), std::string_view());
    QCOMPARE(trace->text(trace->op(named(*trace, "sgemm")[0]).label), std::string_view("aten::mm"));
}

void TestImport::nsightExportHasStreamsAndCopies()
{
    const TracePtr trace = open("nsight.sqlite");

    QVERIFY(trace);
    QCOMPARE(trace->opCount(), std::size_t{2 * kProducts + 2});
    QCOMPARE(trace->devices().size(), std::size_t{3});
    QCOMPARE(trace->devices()[2].name, std::string("GPU 1"));
    QCOMPARE(trace->devices()[2].capacity.value, std::int64_t{16945512448});
    const auto products = named(*trace, "sgemm");
    QCOMPARE(products.size(), std::size_t{2 * kProducts});
    QCOMPARE((trace->op(products[3]).issued - trace->op(products[3]).issueBegin).count(), std::int64_t{5000});
    QCOMPARE(trace->op(products[2]).startCause.kind, CauseKind::Stream);
    QCOMPARE(trace->op(products[2]).startCause.op, products[0]);
    QCOMPARE(trace->op(products[0]).startCause.kind, CauseKind::Issued);
    const auto copies = named(*trace, "DtoH");
    QCOMPARE(copies.size(), std::size_t{2});
    QCOMPARE(trace->op(copies[0]).bytes.value, std::int64_t{4} << 20);
    QVERIFY(laneNamed(*trace, "python"));
}

void TestImport::nsightWaitsHaveAStreamAsTarget()
{
    const TracePtr trace = open("nsight.sqlite");

    const auto copies = named(*trace, "DtoH");
    QCOMPARE(trace->waits().size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        const WaitRecord& wait = trace->waits()[i];
        QCOMPARE(wait.target, WaitTarget::Stream);
        QCOMPARE(wait.device, DeviceId{i + 1});
        if (wait.releasedBy.isValid())
            QCOMPARE(wait.releasedBy, copies[i]);
    }
    QCOMPARE(trace->waits()[0].releasedBy, copies[0]);
}

/// A product on stream 7 and an event after it. A copy on stream 14 waits for the event; a second copy does not.
constexpr const char* kEventTables = R"(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel'), (2, 'sgemm'), (3, 'cudaMemcpyAsync'), (4, 'cudaEventRecord'),
  (5, 'cudaStreamWaitEvent');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, globalTid INT, correlationId INT, nameId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, streamId INT, correlationId INT,
  globalPid INT, shortName INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, deviceId INT, streamId INT, correlationId INT,
  globalPid INT, bytes INT, copyKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT (deviceId INT, contextId INT, correlationId INT, globalPid INT,
  streamId INT, eventId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INT, end INT, deviceId INT, streamId INT, correlationId INT,
  globalPid INT, syncType INT, eventId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (0, 5000, 257, 1, 1), (6000, 7000, 257, 2, 4), (8000, 12000, 257, 3, 1),
  (13000, 14000, 257, 4, 5), (15000, 18000, 257, 5, 3), (19000, 22000, 257, 6, 3), (23000, 24000, 257, 7, 4);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10000, 90000, 0, 7, 1, 256, 2), (91000, 171000, 0, 7, 3, 256, 2);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (92000, 95000, 0, 14, 5, 256, 4096, 2), (96000, 99000, 0, 14, 6, 256, 4096, 2);
INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES (0, 1, 2, 256, 7, 33), (0, 1, 7, 256, 7, 33);
INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (13000, 14000, 0, 14, 4, 256, 2, 33), (13000, 14000, 0, 99, 4, 256, 2, 33),
  (13000, 14000, 0, 14, 4, 256, 2, 34);
)";

void TestImport::nsightStreamWaitsForAnEventOfAnotherStream()
{
    QVERIFY(tests::runSql(path("events.sqlite"), kEventTables));
    const TracePtr trace = open("events.sqlite");

    const auto products = named(*trace, "sgemm");
    const auto copies = named(*trace, "DtoH");
    QCOMPARE(products.size(), std::size_t{2});
    QCOMPARE(copies.size(), std::size_t{2});
    // The event was recorded after the first product, so the copy does not depend on the second product.
    std::vector<Edge> crossing;
    for (const Edge& edge : trace->edges())
        if (edge.kind != DependencyKind::Stream)
            crossing.push_back(edge);
    QCOMPARE(crossing.size(), std::size_t{1});
    QCOMPARE(crossing[0].from, products[0]);
    QCOMPARE(crossing[0].to, copies[0]);
    QCOMPARE(trace->op(copies[0]).startCause.kind, CauseKind::Data);
    QCOMPARE(trace->op(copies[0]).startCause.op, products[0]);
    QCOMPARE(trace->op(copies[1]).startCause.op, copies[0]);

    // Without the event table, the origin of a wait is unknown.
    QVERIFY(tests::runSql(path("events.sqlite"), "DROP TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT"));
    const TracePtr less = open("events.sqlite");
    for (const Edge& edge : less->edges())
        QCOMPARE(edge.kind, DependencyKind::Stream);
}

void TestImport::kinetoStreamWaitsForAnEventOfAnotherStream()
{
    const auto slice = [](const char* category, const char* name, int pid, int tid, int ts, int duration,
                          const std::string& args) {
        return std::string("{\"ph\":\"X\",\"cat\":\"") + category + "\",\"name\":\"" + name +
               "\",\"pid\":" + std::to_string(pid) + ",\"tid\":" + std::to_string(tid) +
               ",\"ts\":" + std::to_string(ts) + ",\"dur\":" + std::to_string(duration) + ",\"args\":{" + args + "}}";
    };
    const auto call = [&](const char* name, int ts, int number) {
        return slice("cuda_runtime", name, 50, 1, ts, 2, "\"correlation\":" + std::to_string(number));
    };
    const auto work = [&](const char* category, const char* name, int stream, int ts, int number) {
        return slice(
            category, name, 0, stream, ts, 20,
            "\"device\":0,\"stream\":" + std::to_string(stream) + ",\"correlation\":" + std::to_string(number));
    };
    for (const bool isKnown : {true, false}) {
        std::ofstream(path("events.json"))
            << "{\"traceEvents\":[" << call("cudaLaunchKernel", 0, 1) << "," << call("cudaEventRecord", 4, 2) << ","
            << call("cudaStreamWaitEvent", 8, 3) << "," << call("cudaMemcpyAsync", 12, 4) << ","
            << work("kernel", "sgemm", 7, 10, 1) << ","
            << slice("cuda_sync", "Stream Wait Event", 0, 14, 8, 1,
                     "\"cuda_sync_kind\":\"Stream Wait Event\",\"wait_on_stream\":7,"
                     "\"wait_on_cuda_event_record_corr_id\":" +
                         std::string(isKnown ? "2" : "-1") +
                         ",\"wait_on_cuda_event_id\":9,\"stream\":14,\"correlation\":3,\"device\":0")
            << "," << work("gpu_memcpy", "Memcpy DtoH", 14, 31, 4) << "]}";
        const TracePtr trace = open("events.json");
        QVERIFY(trace);
        const auto copies = named(*trace, "DtoH");
        QCOMPARE(copies.size(), std::size_t{1});
        QCOMPARE(trace->edges().into(copies[0]).size(), std::size_t{isKnown ? 1U : 0U});
        if (isKnown)
            QCOMPARE(trace->op(copies[0]).startCause.op, named(*trace, "sgemm")[0]);
    }
}

void TestImport::nsightRangesAndMemoryAreImported()
{
    const TracePtr trace = open("nsight.sqlite");

    QCOMPARE(trace->blocks().size(), std::size_t{1});
    QCOMPARE(trace->blocks()[0].label, std::string("products"));
    QCOMPARE(trace->memory(DeviceId{1}).size(), std::size_t{2});
    QCOMPARE(trace->memory(DeviceId{2})[0].allocated.value, std::int64_t{64} << 20);
    QCOMPARE(trace->memory(DeviceId{2})[1].allocated.value, std::int64_t{0});
    QCOMPARE(trace->op(named(*trace, "sgemm")[0]).started.count(), std::int64_t{7000});
}

void TestImport::nsightExportsWithMissingTablesAreOpened()
{
    QVERIFY(tests::writeNsightExport(path("less.sqlite"), 3));
    for (const char* table : {"StringIds", "TARGET_INFO_GPU", "ThreadNames", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                              "NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_MEMCPY"}) {
        QVERIFY(tests::runSql(path("less.sqlite"), "DROP TABLE " + std::string(table)));
        const TracePtr trace = open("less.sqlite");
        QVERIFY2(trace, table);
        QVERIFY(trace->opCount() >= 6);
    }
    QVERIFY(tests::runSql(path("less.sqlite"), "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN correlationId"));
    QCOMPARE(open("less.sqlite")->opCount(), std::size_t{6});
    // Opening the export creates no files beside it.
    QVERIFY(!std::filesystem::exists(path("less.sqlite-journal")));
    QVERIFY(!std::filesystem::exists(path("less.sqlite-wal")));
}

void TestImport::tracesWithoutGpuShowCpuWork()
{
    QVERIFY(writeFileAtomically(path("cpu.json"), R"({"traceEvents":[
      {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":10},
      {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":1,"dur":8},
      {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":12,"dur":4},
      {"ph":"X","cat":"user_annotation","name":"model","pid":1,"tid":1,"ts":0,"dur":20}]})"));

    const TracePtr trace = open("cpu.json");

    QCOMPARE(trace->opCount(), std::size_t{2});
    QCOMPARE(trace->programPart().hosts.size(), std::size_t{2});
    QCOMPARE(trace->blocks().size(), std::size_t{1});
    const analysis::Figures figures = analysis::figures(*trace, analysis::wholeRun(*trace));
    QCOMPARE(figures.sumOfOperations.count(), std::int64_t{14'000});
}

void TestImport::progressCallbackReportsTheFractionAndCanCancel()
{
    std::vector<double> shares;
    const auto whole = openTrace(path("kineto.json"), [&](double share) {
        shares.push_back(share);
        return true;
    });
    QVERIFY(whole.has_value());
    QVERIFY(std::is_sorted(shares.begin(), shares.end()));
    QCOMPARE(shares.back(), 1.0);

    const auto stopped = openTrace(path("kineto.json"), [](double) { return false; });
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QVERIFY(tests::writeNsightExport(path("long.sqlite"), 2000));
    const auto stoppedExport = openTrace(path("long.sqlite"), [](double) { return false; });
    QVERIFY(!stoppedExport);
    QCOMPARE(stoppedExport.error().code, ErrorCode::Cancelled);
}

void TestImport::openingCanBeCancelledAtEveryProgressCallback()
{
    QVERIFY(tests::writeNsightExport(path("long.sqlite"), 2000));
    QVERIFY(saveTraceAs(*open("kineto.json"), path("ours.overlap")));
    for (const char* name : {"kineto.json", "long.sqlite", "ours.overlap"}) {
        int times = 0;
        QVERIFY(openTrace(path(name), [&](double) { return ++times > 0; }));
        // The callback is also called while the records are sorted.
        QVERIFY2(times > 3, name);

        for (const int last : {1, times / 2, times - 1, times}) {
            int asked = 0;
            const auto stopped = openTrace(path(name), [&](double) { return ++asked < last; });

            QVERIFY2(!stopped, name);
            QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
            QCOMPARE(asked, last);
        }
    }
}

void TestImport::importedTracesCanBeSavedAndReopened()
{
    // The byte counts in this file are larger than any memory.
    QVERIFY(writeFileAtomically(path("huge.json"), R"({"traceEvents":[
        {"ph":"X","pid":0,"tid":7,"ts":1,"dur":2,"cat":"kernel","name":"k","args":{"bytes":1e18}},
        {"ph":"i","pid":0,"tid":7,"ts":2,"name":"[memory]",
         "args":{"Bytes":1000000000000000000,"Addr":1,"Device Type":1,"Device Id":0,"Total Reserved":1000000000000000000}}]})"));
    for (const char* name : {"kineto.json", "nsight.sqlite", "huge.json"}) {
        const TracePtr before = open(name);
        QVERIFY(before);
        QVERIFY(saveTraceAs(*before, path("again.overlap")));
        const TracePtr after = open("again.overlap");
        QVERIFY(after);
        QVERIFY(isImported(after->run()));
        QCOMPARE(after->opCount(), before->opCount());
        QVERIFY(after->opCount() > 0 && after->op(OpId{0}).bytes == before->op(OpId{0}).bytes);
        for (const DeviceRecord& device : before->devices())
            QCOMPARE(after->memory(device.id).size(), before->memory(device.id).size());
        QCOMPARE(after->programPart().hosts.size(), before->programPart().hosts.size());
        QCOMPARE(after->waits().size(), before->waits().size());
        QCOMPARE(after->edges().size(), before->edges().size());
        QCOMPARE(after->extent().count(), before->extent().count());

        // A run that was exported as Chrome events and opened again is an imported trace.
        QVERIFY(saveTraceAs(*before, path("again.json")));
        const TracePtr chrome = open("again.json");
        QVERIFY(chrome);
        QVERIFY(isImported(chrome->run()));
        QCOMPARE(chrome->run().platform, before->run().platform);
        QCOMPARE(chrome->run().title, before->run().title);
        QVERIFY(chrome->opCount() >= before->opCount());
        for (const LaneRecord& lane : before->lanes())
            QVERIFY2(lane.role == LaneRole::Frontend || laneNamed(*chrome, lane.name), lane.name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
