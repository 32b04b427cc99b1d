#include "engine/analysis/critical_path.h"
#include "engine/analysis/explain.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/occupancy.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/trace/imported.h"
#include "tests/engine/io/imported_samples.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;

class TestImport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void kinetoWorkIsIssuedByItsCalls();
    void kinetoCallsAreHostWorkAndWaits();
    void kinetoStepsMemoryAndPlaces();
    void kinetoForwardAndBackwardAreTied();
    void analysisWorksOnWhatIsThere();
    void nsightExportHasStreamsAndCopies();
    void nsightWaitsAreForTheirStream();
    void nsightRangesMemoryAndDevices();
    void exportsWithoutSomeTablesOpen();
    void processorOnlyTracesAreWorkOfTheProcessor();
    void progressIsToldAndStops();
    void savedAndOpenedAgainItIsTheSame();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    [[nodiscard]] TracePtr open(const char* name) const
    {
        const auto opened = openTrace(path(name));
        if (!opened)
            qWarning("%s", opened.error().message.c_str());
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

void TestImport::kinetoWorkIsIssuedByItsCalls()
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

void TestImport::kinetoCallsAreHostWorkAndWaits()
{
    const TracePtr trace = open("kineto.json");

    // The processor comes first, and what its threads did is no lane of work.
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

void TestImport::kinetoStepsMemoryAndPlaces()
{
    const TracePtr trace = open("kineto.json");

    QCOMPARE(trace->steps().size(), std::size_t{kSteps});
    QCOMPARE(trace->steps()[1].index, 1);
    QCOMPARE(trace->steps()[1].count, kSteps);
    QVERIFY(trace->blocks().empty());
    const auto& memory = trace->memory(DeviceId{1});
    QCOMPARE(memory.size(), std::size_t{2 * kSteps * kLayers});
    QCOMPARE(memory[0].act, MemoryAct::Allocate);
    QCOMPARE(memory[0].reserved.value, std::int64_t{2147483648});
    const auto peaks = analysis::memoryPeaks(*trace, DeviceId{1}, analysis::wholeRun(*trace));
    QCOMPARE(peaks.allocated.value, std::int64_t{256 << 20} + kLayers * (std::int64_t{4} << 20));
    // Freed is what was allocated under this address.
    QCOMPARE(memory[kLayers].act, MemoryAct::Free);
    QCOMPARE(memory[kLayers].variable, memory[kLayers - 1].variable);
    const Op& product = trace->op(named(*trace, "sgemm_128x64_tn")[2]);
    QVERIFY(trace->text(product.text).find("train.py(14): forward") != std::string_view::npos);
    QCOMPARE(trace->text(trace->op(named(*trace, "multi_tensor")[0]).phase),
             std::string_view("Optimizer.step#SGD.step"));
}

void TestImport::kinetoForwardAndBackwardAreTied()
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

void TestImport::analysisWorksOnWhatIsThere()
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
    QVERIFY(analysis::sentence(*trace, gradients[2]).find("stream was busy") != std::string::npos);
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

void TestImport::nsightWaitsAreForTheirStream()
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

void TestImport::nsightRangesMemoryAndDevices()
{
    const TracePtr trace = open("nsight.sqlite");

    QCOMPARE(trace->blocks().size(), std::size_t{1});
    QCOMPARE(trace->blocks()[0].label, std::string("products"));
    QCOMPARE(trace->memory(DeviceId{1}).size(), std::size_t{2});
    QCOMPARE(trace->memory(DeviceId{2})[0].allocated.value, std::int64_t{64} << 20);
    QCOMPARE(trace->memory(DeviceId{2})[1].allocated.value, std::int64_t{0});
    QCOMPARE(trace->op(named(*trace, "sgemm")[0]).started.count(), std::int64_t{7000});
}

void TestImport::exportsWithoutSomeTablesOpen()
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
    // Nothing is left beside a file that was only read.
    QVERIFY(!std::filesystem::exists(path("less.sqlite-journal")));
    QVERIFY(!std::filesystem::exists(path("less.sqlite-wal")));
}

void TestImport::processorOnlyTracesAreWorkOfTheProcessor()
{
    QVERIFY(writeFileAtomically(path("cpu.json"), R"({"traceEvents":[
      {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":10},
      {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":1,"dur":8},
      {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":12,"dur":4},
      {"ph":"X","cat":"user_annotation","name":"model","pid":1,"tid":1,"ts":0,"dur":20}]})"));

    const TracePtr trace = open("cpu.json");

    QCOMPARE(trace->opCount(), std::size_t{2});
    QCOMPARE(trace->hosts().size(), std::size_t{2});
    QCOMPARE(trace->blocks().size(), std::size_t{1});
    const analysis::Figures figures = analysis::figures(*trace, analysis::wholeRun(*trace));
    QCOMPARE(figures.sumOfParts.count(), std::int64_t{14'000});
}

void TestImport::progressIsToldAndStops()
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

void TestImport::savedAndOpenedAgainItIsTheSame()
{
    for (const char* name : {"kineto.json", "nsight.sqlite"}) {
        const TracePtr before = open(name);
        QVERIFY(saveTraceAs(*before, path("again.overlap")));
        const TracePtr after = open("again.overlap");
        QVERIFY(after);
        QVERIFY(isImported(after->run()));
        QCOMPARE(after->opCount(), before->opCount());
        QCOMPARE(after->hosts().size(), before->hosts().size());
        QCOMPARE(after->waits().size(), before->waits().size());
        QCOMPARE(after->edges().size(), before->edges().size());
        QCOMPARE(after->extent().count(), before->extent().count());
    }
}

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
