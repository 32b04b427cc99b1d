#include "engine/analysis/comparison.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

using namespace engine;
using namespace engine::analysis;
using tests::Sample;
using Subject = Finding::Subject;

/// Tests the comparison of two runs or of two parts of runs.
class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void linesWithEqualTextArePaired();
    void textOfALineOutsideTheListingIsEmpty();
    void everyLineOfBothListingsIsInExactlyOneRow_data();
    void everyLineOfBothListingsIsInExactlyOneRow();
    void sequentialTimedBlocksArePairedWithTheParallelTimedBlock();
    void operationsOfSequentialAndParallelStatementsAreMatched();
    void comparedBusyTimesOfTwoGpusMatchTheTrace();
    void waitOnLine15IsTheReasonForTheLongerTime();
    void comparisonWithSwappedSidesGivesTheSameReason();
    void removedWaitIsTheReasonForTheDifference();
    void findingNamesAWaitOnlyIfTheLineCallsAWaitingFunction();
    void linesThatAStoppedRunDidNotReachGiveNoFinding();
    void runComparedWithItselfHasNoDifference();
    void differentParametersGiveAFinding();
    void comparisonOfEmptyRunsHasNoReason();
};

namespace {

const Finding* find(const RunComparison& comparison, Subject what, bool isEqual)
{
    for (const Finding& finding : comparison.findings)
        if (finding.what == what && finding.isEqual == isEqual)
            return &finding;
    return nullptr;
}

RunComparison naturalOf(const trace::TracePtr& trace)
{
    const auto pair = findOverlapPair(trace);
    return pair ? compareRuns(pair->first, pair->second) : RunComparison();
}

}  // namespace

void TestComparison::textOfALineOutsideTheListingIsEmpty()
{
    QCOMPARE(lineOf("a()\n  b()  ", 2), std::string_view("b()"));
    for (const int line : {-1, 0, 3})
        QVERIFY(lineOf("a()\n  b()  ", line).empty());
}

void TestComparison::linesWithEqualTextArePaired()
{
    const LineMatch match = matchLines("a()\nwait(1)\nb()\n", {1, 3}, "a()\nb()\nwait(2)\n", {1, 3});

    QCOMPARE(match.bOf(1), 1);
    QCOMPARE(match.bOf(2), 0);
    QCOMPARE(match.bOf(3), 2);
    QCOMPARE(match.aOf(3), 0);
    QCOMPARE(matchLines("copy(y)\n", {1, 1}, "copy(y, True)\n", {1, 1}).bOf(1), 1);
    QVERIFY(!matchLines("copy(y)\n", {1, 1}, "copy(y, True)\n", {1, 1}).rows[0].isSame);
}

void TestComparison::everyLineOfBothListingsIsInExactlyOneRow_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::newRow("two empty listings") << ""
                                        << "";
    QTest::newRow("empty listing and one line") << ""
                                                << "x";
    QTest::newRow("reversed lines") << "a\nb\nc\nd"
                                    << "d\nc\nb\na";
    QTest::newRow("identical lines") << QString("x\n").repeated(40) << QString("x\n").repeated(7);
    QTest::newRow("too long to match") << QString("x\n").repeated(9000) << QString("y\nx\n").repeated(9000);
}

void TestComparison::everyLineOfBothListingsIsInExactlyOneRow()
{
    QFETCH(QString, a);
    QFETCH(QString, b);

    const LineMatch match = matchLines(a.toStdString(), {}, b.toStdString(), {});

    int nextA = 1;
    int nextB = 1;
    for (const LineRow& row : match.rows) {
        QVERIFY(row.a > 0 || row.b > 0);
        if (row.a > 0)
            QCOMPARE(row.a, nextA++);
        if (row.b > 0)
            QCOMPARE(row.b, nextB++);
    }
    QCOMPARE(nextA, static_cast<int>(a.count('\n')) + 2);
    QCOMPARE(nextB, static_cast<int>(b.count('\n')) + 2);
}

void TestComparison::sequentialTimedBlocksArePairedWithTheParallelTimedBlock()
{
    const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const auto pair = findOverlapPair(trace);

    QVERIFY(pair.has_value());
    QCOMPARE(pair->first.scope.begin, trace->blocks()[0].begin);
    QCOMPARE(pair->first.scope.end, trace->blocks()[1].end);
    QCOMPARE(pair->second.scope.begin, trace->blocks()[2].begin);
    QVERIFY(!findOverlapPair(tests::sampleTrace(Sample::Elementwise)));
    QVERIFY(!findOverlapPair(tests::sampleTrace(Sample::Live)));
}

