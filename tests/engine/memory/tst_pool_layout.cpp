#include "engine/memory/caching_pool.h"
#include "engine/memory/pool_layout.h"
#include "engine/trace/store.h"

#include <QTest>

using namespace engine;
using namespace engine::memory;
using namespace engine::trace;

/// Tests the layout of a pool's free memory, computed from the records of a run.
class TestPoolLayout : public QObject {
    Q_OBJECT

private slots:
    void holesBetweenBlocksCountAsFragmentation();
    void contiguousIdleMemoryIsNotFragmented();
    void memoryPoolOfMxnetHasNoLayout();
};

namespace {

/// Calls a pool, and writes the records that a run would write about these calls.
class Run {
public:
    explicit Run(const char* dialect)
    {
        auto info = std::make_shared<RunInfo>();
        info->dialect = dialect;
        m_store.apply(Record(RunRecord(info)));
        m_store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
        m_store.apply(DeviceRecord{DeviceId{1}, DeviceKind::Gpu, "GPU 0", {}, kGiB * 4, kGiB, 0});
    }
    VariableId allocateBlock(Bytes size)
    {
        const Grant grant = *m_pool.allocate(size, 0);
        const VariableId variable{m_next++};
        m_blocks[variable] = grant.block;
        record(MemoryAct::Allocate, grant.bytes, variable);
        return variable;
    }
    void freeBlock(VariableId variable)
    {
        const Bytes bytes = m_pool.sizeOf(m_blocks[variable]);
        m_pool.free(m_blocks[variable], DevicePool::Reuse::Now);
        record(MemoryAct::Free, bytes, variable);
    }
    std::optional<PoolLayout> layout() { return layoutAt(*m_store.snapshot(), DeviceId{1}, Nanoseconds{m_time}); }

private:
    void record(MemoryAct act, Bytes bytes, VariableId variable)
    {
        m_store.apply(MemoryRecord{
            Nanoseconds{++m_time}, DeviceId{1}, act, bytes, m_pool.allocated(), {}, m_pool.reserved(), variable, {}});
    }

    Store m_store;
    CachingPool m_pool{Card{0, kGiB * 4, kGiB, {}}};
    std::map<VariableId, BlockId> m_blocks;
    std::uint32_t m_next = 0;
    std::int64_t m_time = 0;
};

}  // namespace

void TestPoolLayout::holesBetweenBlocksCountAsFragmentation()
{
    Run run("torch");
    // Five blocks of 4 MiB share a segment of 20 MiB.
    std::vector<VariableId> blocks;
    for (int i = 0; i < 5; ++i)
        blocks.push_back(run.allocateBlock(kMiB * 4));
    run.freeBlock(blocks[1]);
    run.freeBlock(blocks[3]);

    const auto layout = run.layout();

    QVERIFY(layout.has_value());
    QCOMPARE(layout->reserved, kMiB * 20);
    QCOMPARE(layout->idle(), kMiB * 8);
    QCOMPARE(layout->largestFree, kMiB * 4);
    QCOMPARE(layout->fragmentation(), 0.5);
}

void TestPoolLayout::contiguousIdleMemoryIsNotFragmented()
{
    Run run("torch");
    const VariableId first = run.allocateBlock(kMiB * 4);
    const VariableId second = run.allocateBlock(kMiB * 4);
    run.freeBlock(second);

    const auto layout = run.layout();

    QVERIFY(layout.has_value());
    QCOMPARE(layout->largestFree, kMiB * 16);
    QCOMPARE(layout->fragmentation(), 0.0);
    run.freeBlock(first);
    QCOMPARE(run.layout()->largestFree, kMiB * 20);
}

void TestPoolLayout::memoryPoolOfMxnetHasNoLayout()
{
    Run run("mxnet");
    static_cast<void>(run.allocateBlock(kMiB));
    QVERIFY(!run.layout().has_value());
    QVERIFY(!layoutAt(Trace(), DeviceId{0}, Nanoseconds{0}).has_value());
}

QTEST_GUILESS_MAIN(TestPoolLayout)
#include "tst_pool_layout.moc"
