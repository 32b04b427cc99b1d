#include "engine/analysis/bound.h"
#include "engine/analysis/comparison.h"
#include "engine/analysis/concurrency.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/warnings.h"
#include "engine/trace/decisive_cause.h"
#include "engine/trace/imported.h"
#include "engine/trace/recorder.h"
#include "tests/engine/analysis/figure_bounds.h"
#include "tests/engine/trace/four_kernels.h"
#include "tests/engine/trace/sample_traces.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <optional>
#include <random>

using namespace engine;
using namespace engine::trace;
using namespace engine::analysis;
using tests::Sample;

Q_DECLARE_METATYPE(tests::Sample)

class TestAnalysis : public QObject {
    Q_OBJECT

private slots:
    void criticalPathCoversTheScope_data();
    void criticalPathCoversTheScope();
    void criticalPathCoversRandomRuns();
    void timesInTheReasonOfAComparisonDoNotExceedTheLongerRun();
    void criticalPathOfATimedBlockContainsItsFiftyProducts();
    void longestChainEqualsBruteForce();
    void twoGpuTimedBlockHasTheExpectedMeasures();
    void timedBlockWithCopiesHasTheExpectedMeasures();
    void overlapEqualsBruteForce();
    void measuresOfRandomRunsAreWithinTheirBounds();
    void operationOnTwoCoresIsCountedAsOneOperation();
    void scopeOfTheRunStartsAtTheFirstTimedBlock();
    void streamIsTheDecisiveCauseForTheStartOfAQueuedOperation();
    void verdictIsTheBottleneckOfTheScope();
    void memoryPeaksAndRefusedAllocationAreFound();
    void summaryHasFixedFieldNames();
    void importedTraceWithoutEdgesHasNoCriticalPath_data();
    void importedTraceWithoutEdgesHasNoCriticalPath();
    void errorTypeInTheSummaryOfAStoppedRunIsStopped();
    void measuresOfAnEmptyTraceAreZero();
};

