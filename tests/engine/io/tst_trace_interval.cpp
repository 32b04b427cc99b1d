#include "engine/analysis/scope.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_interval.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>
#include <utility>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using tests::Sample;

/// Tests intervalOf(), which extracts a part of a run as a separate run.
class TestTraceInterval : public QObject {
    Q_OBJECT

private slots:
    void timedBlockCanBeExtractedAsARun();
    void causesBeforeTheIntervalAreRemoved();
    void memoryLevelsAndLinkRatesContinueInAnInterval();
    void fileOfAnIntervalContainsOnlyTheInterval();
    void intervalOfTheWholeRunEqualsTheRun();
    void emptyIntervalHasNoOperations();
};

void TestTraceInterval::timedBlockCanBeExtractedAsARun()
{
    const TracePtr run = tests::sampleTrace(Sample::TwoGpus);
    const BlockRecord& block = run->blocks()[1];
    const analysis::OpRange issued = analysis::issuedIn(*run, {block.begin, block.end});

    const TracePtr part = intervalOf(*run, block.begin, block.end);

    QCOMPARE(part->opCount(), std::size_t{50});
    QCOMPARE(part->opCount(), issued.last - issued.first);
    for (std::size_t i = 0; i < part->opCount(); ++i) {
        const Op now = part->op(OpId{i}), before = run->op(OpId{issued.first + i});
        QCOMPARE(now.id, OpId{i});
        QCOMPARE(part->text(now.label), run->text(before.label));
        QCOMPARE(now.state, before.state);
        QCOMPARE((now.issueBegin + block.begin).count(), before.issueBegin.count());
        QCOMPARE((now.started + block.begin).count(), before.started.count());
        QCOMPARE((now.finished + block.begin).count(), before.finished.count());
    }
    QCOMPARE(part->blocks().size(), std::size_t{1});
    QCOMPARE(part->blocks()[0].begin.count(), qint64{0});
    QCOMPARE(part->waits().size(), std::size_t{1});
    QCOMPARE(part->op(part->waits()[0].releasedBy).finished.count(),
             (run->op(run->waits()[3].releasedBy).finished - block.begin).count());
    QVERIFY(part->end() && part->end()->isComplete);
    QCOMPARE(part->extent().count(), (block.end - block.begin).count());
    QCOMPARE(part->dropped(), std::uint64_t{0});
}

/// The first product of the third block waits for its input, which was computed before this block.
void TestTraceInterval::causesBeforeTheIntervalAreRemoved()
{
    const TracePtr run = tests::sampleTrace(Sample::TwoGpusOverlap);
    const BlockRecord& last = run->blocks()[run->blocks().size() - 1];

    const TracePtr part = intervalOf(*run, last.begin, last.end);

    QVERIFY(part->opCount() > 0);
    for (std::size_t i = 0; i < part->opCount(); ++i) {
        const Op op = part->op(OpId{i});
        for (const Cause& cause : {op.readyCause, op.startCause})
            QVERIFY(!cause.op.isValid() || part->has(cause.op));
    }
    for (const Edge& edge : part->edges())
        QVERIFY(part->has(edge.from) && part->has(edge.to));
}

void TestTraceInterval::memoryLevelsAndLinkRatesContinueInAnInterval()
{
    constexpr auto ms = [](int t) { return Nanoseconds(std::chrono::milliseconds(t)); };
    Recorder recorder;
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, Bytes{100}, {}, 0});
    recorder.write(LaneRecord{LaneId{0}, {}, LaneRole::Link, 0, "PCIe", 1e9});
    for (const auto& [time, bytes] : {std::pair(1, 10), std::pair(2, 30), std::pair(6, 40), std::pair(9, 90)})
        recorder.write(MemoryRecord{ms(time), DeviceId{0}, MemoryAct::Allocate, Bytes{1}, Bytes{bytes}, {}, {}});
    for (const auto& [time, rate] : {std::pair(1, 5e8), std::pair(8, 0.0)})
        recorder.write(LinkRateRecord{ms(time), LaneId{0}, rate});
    recorder.finish();

    const TracePtr part = intervalOf(*recorder.snapshot(), ms(5), ms(7));

    const auto& memory = part->memory(DeviceId{0});
    QCOMPARE(memory.size(), std::size_t{2});
    QCOMPARE(memory[0].time.count(), qint64{0});
    QCOMPARE(memory[0].allocated.value, std::uint64_t{30});
    QCOMPARE(memory[0].bytes.value, std::uint64_t{0});
    QCOMPARE(memory[1].time.count(), ms(1).count());
    QCOMPARE(memory[1].allocated.value, std::uint64_t{40});
    QCOMPARE(part->rates(LaneId{0}).size(), std::size_t{1});
    QCOMPARE(part->rates(LaneId{0})[0].time.count(), qint64{0});
    QCOMPARE(part->rates(LaneId{0})[0].rate, 5e8);
}

void TestTraceInterval::fileOfAnIntervalContainsOnlyTheInterval()
{
    const QTemporaryDir folder;
    const TracePtr run = tests::sampleTrace(Sample::TwoGpus);
    const BlockRecord& block = run->blocks()[0];

    for (const char* name : {"part.json", "part.json.gz", "part.overlap"}) {
        const std::filesystem::path path = folder.filePath(name).toStdString();
        QVERIFY(saveTraceAs(*intervalOf(*run, block.begin, block.end), path));
        const auto opened = openTrace(path);

        QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
        QVERIFY2(opened->note.empty(), opened->note.english().c_str());
        QCOMPARE(opened->trace->opCount(), std::size_t{50});
        QCOMPARE(opened->trace->blocks().size(), std::size_t{1});
        QCOMPARE(opened->trace->blocks()[0].label, block.label);
        QVERIFY(opened->trace->extent() <= block.end - block.begin);
    }
}

void TestTraceInterval::intervalOfTheWholeRunEqualsTheRun()
{
    const TracePtr run = tests::sampleTrace(Sample::CopyOverlap);

    const TracePtr part = intervalOf(*run, Nanoseconds{}, run->extent());

    QCOMPARE(part->opCount(), run->opCount());
    QCOMPARE(part->edges().size(), run->edges().size());
    QCOMPARE(part->waits().size(), run->waits().size());
    QCOMPARE(part->programPart().lines.size(), run->programPart().lines.size());
    QCOMPARE(part->extent().count(), run->extent().count());
    for (std::size_t i = 0; i < run->opCount(); ++i)
        QCOMPARE(part->op(OpId{i}).startCause.op, run->op(OpId{i}).startCause.op);
}

void TestTraceInterval::emptyIntervalHasNoOperations()
{
    const TracePtr run = tests::sampleTrace(Sample::TwoGpus);

    for (const Nanoseconds begin : {Nanoseconds{-5}, run->extent() + Nanoseconds{5}}) {
        const TracePtr part = intervalOf(*run, begin, begin);
        QCOMPARE(part->opCount(), std::size_t{0});
        QCOMPARE(part->extent().count(), qint64{0});
        QCOMPARE(part->devices().size(), run->devices().size());
    }
}

QTEST_APPLESS_MAIN(TestTraceInterval)
#include "tst_trace_interval.moc"