void TestComparison::operationsOfSequentialAndParallelStatementsAreMatched()
{
    const RunComparison comparison = naturalOf(tests::sampleTrace(Sample::TwoGpus));

    QCOMPARE(comparison.ops.pairs, std::size_t{100});
    QCOMPARE(comparison.ops.onlyA, std::size_t{0});
    QCOMPARE(comparison.ops.onlyB, std::size_t{0});
    for (std::size_t i = 0; i < comparison.ops.bOf.size(); ++i) {
        const OpId other = comparison.ops.bOf[i];
        if (!other.isValid())
            continue;
        QCOMPARE(comparison.ops.ofB(other), OpId{i});
        QCOMPARE(comparison.b.trace->op(other).device, comparison.a.trace->op(OpId{i}).device);
    }
    QVERIFY(find(comparison, Subject::Operations, true) != nullptr);
    QVERIFY(find(comparison, Subject::Work, true) != nullptr);
    QVERIFY(find(comparison, Subject::Edges, true) != nullptr);
    QVERIFY(find(comparison, Subject::Machine, true) != nullptr);
    const Finding* blocks = find(comparison, Subject::Blocks, false);
    QVERIFY(blocks != nullptr);
    QCOMPARE(blocks->countA, std::size_t{2});
    QCOMPARE(blocks->countB, std::size_t{1});
}

void TestComparison::comparedBusyTimesOfTwoGpusMatchTheTrace()
{
    const RunComparison comparison = naturalOf(tests::sampleTrace(Sample::TwoGpus));

    QCOMPARE(comparison.units.size(), std::size_t{2});
    const auto& a = comparison.a;
    for (int unit = 0; unit < 2; ++unit) {
        const MeasureRow* busy = comparison.measure(Measure::Busy, unit);
        QVERIFY(busy != nullptr);
        // Computes the expected busy time from the lane index: each device of this program uses one stream, hence one
        // lane.
        Nanoseconds sum{};
        for (const auto& lane : a.trace->lanes())
            if (isWorkLane(lane) &&
                a.trace->devices()[lane.device.index].name == comparison.units[static_cast<std::size_t>(unit)].device)
                sum += a.trace->index(lane.id).busy(a.scope.begin, a.scope.end);
        QVERIFY(std::abs(busy->a - toSeconds(sum) / toSeconds(a.scope.length())) < 1e-9);
        QVERIFY(busy->b > 1.8 * busy->a);
    }
    QVERIFY(comparison.speedUp() > 1.9 && comparison.speedUp() < 2.1);
    const MeasureRow* both = comparison.measure(Measure::ManyBusy);
    QVERIFY(both->a < 0.01);
    QVERIFY(both->b > 0.9);
    QCOMPARE(comparison.measure(Measure::Idle)->a,
             2 * toSeconds(a.scope.length()) -
                 (comparison.measure(Measure::Busy, 0)->a + comparison.measure(Measure::Busy, 1)->a) *
                     toSeconds(a.scope.length()));
    QVERIFY(comparison.measure(Measure::Start, 1)->difference() < -0.4);
    int mostA = 0;
    int mostB = 0;
    for (const BusyStep& step : comparison.busyA)
        mostA = std::max(mostA, step.units);
    for (const BusyStep& step : comparison.busyB)
        mostB = std::max(mostB, step.units);
    QCOMPARE(mostA, 1);
    QCOMPARE(mostB, 2);
}

void TestComparison::waitOnLine15IsTheReasonForTheLongerTime()
{
    const RunComparison comparison = naturalOf(tests::sampleTrace(Sample::TwoGpus));
    const Reason& reason = comparison.reason;

    QCOMPARE(reason.what, Reason::Kind::Wait);
    QCOMPARE(reason.line, 15);
    QVERIFY(reason.isASlower);
    QCOMPARE(reason.total, comparison.saved());
    QVERIFY(reason.share > reason.total * 9 / 10);
    const trace::Trace& trace = *comparison.a.trace;
    QCOMPARE(trace.devices()[trace.op(reason.delayed).device.index].name, std::string("GPU 1"));
    QCOMPARE(trace.devices()[trace.op(reason.awaited).device.index].name, std::string("GPU 0"));
    QVERIFY(reason.start > 100 * reason.startInFaster);
    QVERIFY(reason.filled > reason.share * 9 / 10);
}

void TestComparison::comparisonWithSwappedSidesGivesTheSameReason()
{
    const auto pair = findOverlapPair(tests::sampleTrace(Sample::TwoGpus));

    const RunComparison comparison = compareRuns(pair->second, pair->first);

    QVERIFY(!comparison.reason.isASlower);
    QCOMPARE(comparison.reason.what, Reason::Kind::Wait);
    QCOMPARE(comparison.reason.line, 15);
    QVERIFY(comparison.saved() < Nanoseconds{});
}

void TestComparison::removedWaitIsTheReasonForTheDifference()
{
    const RunComparison comparison = compareRuns(wholeSide(tests::sampleTrace(Sample::TwoGpus)),
                                                 wholeSide(tests::sampleTrace(Sample::TwoGpusOverlap)));

    const Finding* wait = find(comparison, Subject::Wait, false);
    QVERIFY(wait != nullptr);
    QCOMPARE(wait->lineA, 15);
    QCOMPARE(wait->countB, std::size_t{0});
    QCOMPARE(comparison.reason.what, Reason::Kind::Wait);
    QCOMPARE(comparison.reason.line, 15);
}