namespace {

Nanoseconds lengthOf(const CriticalPath& path)
{
    Nanoseconds sum{};
    for (const PathSegment& segment : path.segments)
        sum += segment.end - segment.begin;
    return sum;
}

/// A random run: a few lanes, random dependencies on earlier operations, random waits.
TracePtr randomRun(std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Recorder recorder;
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    for (int i = 0; i < 3; ++i)
        recorder.write(LaneRecord{LaneId{i}, DeviceId{0}, LaneRole::Compute, 0, "lane", 0});
    recorder.write(LaneRecord{LaneId{3}, DeviceId{0}, LaneRole::CpuWorker, 1, "core 1", 0});
    Nanoseconds coreFree{};
    std::optional<Nanoseconds> blockBegin;
    std::vector<Nanoseconds> free(3);
    std::vector<OpId> lastOn(3);
    std::vector<Nanoseconds> ends;
    Nanoseconds now{};
    const int count = 1 + below(60);
    for (int i = 0; i < count; ++i) {
        IssueRecord issue;
        issue.op = OpId{i};
        issue.begin = now;
        now += Nanoseconds{1 + below(20)};
        issue.end = now;
        issue.device = DeviceId{0};
        issue.kind = i % 3 == 0 ? Kind::CopyOut : Kind::Compute;
        recorder.write(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{below(3)};
        life.ready = now;
        life.readyCause = {CauseKind::Issued, {}};
        for (int edge = below(3); edge > 0 && i > 0; --edge) {
            const OpId from{below(i)};
            recorder.write(DependencyRecord{from, issue.op, DependencyKind::ReadAfterWrite});
            if (ends[from.index] > life.ready) {
                life.ready = ends[from.index];
                life.readyCause = {CauseKind::Data, from};
            }
        }
        const std::size_t lane = life.lane.index;
        life.started = std::max(life.ready, free[lane]);
        life.startCause = free[lane] > life.ready ? Cause{CauseKind::Stream, lastOn[lane]} : life.readyCause;
        life.finished = life.started + Nanoseconds{below(100)};
        free[lane] = life.finished;
        lastOn[lane] = issue.op;
        ends.push_back(life.finished);
        recorder.write(life);
        // Some operations also run on a second core.
        if (below(3) == 0 && life.finished > std::max(life.started, coreFree)) {
            coreFree = std::max(life.started, coreFree);
            recorder.write(HostRecord{coreFree, life.finished, 0, {}, life.op, LaneId{3}});
            coreFree = life.finished;
        }
        if (below(6) == 0 && !blockBegin)
            blockBegin = now;
        else if (below(6) == 0 && blockBegin) {
            recorder.write(BlockRecord{*blockBegin, now, 1, "block", toSeconds(now - *blockBegin), false});
            blockBegin.reset();
        }
        if (below(4) == 0) {
            const OpId target{below(i + 1)};
            WaitRecord wait;
            wait.begin = now;
            wait.target = WaitTarget::Op;
            if (ends[target.index] > now) {
                now = ends[target.index];
                wait.releasedBy = target;
            }
            now += Nanoseconds{below(5)};
            wait.end = now;
            recorder.write(wait);
        }
    }
    recorder.write(EndRecord{*std::max_element(ends.begin(), ends.end()), true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace

void TestAnalysis::criticalPathCoversTheScope_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::newRow("four operations") << Sample::Elementwise;
    QTest::newRow("two GPUs") << Sample::TwoGpus;
    QTest::newRow("two GPUs without a wait") << Sample::TwoGpusOverlap;
    QTest::newRow("copies") << Sample::CopyOverlap;
    QTest::newRow("out of memory") << Sample::OutOfMemory;
    QTest::newRow("live run") << Sample::Live;
}

void TestAnalysis::criticalPathCoversTheScope()
{
    QFETCH(Sample, sample);
    const TracePtr trace = tests::sampleTrace(sample);

    std::vector<Scope> scopes{wholeRun(*trace)};
    for (std::size_t i = 0; i < trace->blocks().size(); ++i)
        scopes.push_back(blockScope(*trace, i));
    for (const Scope& scope : scopes) {
        const CriticalPath path = criticalPath(*trace, scope);

        QCOMPARE(lengthOf(path).count(), scope.length().count());
        QCOMPARE((path.op + path.host + path.wait).count(), scope.length().count());
        QCOMPARE(path.segments.front().begin.count(), scope.begin.count());
        QCOMPARE(path.segments.back().end.count(), scope.end.count());
        for (std::size_t i = 1; i < path.segments.size(); ++i)
            QCOMPARE(path.segments[i].begin.count(), path.segments[i - 1].end.count());
    }
}

void TestAnalysis::criticalPathCoversRandomRuns()
{
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const TracePtr trace = randomRun(seed);
        const CriticalPath path = criticalPath(*trace, wholeRun(*trace));
        QCOMPARE(lengthOf(path).count(), trace->extent().count());
        QVERIFY(longestChain(*trace, wholeRun(*trace)) <= trace->extent());
    }
}

/// The two compared runs are random, so their operations overlap differently.
void TestAnalysis::timesInTheReasonOfAComparisonDoNotExceedTheLongerRun()
{
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const RunComparison comparison = compareRuns(wholeSide(randomRun(seed)), wholeSide(randomRun(seed + 7)));
        const Nanoseconds longer = std::max(comparison.a.scope.length(), comparison.b.scope.length());
        const Reason& reason = comparison.reason;
        QVERIFY2(reason.share <= longer && reason.lost <= longer, std::to_string(seed).c_str());
        QVERIFY(reason.what == Reason::Kind::None || reason.share > Nanoseconds{});
        QVERIFY(reason.running <= longer && reason.runningInFaster <= longer);
    }
}

void TestAnalysis::criticalPathOfATimedBlockContainsItsFiftyProducts()
{
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const CriticalPath path = criticalPath(*trace, blockScope(*trace, 0));

    std::size_t ops = 0;
    for (const PathSegment& segment : path.segments)
        ops += segment.what == PathSegment::Kind::Op ? 1 : 0;
    QCOMPARE(ops, std::size_t{50});
    QVERIFY(path.op > path.host + path.wait);
    QCOMPARE(path.segments.front().what, PathSegment::Kind::Host);
}

void TestAnalysis::longestChainEqualsBruteForce()
{
    for (std::uint32_t seed = 1000; seed < 1200; ++seed) {
        const TracePtr trace = randomRun(seed);
        // Edges lead from lower to higher operation numbers, so one pass in this order finds the longest path.
        std::vector<Nanoseconds> best(trace->opCount());
        Nanoseconds longest{};
        for (std::size_t i = 0; i < trace->opCount(); ++i) {
            for (const Edge& edge : trace->edges().into(OpId{i}))
                best[i] = std::max(best[i], best[edge.from.index]);
            best[i] += trace->op(OpId{i}).finished - trace->op(OpId{i}).started;
            longest = std::max(longest, best[i]);
        }

        const Nanoseconds chain = longestChain(*trace, {Nanoseconds{}, trace->extent() + Nanoseconds{1}});

        QCOMPARE(chain.count(), longest.count());
    }
}

void TestAnalysis::twoGpuTimedBlockHasTheExpectedMeasures()
{
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const Figures figures = analysis::figures(*trace, workScope(*trace, 2));

    // The clock stops at 0.5000 s; GPU 1 computes until 0.5164 s.
    QVERIFY(std::abs(toSeconds(figures.makespan) - 0.5164) < 0.0001);
    QVERIFY(std::abs(toSeconds(figures.sumOfOperations) - 1.0150) < 0.0001);
    QVERIFY(std::abs(figures.speedUp - 1.966) < 0.001);
    QVERIFY(std::abs(figures.concurrency - 0.966) < 0.001);
    QCOMPARE(longestChain(*trace, workScope(*trace, 2)).count(), fromSeconds(0.010301).count());
    QCOMPARE(figures.operations, std::uint64_t{100});
    QVERIFY(std::abs(figures.flops - 100 * 1.28e11) < 5e10);
}

void TestAnalysis::timedBlockWithCopiesHasTheExpectedMeasures()
{
    const TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);

    const Figures figures = analysis::figures(*trace, workScope(*trace, 2));

    QVERIFY(std::abs(toSeconds(figures.sumOfOperations) - 2.9600) < 0.0002);
    QVERIFY(std::abs(figures.speedUp - 1.199) < 0.001);
    QVERIFY(std::abs(figures.concurrency - 0.20) < 0.01);
    QCOMPARE(trace->lanes()[figures.busiest.index].role, LaneRole::CopyOut);
    QVERIFY(std::abs(toSeconds(figures.busiestBusy) - 2.4581) < 0.0002);
    QCOMPARE(figures.copied.value, std::int64_t{50} * 64'000'000);
}

void TestAnalysis::overlapEqualsBruteForce()
{
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const TracePtr trace = randomRun(seed);
        const Scope scope{Nanoseconds{10}, Nanoseconds{500}};
        std::int64_t any = 0, many = 0, copying = 0, hidden = 0, sum = 0;
        for (std::int64_t t = 10; t < 500; ++t) {
            int busy = 0, copies = 0;
            for (int lane = 0; lane < 3; ++lane)
                for (const Span& span : trace->spans(LaneId{lane}))
                    if (span.begin.count() <= t && t < span.end().count()) {
                        ++busy;
                        copies += isCopy(span.kind) ? 1 : 0;
                    }
            sum += busy;
            any += busy >= 1 ? 1 : 0;
            many += busy >= 2 ? 1 : 0;
            copying += copies >= 1 ? 1 : 0;
            hidden += copies >= 1 && busy > copies ? 1 : 0;
        }

        const Overlap result = overlap(*trace, scope);
        const Concurrency whole(*trace);

        QCOMPARE(result.sum.count(), sum);
        QCOMPARE(result.anyBusy.count(), any);
        QCOMPARE(result.manyBusy.count(), many);
        QCOMPARE(result.copying.count(), copying);
        QCOMPARE(result.hiddenCopying.count(), hidden);
        QCOMPARE(whole.any().busy(scope.begin, scope.end).count(), any);
        QCOMPARE(whole.many().busy(scope.begin, scope.end).count(), many);
        QCOMPARE(whole.copying().busy(scope.begin, scope.end).count(), copying);
        QCOMPARE(whole.hidden().busy(scope.begin, scope.end).count(), hidden);
        QCOMPARE(whole.overlapShare(scope), result.share());
        QCOMPARE(whole.hiddenShare(scope), result.hiddenShare());
    }
}

