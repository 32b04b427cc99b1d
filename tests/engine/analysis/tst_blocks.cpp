#include "engine/analysis/blocks.h"
#include "engine/analysis/memory.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

using namespace engine;
using namespace engine::analysis;
using namespace engine::trace;
using tests::Sample;

/// Tests which memory blocks are live at a time, and why each of them is still allocated.
class TestBlocks : public QObject {
    Q_OBJECT

private slots:
    void sizesOfLiveMemoryBlocksSumToTheAllocatedBytes();
    void memoryOfAPendingResultIsLiveBecauseItIsNotComputed();
    void reasonOfALiveMemoryBlockDependsOnItsNextReader();
    void memoryBlocksOfTheSameVariableAreListedSeparately();
    void emptyTraceHasNoLiveMemoryBlocks();
};

namespace {

/// Four results, a, b, c and g: b reads a, and g reads a in the backward pass. Nothing reads b. c is freed at 90.
TracePtr story()
{
    Store store;
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
    store.apply(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
    const auto op = [&](std::uint32_t id, std::int64_t issued, std::int64_t from, std::int64_t to, Kind kind) {
        IssueRecord issue;
        issue.op = OpId{id};
        issue.begin = issue.end = Nanoseconds{issued};
        issue.kind = kind;
        issue.device = DeviceId{0};
        store.apply(issue);
        LifeRecord life;
        life.op = OpId{id};
        life.lane = LaneId{0};
        life.started = Nanoseconds{from};
        life.finished = Nanoseconds{to};
        store.apply(life);
    };
    op(0, 0, 10, 20, Kind::Compute);      // computes a
    op(1, 1, 20, 40, Kind::Compute);      // computes b
    op(2, 2, 40, 50, Kind::Elementwise);  // computes c
    op(3, 60, 70, 80, Kind::Backward);    // computes g
    store.apply(DependencyRecord{OpId{0}, OpId{1}, DependencyKind::ReadAfterWrite});
    store.apply(DependencyRecord{OpId{0}, OpId{3}, DependencyKind::ReadAfterWrite});
    const auto memory = [&](std::int64_t time, MemoryAct act, std::uint32_t variable, std::int64_t bytes,
                            std::int64_t level) {
        store.apply(MemoryRecord{Nanoseconds{time},
                                 DeviceId{0},
                                 act,
                                 Bytes{bytes},
                                 Bytes{level},
                                 {},
                                 Bytes{1000},
                                 VariableId{variable},
                                 OpId{variable}});
    };
    memory(0, MemoryAct::Allocate, 0, 100, 100);
    memory(1, MemoryAct::Allocate, 1, 200, 300);
    memory(2, MemoryAct::Allocate, 2, 50, 350);
    memory(20, MemoryAct::Hold, 0, 100, 350);
    memory(40, MemoryAct::Hold, 1, 200, 350);
    memory(50, MemoryAct::Hold, 2, 50, 350);
    memory(90, MemoryAct::Free, 2, 50, 300);
    store.apply(EndRecord{Nanoseconds{100}, true});
    return store.snapshot();
}

AliveReason reasonOf(const Trace& trace, std::uint32_t variable, std::int64_t time)
{
    for (const AliveBlock& alive : aliveAt(trace, DeviceId{0}, Nanoseconds{time}))
        if (alive.block.variable == VariableId{variable})
            return alive.because;
    return AliveReason::Unknown;
}

}  // namespace

void TestBlocks::sizesOfLiveMemoryBlocksSumToTheAllocatedBytes()
{
    for (const Sample sample : {Sample::TwoGpus, Sample::CopyOverlap, Sample::OutOfMemory}) {
        const TracePtr trace = tests::sampleTrace(sample);
        for (const DeviceRecord& device : trace->devices()) {
            const auto moment = peakMoment(*trace, device.id, wholeRun(*trace));
            if (!moment)
                continue;
            std::int64_t sum = 0;
            for (const AliveBlock& alive : aliveAt(*trace, device.id, *moment))
                sum += alive.block.bytes.value;
            QCOMPARE(sum, memoryAt(*trace, device.id, *moment)->allocated.value);
            QVERIFY(sum > 0);
        }
    }
}

void TestBlocks::memoryOfAPendingResultIsLiveBecauseItIsNotComputed()
{
    const TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);
    const auto refused = decidingRefusal(*trace);
    QVERIFY(refused.has_value());
    QCOMPARE(*peakMoment(*trace, refused->record.device, wholeRun(*trace)), refused->record.time);

