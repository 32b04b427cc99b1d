#include "engine/memory/caching_pool.h"
#include "engine/memory/exact_pool.h"
#include "engine/memory/host_pool.h"

#include <QTest>

#include <memory>
#include <random>

using namespace engine;
using namespace engine::memory;
using Reuse = DevicePool::Reuse;
using trace::HostMemory;

namespace {

constexpr std::int64_t kMega = 1 << 20;

Card card(std::int64_t megabytes)
{
    return {.ordinal = 0, .total = Bytes{megabytes * kMega}, .usedByOthers = Bytes{0}, .floor = Bytes{0}};
}

// The GPU in an error message of the book: 2790 MiB allocated, 69.12 MiB free, 1052.56 MiB used by other programs.
Card smallCard()
{
    const auto mebi = [](double value) { return Bytes{static_cast<std::int64_t>(value * 1048576.0 + 0.5)}; };
    return {.ordinal = 0, .total = mebi(3911.68), .usedByOthers = mebi(1052.56), .floor = mebi(32)};
}

}  // namespace

class TestPools : public QObject {
    Q_OBJECT

private slots:
    void sizesAreFormattedAsByPyTorch_data();
    void sizesAreFormattedAsByPyTorch();
    void segmentSizeDependsOnTheRequestedSize_data();
    void segmentSizeDependsOnTheRequestedSize();
    void freedBlocksAreReusedOnTheSameStreamOnly();
    void freedBlockIsReusedOnlyAfterItWasMadeAvailable();
    void freeNeighboursAreMerged();
    void emptyingTheCacheDoesNotFreeSegmentsInUse();
    void cacheIsEmptiedBeforeAnAllocationFails();
    void outOfMemoryErrorStatesAllSizesAndThePoolStaysUsable();
    void exactPoolReusesOnlyBlocksOfEqualSize();
    void memoryLevelsAreConsistentAfterRandomAllocations_data();
    void memoryLevelsAreConsistentAfterRandomAllocations();
    void largePageableBlocksAreNeverReused();
    void pinnedBlocksAreRoundedAndReused();
    void allocationBeyondHostMemoryIsRefused();
};

void TestPools::sizesAreFormattedAsByPyTorch_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<QString>("text");
    QTest::newRow("bytes up to a kibibyte") << qint64{1024} << "1024 bytes";
    QTest::newRow("kibibytes up to a mebibyte") << qint64{1048576} << "1024.00 KiB";
    QTest::newRow("mebibytes") << qint64{62 * kMega} << "62.00 MiB";
    QTest::newRow("gibibytes") << qint64{2790 * kMega} << "2.72 GiB";
    QTest::newRow("zero bytes") << qint64{0} << "0 bytes";
}

void TestPools::sizesAreFormattedAsByPyTorch()
{
    QFETCH(qint64, size);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatSize(Bytes{size})), text);
}

void TestPools::segmentSizeDependsOnTheRequestedSize_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<qint64>("reserved");
    QTest::addColumn<qint64>("allocated");
    QTest::newRow("one byte takes 512 of a small segment") << qint64{1} << qint64{2 * kMega} << qint64{512};
    QTest::newRow("a mebibyte is still small") << qint64{kMega} << qint64{2 * kMega} << qint64{kMega};
    QTest::newRow("above a mebibyte uses a segment of 20 MiB")
        << qint64{kMega + 1} << qint64{20 * kMega} << qint64{kMega + 512};
    QTest::newRow("10 MiB and more has a separate segment")
        << qint64{10 * kMega} << qint64{10 * kMega} << qint64{10 * kMega};
    QTest::newRow("a 4000 x 4000 result takes 62 MiB unsplit")
        << qint64{64'000'000} << qint64{62 * kMega} << qint64{62 * kMega};
}

void TestPools::segmentSizeDependsOnTheRequestedSize()
{
    QFETCH(qint64, size);
    QFETCH(qint64, reserved);
    QFETCH(qint64, allocated);
    CachingPool pool(card(1000));

    const auto grant = pool.allocate(Bytes{size}, 0);

    QVERIFY(grant);
    QCOMPARE(pool.reserved().value, reserved);
    QCOMPARE(pool.allocated().value, allocated);
}

void TestPools::freedBlocksAreReusedOnTheSameStreamOnly()
{
    CachingPool pool(card(1000));
    const auto first = pool.allocate(Bytes{64'000'000}, 1);
    pool.free(first->block, Reuse::Now);

    const auto same = pool.allocate(Bytes{64'000'000}, 1);
    const auto other = pool.allocate(Bytes{64'000'000}, 2);

    QCOMPARE(same->fromDriver.value, std::int64_t{0});
    QVERIFY(other->fromDriver.value > 0);
}