void TestAnalysis::measuresOfRandomRunsAreWithinTheirBounds()
{
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        const std::string problem = tests::figureProblemOf(*randomRun(seed));
        QVERIFY2(problem.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(problem.c_str())));
    }
    for (const Sample sample : {Sample::Elementwise, Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap,
                                Sample::OutOfMemory, Sample::Live})
        QCOMPARE(tests::figureProblemOf(*tests::sampleTrace(sample)), std::string());
}

void TestAnalysis::operationOnTwoCoresIsCountedAsOneOperation()
{
    Recorder recorder;
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    for (int i = 0; i < 2; ++i)
        recorder.write(
            LaneRecord{LaneId{i}, DeviceId{0}, LaneRole::CpuWorker, static_cast<std::uint16_t>(i), "core", 0});
    IssueRecord issue;
    issue.op = OpId{0};
    issue.device = DeviceId{0};
    recorder.write(issue);
    LifeRecord life;
    life.op = OpId{0};
    life.lane = LaneId{0};
    life.finished = Nanoseconds{100};
    recorder.write(life);
    recorder.write(HostRecord{Nanoseconds{10}, Nanoseconds{90}, 0, {}, OpId{0}, LaneId{1}});
    recorder.write(EndRecord{Nanoseconds{100}, true});
    recorder.finish();
    const TracePtr trace = recorder.snapshot();

    const Figures figures = analysis::figures(*trace, runScope(*trace));

    QCOMPARE(figures.sumOfOperations.count(), std::int64_t{100});
    QCOMPARE(figures.speedUp, 1.0);
    QCOMPARE(figures.concurrency, 0.0);
    QCOMPARE(figures.operations, std::uint64_t{1});
    QCOMPARE(busyLanesAt(*trace, Nanoseconds{50}).size(), std::size_t{1});
    QVERIFY(Concurrency(*trace).many().empty());
}