    int waiting = 0;
    for (const AliveBlock& alive : aliveAt(*trace, refused->record.device, refused->record.time))
        waiting += alive.because == AliveReason::NotComputed ? 1 : 0;

    QVERIFY2(waiting > 30, "most products are reserved and not yet computed");
}

void TestBlocks::reasonOfALiveMemoryBlockDependsOnItsNextReader()
{
    const TracePtr trace = story();

    QCOMPARE(reasonOf(*trace, 0, 15), AliveReason::NotComputed);
    QCOMPARE(reasonOf(*trace, 0, 25), AliveReason::Reader);    // b reads a
    QCOMPARE(reasonOf(*trace, 0, 45), AliveReason::Gradient);  // only g will read a; g is not issued yet
    QCOMPARE(reasonOf(*trace, 0, 65), AliveReason::Reader);    // g is issued
    QCOMPARE(reasonOf(*trace, 0, 85), AliveReason::NeverFreed);
    QCOMPARE(reasonOf(*trace, 2, 60), AliveReason::HeldByProgram);
    QCOMPARE(reasonOf(*trace, 1, 60), AliveReason::NeverFreed);
    const auto alive = aliveAt(*trace, DeviceId{0}, Nanoseconds{45});
    QCOMPARE(alive.size(), std::size_t{3});
    QCOMPARE(alive[0].block.bytes.value, std::int64_t{200});
    QCOMPARE(alive[1].lastReader, OpId{3});
    QCOMPARE(alive[1].lastRead->count(), std::int64_t{80});
    QCOMPARE(aliveAt(*trace, DeviceId{0}, Nanoseconds{95}).size(), std::size_t{2});
    QCOMPARE(poolSlackAt(*trace, DeviceId{0}, Nanoseconds{95})->idle().value, std::int64_t{700});
    QCOMPARE(poolSlackAt(*trace, DeviceId{0}, Nanoseconds{95})->share(), 0.7);
}

/// Workspaces of an operation have no variable and are freed in the order of their allocation. A variable that is
/// rewritten has two blocks for a short time.
void TestBlocks::memoryBlocksOfTheSameVariableAreListedSeparately()
{
    Store store;
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    const auto memory = [&](std::int64_t time, MemoryAct act, VariableId variable, std::int64_t bytes,
                            std::int64_t level) {
        store.apply(MemoryRecord{
            Nanoseconds{time}, DeviceId{0}, act, Bytes{bytes}, Bytes{level}, {}, Bytes{1000}, variable, OpId{7}});
    };
    memory(0, MemoryAct::Allocate, {}, 100, 100);
    memory(1, MemoryAct::Allocate, {}, 40, 140);
    memory(2, MemoryAct::Allocate, VariableId{3}, 8, 148);
    memory(3, MemoryAct::Allocate, VariableId{3}, 8, 156);
    memory(4, MemoryAct::Hold, VariableId{3}, 8, 156);
    memory(5, MemoryAct::Free, {}, 100, 56);
    memory(6, MemoryAct::Free, {}, 40, 16);
    memory(7, MemoryAct::Free, VariableId{3}, 8, 8);
    store.apply(EndRecord{Nanoseconds{10}, true});

    const auto blocks = blocksOf(*store.snapshot(), DeviceId{0});

    QCOMPARE(blocks.size(), std::size_t{4});
    QCOMPARE(blocks[0].died.value_or(Nanoseconds{}).count(), std::int64_t{5});
    QCOMPARE(blocks[1].died.value_or(Nanoseconds{}).count(), std::int64_t{6});
    QCOMPARE(blocks[2].died.value_or(Nanoseconds{}).count(), std::int64_t{7});
    QVERIFY(!blocks[2].held.has_value());
    QVERIFY(!blocks[3].died.has_value());
    QCOMPARE(blocks[3].held.value_or(Nanoseconds{}).count(), std::int64_t{4});
}

void TestBlocks::emptyTraceHasNoLiveMemoryBlocks()
{
    const TracePtr trace = tests::sampleTrace(Sample::Empty);
    for (const DeviceRecord& device : trace->devices()) {
        QVERIFY(aliveAt(*trace, device.id, Nanoseconds{5}).empty());
        QVERIFY(!peakMoment(*trace, device.id, wholeRun(*trace)).has_value());
        QVERIFY(!poolSlackAt(*trace, device.id, Nanoseconds{5}).has_value());
    }
}

QTEST_GUILESS_MAIN(TestBlocks)
#include "tst_blocks.moc"