void TestPools::freedBlockIsReusedOnlyAfterItWasMadeAvailable()
{
    CachingPool pool(card(1000));
    const auto first = pool.allocate(Bytes{64'000'000}, 1);

    pool.free(first->block, Reuse::Later);
    const auto second = pool.allocate(Bytes{64'000'000}, 1);
    QVERIFY(second->fromDriver.value > 0);
    QCOMPARE(pool.allocated().value, std::int64_t{62 * kMega});

    pool.makeAvailable(first->block);
    const auto third = pool.allocate(Bytes{64'000'000}, 1);
    QCOMPARE(third->fromDriver.value, std::int64_t{0});
}

void TestPools::freeNeighboursAreMerged()
{
    CachingPool pool(card(1000));
    const auto a = pool.allocate(Bytes{4 * kMega}, 0);
    const auto b = pool.allocate(Bytes{4 * kMega}, 0);
    const auto c = pool.allocate(Bytes{4 * kMega}, 0);
    QCOMPARE(pool.reserved().value, std::int64_t{20 * kMega});

    pool.free(a->block, Reuse::Now);
    pool.free(c->block, Reuse::Now);
    pool.free(b->block, Reuse::Now);

    const auto whole = pool.allocate(Bytes{9 * kMega}, 0);
    const auto rest = pool.allocate(Bytes{9 * kMega}, 0);
    QCOMPARE(whole->fromDriver.value + rest->fromDriver.value, std::int64_t{0});
}

void TestPools::emptyingTheCacheDoesNotFreeSegmentsInUse()
{
    CachingPool pool(card(1000));
    const auto kept = pool.allocate(Bytes{4 * kMega}, 0);
    const auto gone = pool.allocate(Bytes{64'000'000}, 0);
    pool.free(gone->block, Reuse::Now);

    const auto returned = pool.emptyCache();

    QCOMPARE(returned.bytes.value, std::int64_t{62 * kMega});
    QCOMPARE(pool.reserved().value, std::int64_t{20 * kMega});
    pool.free(kept->block, Reuse::Now);
    QCOMPARE(pool.emptyCache().bytes.value, std::int64_t{20 * kMega});
    QCOMPARE(pool.reserved().value, std::int64_t{0});
}

void TestPools::cacheIsEmptiedBeforeAnAllocationFails()
{
    CachingPool pool(card(100));
    const auto first = pool.allocate(Bytes{64'000'000}, 1);
    pool.free(first->block, Reuse::Now);

    const auto second = pool.allocate(Bytes{64'000'000}, 2);

    QVERIFY(second);
    QCOMPARE(second->driverFrees, 1);
    QCOMPARE(pool.reserved().value, std::int64_t{62 * kMega});
}

void TestPools::outOfMemoryErrorStatesAllSizesAndThePoolStaysUsable()
{
    CachingPool pool(smallCard());
    std::vector<BlockId> blocks;
    for (int i = 0; i < 45; ++i) {
        const auto grant = pool.allocate(Bytes{64'000'000}, 0);
        QVERIFY(grant);
        blocks.push_back(grant->block);
    }

    const auto refused = pool.allocate(Bytes{64'000'000}, 0);

    QVERIFY(!refused);
    QVERIFY(refused.error().english().starts_with(
        "CUDA out of memory. Tried to allocate 62.00 MiB (GPU 0; 3.82 GiB total capacity; 2.72 GiB already allocated; "
        "69.12 MiB free; 2.72 GiB reserved in total by PyTorch)"));
    pool.free(blocks.back(), Reuse::Now);
    QVERIFY(pool.allocate(Bytes{64'000'000}, 0));
    QVERIFY(!pool.allocate(Bytes{std::int64_t{1} << 60}, 0));
}

void TestPools::exactPoolReusesOnlyBlocksOfEqualSize()
{
    ExactPool pool(card(1000));
    const auto small = pool.allocate(Bytes{5000}, 0);
    QCOMPARE(small->bytes.value, std::int64_t{8192});
    const auto large = pool.allocate(Bytes{64'000'000}, 0);
    QCOMPARE(large->bytes.value, std::int64_t{62 * kMega});

    pool.free(large->block, Reuse::Now);
    QVERIFY(pool.allocate(Bytes{32 * kMega}, 0)->fromDriver.value > 0);
    QCOMPARE(pool.allocate(Bytes{64'000'000}, 3)->fromDriver.value, std::int64_t{0});

    const auto refused = pool.allocate(Bytes{2000 * kMega}, 0);
    QVERIFY(!refused);
    QVERIFY(refused.error().english().starts_with("cudaMalloc retry failed: out of memory"));
}

