#include "engine/devices/cpu/storage.h"

#include <QTest>

#include <cstdint>
#include <thread>
#include <vector>

using namespace engine;
using namespace engine::devices::cpu;

class TestStorage : public QObject {
    Q_OBJECT

private slots:
    void memoryLevelsContainAllocatedAndHeldBytes();
    void freedBlockIsReusedForTheSameSize();
    void allocatedBlocksAreAligned();
    void allocationLargerThanTheMemoryGivesAMessage();
    void cachedBlocksAreFreedToSatisfyARequest();
    void memoryThatOtherProgramsUseIsNotAllocated();
    void trimFreesCachedBlocks();
    void everyMemoryChangeIsReportedWithTheNewLevels();
    void severalThreadsMayAllocateAtTheSameTime();
};

void TestStorage::memoryLevelsContainAllocatedAndHeldBytes()
{
    Storage storage(kMiB);
    {
        const auto a = storage.allocate(Bytes{1000});
        auto b = storage.allocate(Bytes{24});
        QVERIFY(a.has_value() && b.has_value());
        QCOMPARE(storage.levels().allocated, Bytes{1024});
        QCOMPARE(storage.levels().held, Bytes{0});
        b->setProducer({});
        b->setProducer({});
        QCOMPARE(storage.levels().held, Bytes{24});
        QVERIFY(storage.levels().reserved >= storage.levels().allocated);
    }
    QCOMPARE(storage.levels().allocated, Bytes{0});
    QCOMPARE(storage.levels().held, Bytes{0});
    QCOMPARE(storage.levels().peakAllocated, Bytes{1024});
}

void TestStorage::freedBlockIsReusedForTheSameSize()
{
    Storage storage(kMiB);
    const float* first = storage.allocate(Bytes{4096})->data();

    const auto second = storage.allocate(Bytes{4096});

    QCOMPARE(second->data(), first);
    QCOMPARE(storage.levels().reserved, Bytes{4096});
}

void TestStorage::allocatedBlocksAreAligned()
{
    Storage storage(kMiB);
    for (std::int64_t bytes : {0, 1, 3, 64, 65, 4097}) {
        const auto block = storage.allocate(Bytes{bytes});
        QVERIFY(block.has_value());
        QCOMPARE(reinterpret_cast<std::uintptr_t>(block->data()) % 64, std::uintptr_t{0});
    }
}

void TestStorage::allocationLargerThanTheMemoryGivesAMessage()
{
    Storage storage(kMiB);
    const auto held = storage.allocate(Bytes{512 << 10});

    const auto refused = storage.allocate(Bytes{600 << 10});

    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
    const QString message = QString::fromStdString(refused.error().english());
    QVERIFY2(message.contains("0.59 MiB") && message.contains("0.50 MiB are allocated"), qPrintable(message));
    QVERIFY(storage.allocate(Bytes{100 << 10}).has_value());
    QVERIFY(!storage.allocate(Bytes{std::int64_t{1} << 62}).has_value());
}

void TestStorage::cachedBlocksAreFreedToSatisfyARequest()
{
    Storage storage(kMiB);
    QVERIFY(storage.allocate(Bytes{700 << 10}).has_value());

    const auto other = storage.allocate(Bytes{800 << 10});

    QVERIFY(other.has_value());
    QCOMPARE(storage.levels().reserved, Bytes{800 << 10});
}

void TestStorage::memoryThatOtherProgramsUseIsNotAllocated()
{
    Bytes available = kMiB * 4;
    Storage storage(kMiB * 64, {}, {{}, {}, [&available] { return available; }});
    const auto first = storage.allocate(kMiB * 2);
    QVERIFY(first.has_value());
    available = kMiB;

    const auto refused = storage.allocate(kMiB * 3);

    QVERIFY(!refused.has_value());
    const QString message = QString::fromStdString(refused.error().english());
    QVERIFY2(message.contains("64.00 MiB were free when the run began, 1.00 MiB are free now, and 2.00 MiB are"),
             qPrintable(message));
    available = kMiB * 8;
    QVERIFY(storage.allocate(kMiB * 3).has_value());
}

void TestStorage::trimFreesCachedBlocks()
{
    Storage storage(kMiB);
    QVERIFY(storage.allocate(Bytes{640}).has_value());

    storage.trim();

    QCOMPARE(storage.levels().reserved, Bytes{0});
}

void TestStorage::everyMemoryChangeIsReportedWithTheNewLevels()
{
    std::vector<StorageChange> changes;
    Storage storage(Bytes{1024}, [&changes](const StorageChange& change) { changes.push_back(change); });
    {
        auto block = storage.allocate(Bytes{64}, {VariableId{7}, OpId{3}});
        block->setProducer(OpId{3});
        QVERIFY(!storage.allocate(Bytes{4096}, {VariableId{8}, OpId{4}}).has_value());
    }
    storage.trim();

    using trace::MemoryAct;
    const std::vector<MemoryAct> acts = {MemoryAct::Reserve, MemoryAct::Allocate, MemoryAct::Hold,
                                         MemoryAct::Refuse,  MemoryAct::Free,     MemoryAct::Release};
    QCOMPARE(changes.size(), acts.size());
    for (std::size_t i = 0; i < acts.size(); ++i)
        QCOMPARE(changes[i].act, acts[i]);
    QCOMPARE(changes[1].owner.variable, VariableId{7});
    QCOMPARE(changes[2].levels.held, Bytes{64});
    QCOMPARE(changes[3].owner.variable, VariableId{8});
    QCOMPARE(changes[4].levels.allocated, Bytes{0});
    QCOMPARE(changes[4].levels.reserved, Bytes{64});
    QCOMPARE(changes[5].levels.reserved, Bytes{0});
}

void TestStorage::severalThreadsMayAllocateAtTheSameTime()
{
    Storage storage(kGiB);
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&storage, t] {
                for (int i = 0; i < 500; ++i) {
                    auto block = storage.allocate(Bytes{64 * (1 + (i + t) % 5)});
                    block->data()[0] = 1;
                    block->setProducer({});
                }
            });
    }
    QCOMPARE(storage.levels().allocated, Bytes{0});
    QCOMPARE(storage.levels().held, Bytes{0});
    QVERIFY(storage.levels().reserved.value <= 4 * 5 * 320);
}

QTEST_APPLESS_MAIN(TestStorage)
#include "tst_storage.moc"