/// A full launch queue blocks the program too, but the text of the line contains no call of a waiting function.
void TestComparison::findingNamesAWaitOnlyIfTheLineCallsAWaitingFunction()
{
    const auto run = [](int line, const char* call) {
        trace::Recorder recorder;
        auto info = std::make_shared<trace::RunInfo>();
        info->source = "y = x + 1\nd.synchronize()\n";
        recorder.write(trace::RunRecord(info));
        trace::WaitRecord wait;
        wait.end = Nanoseconds{10};
        wait.line = line;
        wait.call = recorder.intern(call);
        if (line > 0)
            recorder.write(wait);
        recorder.write(trace::LineRecord{Nanoseconds{}, Nanoseconds{20}, 1});
        recorder.write(trace::EndRecord{Nanoseconds{20}, true});
        recorder.finish();
        return wholeSide(recorder.snapshot());
    };
    const RunComparison called = compareRuns(run(2, "d.synchronize()"), run(0, ""));
    const RunComparison queue = compareRuns(run(1, "launch queue full"), run(0, ""));

    QVERIFY(find(called, Subject::Wait, false) != nullptr && find(queue, Subject::Wait, false) != nullptr);
    QCOMPARE(find(called, Subject::Wait, false)->name, std::string("synchronize"));
    QCOMPARE(find(queue, Subject::Wait, false)->name, std::string());
}

/// Each run has two timed blocks and waits on line 1. A run that fails ends on line 1, within its second block; the
/// other runs also wait on line 2.
void TestComparison::linesThatAStoppedRunDidNotReachGiveNoFinding()
{
    const auto run = [](bool isFailed, bool isOff) {
        trace::Recorder recorder;
        auto info = std::make_shared<trace::RunInfo>();
        info->source = "y = x + 1\nd.synchronize()\n";
        if (isOff)
            info->switches = {{2, false}};
        recorder.write(trace::RunRecord(info));
        trace::WaitRecord wait;
        wait.end = Nanoseconds{5};
        wait.line = 1;
        wait.call = recorder.intern("d.synchronize()");
        recorder.write(wait);
        wait.end = Nanoseconds{10};
        wait.line = 2;
        if (!isFailed)
            recorder.write(wait);
        recorder.write(trace::BlockRecord{Nanoseconds{}, Nanoseconds{10}, 1, "first", 1e-8});
        recorder.write(trace::BlockRecord{Nanoseconds{10}, Nanoseconds{20}, 1, "second", 1e-8, isFailed});
        if (isFailed)
            recorder.write(trace::ErrorRecord{Nanoseconds{20}, 1, "NameError", "", "", {}});
        recorder.write(trace::EndRecord{Nanoseconds{20}, true});
        recorder.finish();
        return wholeSide(recorder.snapshot());
    };

    const RunComparison failed = compareRuns(run(false, false), run(true, false));
    const RunComparison off = compareRuns(run(false, false), run(true, true));

    QVERIFY(find(failed, Subject::Wait, false) == nullptr && find(failed, Subject::Wait, true) == nullptr);
    QVERIFY(find(off, Subject::Wait, false) != nullptr);
    const Finding* blocks = find(failed, Subject::Blocks, false);
    QVERIFY(blocks != nullptr);
    QCOMPARE(blocks->countA, std::size_t{2});
    QCOMPARE(blocks->countB, std::size_t{1});
}

void TestComparison::runComparedWithItselfHasNoDifference()
{
    const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);

    const RunComparison comparison = compareRuns(wholeSide(trace), wholeSide(trace));

    for (const Finding& finding : comparison.findings)
        QVERIFY(finding.isEqual);
    for (const MeasureRow& row : comparison.measures)
        QCOMPARE(row.difference(), 0.0);
    QCOMPARE(comparison.reason.what, Reason::Kind::None);
}

void TestComparison::differentParametersGiveAFinding()
{
    const auto runOf = [](const char* machine, const char* n) {
        trace::RunInfo run;
        run.machine = machine;
        run.parameters = {{"n", n}, {"same", "1"}};
        trace::Recorder recorder;
        recorder.write(std::make_shared<const trace::RunInfo>(run));
        recorder.write(trace::EndRecord{Nanoseconds{10}, true});
        recorder.finish();
        return recorder.snapshot();
    };

    const RunComparison comparison = compareRuns(wholeSide(runOf("a", "4000")), wholeSide(runOf("b", "2000")));

    QVERIFY(find(comparison, Subject::Machine, false) != nullptr);
    const Finding* parameter = find(comparison, Subject::Parameter, false);
    QVERIFY(parameter != nullptr);
    QCOMPARE(parameter->name, std::string("n"));
    QCOMPARE(parameter->textB, std::string("2000"));
}

void TestComparison::comparisonOfEmptyRunsHasNoReason()
{
    const trace::TracePtr empty = std::make_shared<trace::Trace>();

    const RunComparison comparison = compareRuns(wholeSide(empty), wholeSide(tests::sampleTrace(Sample::Empty)));

    QCOMPARE(comparison.ops.pairs, std::size_t{0});
    QCOMPARE(comparison.speedUp(), 0.0);
    QCOMPARE(comparison.reason.what, Reason::Kind::None);
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