void TestAnalysis::scopeOfTheRunStartsAtTheFirstTimedBlock()
{
    const TracePtr two = tests::sampleTrace(Sample::TwoGpus);
    const TracePtr untimed = tests::sampleTrace(Sample::Elementwise);

    QCOMPARE(runScope(*two).begin.count(), two->blocks()[0].begin.count());
    QCOMPARE(runScope(*two).end.count(), two->extent().count());
    QCOMPARE(runScope(*untimed).begin.count(), std::int64_t{0});
    QCOMPARE(workScope(*two, 99).begin.count(), runScope(*two).begin.count());
}

void TestAnalysis::streamIsTheDecisiveCauseForTheStartOfAQueuedOperation()
{
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    const OpId op{2 + 100 + 17};

    const trace::Cause& why = trace::decisiveCause(trace->op(op));

    QCOMPARE(why.kind, CauseKind::Stream);
    QCOMPARE(why.op.index, op.index - 1);
    QCOMPARE(trace->op(why.op).finished.count(), trace->op(op).started.count());
    QVERIFY(trace->op(op).started > trace->op(op).ready);
    QCOMPARE(trace::decisiveCause(trace->op(OpId{})).kind, CauseKind::None);
}

void TestAnalysis::verdictIsTheBottleneckOfTheScope()
{
    const TracePtr two = tests::sampleTrace(Sample::TwoGpus);
    const TracePtr copy = tests::sampleTrace(Sample::CopyOverlap);

    QCOMPARE(verdict(*two, runScope(*two)), Verdict::SyncBound);
    QCOMPARE(verdict(*two, blockScope(*two, 2)), Verdict::ComputeBound);
    QCOMPARE(verdict(*copy, blockScope(*copy, 1)), Verdict::CopyBound);
    QCOMPARE(verdict(*copy, blockScope(*copy, 2)), Verdict::CopyBound);
    const TracePtr queued = tests::sampleTrace(Sample::TwoGpusOverlap);
    QCOMPARE(verdict(*queued, workScope(*queued, 0)), Verdict::ComputeBound);
}