void TestPools::memoryLevelsAreConsistentAfterRandomAllocations_data()
{
    QTest::addColumn<bool>("isCaching");
    QTest::newRow("PyTorch's pool") << true;
    QTest::newRow("MXNet's pool") << false;
}

void TestPools::memoryLevelsAreConsistentAfterRandomAllocations()
{
    QFETCH(bool, isCaching);
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937 random(seed);
        std::unique_ptr<DevicePool> pool;
        if (isCaching)
            pool = std::make_unique<CachingPool>(smallCard());
        else
            pool = std::make_unique<ExactPool>(smallCard());
        const Bytes most = pool->card().total - pool->card().usedByOthers - pool->card().floor;
        struct Held {
            BlockId block;
            std::int64_t size;
        };
        std::vector<Held> held;
        for (int step = 0; step < 400; ++step) {
            if (held.empty() || random() % 3 != 0) {
                const std::int64_t size = std::int64_t{1} << (random() % 29);
                if (const auto grant = pool->allocate(Bytes{size}, static_cast<std::uint32_t>(random() % 3))) {
                    QVERIFY(grant->bytes.value >= size);
                    held.push_back({grant->block, grant->bytes.value});
                }
            } else {
                std::swap(held[random() % held.size()], held.back());
                pool->free(held.back().block, Reuse::Now);
                held.pop_back();
            }
            std::int64_t sum = 0;
            for (const Held& one : held)
                sum += one.size;
            QCOMPARE(pool->allocated().value, sum);
            QVERIFY(pool->allocated() <= pool->reserved());
            QVERIFY(pool->reserved() <= most);
            if (random() % 50 == 0)
                static_cast<void>(pool->emptyCache());
        }
        for (const Held& one : held)
            pool->free(one.block, Reuse::Now);
        QCOMPARE(pool->allocated().value, std::int64_t{0});
        static_cast<void>(pool->emptyCache());
        QCOMPARE(pool->reserved().value, std::int64_t{0});
    }
}

void TestPools::largePageableBlocksAreNeverReused()
{
    HostPool pool({.capacity = Bytes{1000 * kMega}, .freshAbove = Bytes{32 * kMega}});

    const auto large = pool.allocatePageable(Bytes{64'000'000});
    QCOMPARE(large->state, HostMemory::PageableFresh);
    QCOMPARE(pool.free(*large).value, large->bytes.value);
    QCOMPARE(pool.allocatePageable(Bytes{64'000'000})->state, HostMemory::PageableFresh);

    const auto small = pool.allocatePageable(Bytes{16'000'000});
    QCOMPARE(small->state, HostMemory::PageableFresh);
    QCOMPARE(pool.free(*small).value, std::int64_t{0});
    QCOMPARE(pool.allocatePageable(Bytes{16'000'000})->state, HostMemory::PageableWarm);
}

void TestPools::pinnedBlocksAreRoundedAndReused()
{
    HostPool pool({.capacity = Bytes{1000 * kMega}, .freshAbove = Bytes{32 * kMega}});

    const auto first = pool.allocatePinned(Bytes{64'000'000});
    QCOMPARE(first->bytes.value, std::int64_t{64 * kMega});
    QCOMPARE(first->state, HostMemory::PinnedFresh);
    QCOMPARE(pool.allocatePinned(Bytes{64'000'000})->state, HostMemory::PinnedFresh);

    static_cast<void>(pool.free(*first));
    QCOMPARE(pool.allocatePinned(Bytes{60'000'000})->state, HostMemory::PinnedPool);
}

void TestPools::allocationBeyondHostMemoryIsRefused()
{
    HostPool pool({.capacity = Bytes{100 * kMega}, .freshAbove = Bytes{32 * kMega}});
    const auto first = pool.allocatePageable(Bytes{90 * kMega});
    QVERIFY(first);

    const auto refused = pool.allocatePageable(Bytes{20 * kMega});

    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
    static_cast<void>(pool.free(*first));
    QVERIFY(pool.allocatePageable(Bytes{20 * kMega}));
}

QTEST_APPLESS_MAIN(TestPools)
#include "tst_pools.moc"
