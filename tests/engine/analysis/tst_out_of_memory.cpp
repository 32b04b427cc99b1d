#include "engine/analysis/forecast.h"
#include "engine/analysis/out_of_memory.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

using namespace engine;
using namespace engine::analysis;
using namespace engine::trace;
using tests::Sample;

/// Tests the explanation of a refused allocation: what occupied the memory, and which cause is named.
class TestOutOfMemory : public QObject {
    Q_OBJECT

private slots:
    void memoryAddsUpToTheCapacity();
    void blocksWithOneKeyAreCountedSeparately();
    void completeResultsOfOneLineAreTheCause();
    void operationsIssuedAheadAreTheCause();
    void mxnetTakesMemoryWhenOperationsRun();
    void runWithoutRefusalHasNoExplanation();
};

namespace {

/// Operations 0 to 2 of line 3 each allocate 1 MiB at 0, 1000 and 2000 on a GPU of 4 MiB and end after `length`. At
/// 4000, a request of 2 MiB is refused.
void writeResults(Store& store, const char* dialect, Nanoseconds length)
{
    auto info = std::make_shared<RunInfo>();
    info->dialect = dialect;
    store.apply(RunRecord(info));
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", "", kMiB * 4, {}, 0});
    store.apply(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
    for (int i = 0; i < 3; ++i) {
        const Nanoseconds begin{1000 * i};
        store.apply(MemoryRecord{
            begin, DeviceId{0}, MemoryAct::Allocate, kMiB, kMiB * (i + 1), {}, kMiB * (i + 1), VariableId{i}, OpId{i}});
        IssueRecord issue;
        issue.op = OpId{i};
        issue.begin = issue.end = begin;
        issue.device = DeviceId{0};
        issue.line = 3;
        store.apply(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{0};
        life.ready = life.started = begin;
        life.finished = begin + length;
        store.apply(life);
    }
    store.apply(
        MemoryRecord{Nanoseconds{4000}, DeviceId{0}, MemoryAct::Refuse, kMiB * 2, kMiB * 3, {}, kMiB * 3, {}, OpId{}});
}

OutOfMemory explain(const char* dialect, Nanoseconds length)
{
    Store store;
    writeResults(store, dialect, length);
    return outOfMemory(*store.snapshot()).value();
}

}  // namespace

void TestOutOfMemory::memoryAddsUpToTheCapacity()
{
    const TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);

    const auto cause = outOfMemory(*trace);

    QVERIFY(cause.has_value());
    Bytes blocks;
    for (const MemoryBlock& block : cause->blocks)
        blocks += block.bytes;
    QCOMPARE(cause->blocks.size(), std::size_t{45});
    QVERIFY(blocks <= cause->reserved);
    QCOMPARE((cause->reserved + cause->usedByOthers + cause->free()).value, cause->capacity.value);
    QCOMPARE(cause->asked, Bytes{62 * kMiB.value});
    QCOMPARE(cause->ahead.size(), std::size_t{43});
    QVERIFY(!cause->isByKeeping());
    QCOMPARE(memoryForecast(*trace).tightest().device, cause->device);
}

/// The two workspaces of an operation have no variable, and all of this happens at one time: the free after the refusal
/// does not change the result.
void TestOutOfMemory::blocksWithOneKeyAreCountedSeparately()
{
    Store store;
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", "", Bytes{1000}, {}, 0});
    const auto write = [&store](MemoryAct act, std::int64_t bytes, std::int64_t level) {
        store.apply(
            MemoryRecord{Nanoseconds{5}, DeviceId{0}, act, Bytes{bytes}, Bytes{level}, {}, Bytes{1000}, {}, OpId{7}});
    };
    write(MemoryAct::Allocate, 600, 600);
    write(MemoryAct::Allocate, 300, 900);
    write(MemoryAct::Refuse, 200, 900);
    write(MemoryAct::Free, 600, 300);

    const auto cause = outOfMemory(*store.snapshot());

    QVERIFY(cause.has_value());
    QCOMPARE(cause->blocks.size(), std::size_t{2});
    QCOMPARE((cause->blocks[0].bytes + cause->blocks[1].bytes).value, std::int64_t{900});
}

void TestOutOfMemory::completeResultsOfOneLineAreTheCause()
{
    const OutOfMemory cause = explain("torch", Nanoseconds{900});

    QVERIFY(cause.isByKeeping());
    QCOMPARE(cause.kept, 3);
    QCOMPARE(cause.keptLine, 3);
    QVERIFY(cause.ahead.empty());
}

/// Only the first result is complete at 4000.
void TestOutOfMemory::operationsIssuedAheadAreTheCause()
{
    const OutOfMemory cause = explain("torch", Nanoseconds{3500});

    QVERIFY(!cause.isByKeeping());
    QCOMPARE(cause.kept, 3);
    QCOMPARE(cause.ahead, (std::vector<OpId>{OpId{1}, OpId{2}}));
}

void TestOutOfMemory::mxnetTakesMemoryWhenOperationsRun()
{
    const OutOfMemory cause = explain("mxnet", Nanoseconds{900});

    QVERIFY(!cause.isTakenAtIssue);
    QVERIFY(!cause.isByKeeping());
    QCOMPARE(cause.kept, 3);
}

void TestOutOfMemory::runWithoutRefusalHasNoExplanation()
{
    QVERIFY(!outOfMemory(*tests::sampleTrace(Sample::TwoGpus)));
}

QTEST_GUILESS_MAIN(TestOutOfMemory)
#include "tst_out_of_memory.moc"