void TestAnalysis::memoryPeaksAndRefusedAllocationAreFound()
{
    const TracePtr two = tests::sampleTrace(Sample::TwoGpus);
    const MemoryPeaks peaks = memoryPeaks(*two, DeviceId{1}, blockScope(*two, 0));
    QVERIFY(peaks.allocated <= Bytes{51} * (62 * kMiB.value));
    QVERIFY(peaks.allocated > Bytes{50} * (62 * kMiB.value));
    QVERIFY(!memoryAt(*two, DeviceId{1}, Nanoseconds{-1}));

    const TracePtr oom = tests::sampleTrace(Sample::OutOfMemory);
    const auto refused = decidingRefusal(*oom);
    QVERIFY(refused);
    QCOMPARE(refused->record.allocated.value, 45 * 62 * kMiB.value);
    QVERIFY(!decidingRefusal(*two));
}

void TestAnalysis::importedTraceWithoutEdgesHasNoCriticalPath_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<bool>("hasEdge");
    QTest::addColumn<bool>("hasPath");
    QTest::newRow("our run") << "book-v100" << false << true;
    QTest::newRow("imported") << kImportedMachine << false << false;
    QTest::newRow("imported, with a wait between streams") << kImportedMachine << true << true;
}

/// Without an edge between two GPUs, a trace does not show which of them determined the length of the run.
void TestAnalysis::importedTraceWithoutEdgesHasNoCriticalPath()
{
    QFETCH(QString, machine);
    QFETCH(bool, hasEdge);
    QFETCH(bool, hasPath);
    const TracePtr trace = tests::fourKernels(qPrintable(machine), hasEdge);
    const bool isImported = machine == QLatin1String(kImportedMachine);

    const auto json = nlohmann::json::parse(summaryJson(*trace));

    QCOMPARE(!criticalPath(*trace, runScope(*trace)).segments.empty(), hasPath);
    for (const char* name : {"critical_path", "verdict"})
        QVERIFY2(json[name].is_null() != hasPath && json["scopes"][0][name].is_null() != hasPath, name);
    for (const char* name : {"longest_chain", "waits", "edges"})
        QVERIFY2(json[name].is_null() == isImported, name);
}

void TestAnalysis::summaryHasFixedFieldNames()
{
    const auto json = nlohmann::json::parse(summaryJson(*tests::sampleTrace(Sample::OutOfMemory)));

    for (const char* name :
         {"version", "program", "machine", "platform",      "dialect", "parameters", "values",  "benchmarks",
          "scopes",  "waits",   "lanes",   "operations",    "edges",   "makespan",   "overlap", "longest_chain",
          "copies",  "metrics", "memory",  "critical_path", "verdict", "warnings",   "error",   "repeats"})
        QVERIFY2(json.contains(name), name);
    QCOMPARE(json.size(), std::size_t{24});
    QCOMPARE(json["version"].get<int>(), 3);
    QVERIFY(json["metrics"].is_array());
    QCOMPARE(json["platform"].get<std::string>(), std::string("virtual"));
    QCOMPARE(json["parameters"]["n"].get<int>(), 4000);
    QCOMPARE(json["benchmarks"][0]["failed"].get<bool>(), true);
    QVERIFY(json["error"]["message"].get<std::string>().find("62.00 MiB") != std::string::npos);
    QCOMPARE(json["memory"]["GPU 0"]["peak_allocated"].get<std::int64_t>(), 45 * 62 * kMiB.value);

    const auto two = nlohmann::json::parse(summaryJson(*tests::sampleTrace(Sample::TwoGpus)));
    QCOMPARE(two["waits"].size(), std::size_t{5});
    QCOMPARE(two["waits"][2]["for"].get<std::string>(), std::string("mm (y[49])"));
    QCOMPARE(two["edges"]["raw"].get<int>(), 300);
    QVERIFY(two["error"].is_null());
    QCOMPARE(two["operations"].get<int>(), 302);
    const auto& last = two["benchmarks"][2];
    QVERIFY(last["mistimed"].get<bool>());
    QVERIFY(last["work_seconds"].get<double>() > last["seconds"].get<double>());
    QCOMPARE(two["scopes"].size(), std::size_t{4});
    const auto &block = two["scopes"][2], &run = two["scopes"][3];
    QCOMPARE(block["name"].get<std::string>(), last["label"].get<std::string>());
    QCOMPARE(block["makespan"].get<double>(), last["work_seconds"].get<double>());
    QCOMPARE(run["name"].get<std::string>(), std::string("run"));
    QCOMPARE(run["makespan"].get<double>(), two["makespan"].get<double>());
    QVERIFY(two["longest_chain"].is_number() && two["longest_chain"] == run["longest_chain"]);
    QVERIFY(two["critical_path"].is_object() && two["critical_path"] == run["critical_path"]);
    QCOMPARE(run["verdict"].get<std::string>(), std::string("sync-bound"));
    QCOMPARE(block["verdict"].get<std::string>(), std::string("compute-bound"));
    QVERIFY(two["verdict"] == run["verdict"]);
    QCOMPARE(block["operations"].get<int>(), 100);
    for (const auto& scope : two["scopes"]) {
        double path = 0;
        for (const char* part : {"compute", "copy", "pages", "dispatch", "wait"})
            path += scope["critical_path"][part].get<double>();
        QVERIFY(std::abs(path - scope["makespan"].get<double>()) < 1e-9);
        QVERIFY(std::abs(scope["sum"].get<double>() / path - scope["speed_up"].get<double>()) < 1e-9);
        QVERIFY(scope["concurrency"].get<double>() <= 1 && scope["hidden_copying"].is_null());
        QVERIFY(scope["longest_chain"].get<double>() <= path);
    }
    QVERIFY(!two["benchmarks"][0]["mistimed"].get<bool>());
    for (const auto& lane : two["lanes"])
        QVERIFY(lane["busy"].get<double>() <= two["makespan"].get<double>());
}

void TestAnalysis::errorTypeInTheSummaryOfAStoppedRunIsStopped()
{
    Recorder recorder;
    recorder.write(EndRecord{std::chrono::milliseconds(250), false});
    recorder.finish();

    const auto json = nlohmann::json::parse(summaryJson(*recorder.snapshot()));

    QCOMPARE(json["error"]["type"].get<std::string>(), std::string("Stopped"));
    QCOMPARE(json["error"]["time"].get<double>(), 0.25);
    QVERIFY(json["error"]["line"].is_null());
}

void TestAnalysis::measuresOfAnEmptyTraceAreZero()
{
    Recorder recorder;
    const TracePtr trace = recorder.snapshot();

    QCOMPARE(figures(*trace, wholeRun(*trace)).operations, std::uint64_t{0});
    QVERIFY(criticalPath(*trace, wholeRun(*trace)).segments.empty());
    QCOMPARE(longestChain(*trace, wholeRun(*trace)), Nanoseconds{});
    QVERIFY(warnings(*trace).empty());
    QVERIFY(nlohmann::json::parse(summaryJson(*trace)).is_object());
    QCOMPARE(figures(*trace, workScope(*trace, 3)).operations, std::uint64_t{0});
}

QTEST_GUILESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
