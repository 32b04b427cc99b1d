// Tests the limit on pending operations, the use of memory, and the ownership of bodies.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/engine_parts.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

using namespace engine;
using namespace engine::schedule;
using namespace schedule_tests;

namespace {

std::atomic<long> g_allocations{0};

/// Returns the bytes of address space that this process uses.
std::size_t readAddresses()
{
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    file >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

#if defined(OVERLAP_CHECKED)
constexpr bool kCountsAllocations = false;  // sanitizers replace operator new
#else
constexpr bool kCountsAllocations = true;

void* operator new(std::size_t size)
{
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif

class TestBounds : public QObject {
    Q_OBJECT

private slots:
    void pushBlocksWhileMaxPendingOperationsArePending()
    {
        Engine engine(threaded(64));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        std::atomic<std::int64_t> worst{0};
        for (int i = 0; i < 5000; ++i) {
            QVERIFY(engine.push({}, {}, []() noexcept {}));
            worst = std::max(worst.load(), engine.pending());
        }
        QVERIFY(engine.waitAll());

        QVERIFY(worst <= 64);
        QVERIFY(engine.counters().operationRecords <= 1024);
    }

    void fullEngineRefusesAPushOrExceedsTheBoundOnRequest()
    {
        Engine engine(threaded(4));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        QVERIFY(engine.push({}, {}, [&] { gate.pass(); }));
        for (int i = 0; i < 3; ++i)
            QVERIFY(engine.push({}, {}, [] {}));

        const Result<OpId> refused = engine.push({}, {}, [] {}, {.whenFull = WhenFull::Refuse});

        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unavailable);
        QVERIFY(engine.push({}, {}, [] {}, {.whenFull = WhenFull::Exceed}));
        QCOMPARE(engine.pending(), 5);
        gate.open();
        QVERIFY(engine.waitAll());
    }

    // After a warm-up, the engine reuses its memory, so 20 000 operations need hardly any allocations.
    void engineAllocatesAlmostNothingAfterManyPushes()
    {
        if (!kCountsAllocations)
            QSKIP("a sanitizer has replaced operator new");
        Engine engine(threaded(256, true));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Ids v;
        for (int i = 0; i < 64; ++i)
            v.push_back(engine.newVariable());
        struct Nowhere final : LifeSink {
            void lives(std::span<const Life>) override {}
            void edges(std::span<const EdgeEntry>) override {}
        } nowhere;
        std::uint64_t state = 1;
        const auto random = [&] { return (state = state * 6364136223846793005U + 1442695040888963407U) >> 58; };
        const auto pushMany = [&](int count) {
            for (int i = 0; i < count; ++i) {
                const VariableId reads[2] = {v[random()], v[random()]};
                const VariableId writes[1] = {v[random()]};
                static_cast<void>(engine.push(reads, writes, []() noexcept {}));
                if (i % 512 == 0)
                    engine.drain(nowhere);
            }
            static_cast<void>(engine.waitAll());
            engine.drain(nowhere);
        };
        pushMany(60'000);

        const long before = g_allocations.load();
        pushMany(20'000);
        const long during = g_allocations.load() - before;

        // A few allocations remain, for example for a growing list of readers.
        QVERIFY2(during < 40, qPrintable(QString("%1 allocations for 20 000 operations").arg(during)));
        QVERIFY(engine.counters().operationRecords <= 1024);
    }

    void bodyOfEveryOperationIsDestroyedExactlyOnce()
    {
        const auto counted = std::make_shared<int>(0);
        {
            Collector collector;
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu"}));
            const GroupId outside = engine.addGroup({.name = "o", .dispatcher = &collector}).value();
            const VariableId x = engine.newVariable();
            Gate gate;
            QVERIFY(engine.push({}, Ids{x}, [&gate, counted] {
                gate.pass();
                throw 1;
            }));
            QVERIFY(engine.push(Ids{x}, {}, [counted] {}));
            std::array<char, 100> large{};
            QVERIFY(engine.push({}, {}, [large, counted] { static_cast<void>(large); }));
            gate.open();
            QVERIFY(!engine.waitAll());
            QCOMPARE(counted.use_count(), 1);

            QVERIFY(engine.push({}, Ids{x}, {.group = outside}));
            QVERIFY(engine.push(Ids{x}, {}, [counted] {}));
            QCOMPARE(counted.use_count(), 2);
            engine.shutdown(Engine::Ending::Cancel);
        }
        QCOMPARE(counted.use_count(), 1);
    }

    void releasedVariableIdsAreReusedAndUnknownIdsAreRefused()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        engine.release(x);

        const Result<OpId> pushed = engine.push(Ids{x}, {}, [] {});
        QVERIFY(!pushed);
        QVERIFY(pushed.error().english().find("does not exist") != std::string::npos);
        QVERIFY(!engine.waitToRead(VariableId{12345}));
        QVERIFY(!engine.push({}, {}, [] {}, {.group = GroupId{7}}));
        QVERIFY(!engine.waitGroup(GroupId{7}));
        QVERIFY(!engine.addGroup({.name = "none", .workers = 0}));
        QCOMPARE(engine.newVariable(), x);
    }

    void unnumberedOperationsAreNotRecorded()
    {
        EdgeList edges;
        Engine engine(EngineOptions{.isRecording = true, .edgeSink = &edges});
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        std::atomic<bool> freed{false};
        QCOMPARE(engine.push({}, Ids{x}, [] {}).value(), OpId{0});
        QVERIFY(!engine.push({}, Ids{x}, [&] { freed = true; }, {.isUnnumbered = true}).value().isValid());
        engine.release(x);
        QCOMPARE(engine.push({}, {}, [] {}).value(), OpId{1});
        QVERIFY(engine.waitAll());

        QVERIFY(freed);
        QVERIFY(edges.all.empty());
    }

    // Operations have 0 to 200 edges, so that the edges of one operation are split at all positions of a chunk.
    // Predecessors may be pending or complete, and drained chunks are reused.
    void everyEdgeIsRecordedOnceAndInOrder()
    {
        struct Edges final : LifeSink {
            void lives(std::span<const Life>) override {}
            void edges(std::span<const EdgeEntry> part) override { all.insert(all.end(), part.begin(), part.end()); }
            std::vector<EdgeEntry> all;
        } sink;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
        Engine engine(threaded(0, true));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        for (std::uint32_t round = 0; round < 400; ++round) {
            const std::uint32_t count = round * 7919 % 3 == 0 ? round * 104729 % 201 : round * 7919 % 9;
            Gate gate;
            QVERIFY(engine.push({}, {}, [&, isHeld = round % 2 == 0] {
                if (isHeld)
                    gate.pass();
            }));
            Ids reads;
            std::vector<std::uint32_t> writers;
            for (std::uint32_t i = 0; i < count; ++i) {
                reads.push_back(engine.newVariable());
                writers.push_back(engine.push({}, Ids{reads.back()}, []() noexcept {})->index);
            }
            const std::uint32_t reader = engine.push(reads, {}, []() noexcept {})->index;
            for (const std::uint32_t writer : writers)
                expected.emplace_back(writer, reader);
            gate.open();
            QVERIFY(engine.waitAll());
            if (round % 5 == 0)
                engine.drain(sink);
        }
        engine.drain(sink);

        QVERIFY(expected.size() > 10'000);
        QCOMPARE(sink.all.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(sink.all[i].from.index, expected[i].first);
            QCOMPARE(sink.all[i].to.index, expected[i].second);
        }
    }

    // Without drain(), the memory for edges is exhausted during a push. Each edge is either recorded or counted as
    // lost.
    void edgesBeyondTheBufferAreCountedAsLost()
    {
        struct Edges final : LifeSink {
            void lives(std::span<const Life>) override {}
            void edges(std::span<const EdgeEntry> part) override { count += static_cast<std::int64_t>(part.size()); }
            std::int64_t count = 0;
        } sink;
        Collector collector;
        Engine engine(threaded(0, true));
        const GroupId gpu = engine.addGroup({.name = "gpu", .dispatcher = &collector}).value();
        Ids all;
        for (int i = 0; i < 500; ++i) {
            all.push_back(engine.newVariable());
            QVERIFY(engine.push({}, Ids{all.back()}, {.group = gpu}));
        }
        std::int64_t pushed = 0;

        for (std::size_t round = 0; pushed < 5'000'000; ++round) {
            const std::size_t edges = 200 + round * 7919 % 301;
            QVERIFY(engine.push(std::span(all).first(edges), {}, {.group = gpu}));
            pushed += static_cast<std::int64_t>(edges);
        }
        const std::int64_t lost = engine.counters().lostLives;
        engine.drain(sink);

        QVERIFY(lost > 0);
        QCOMPARE(sink.count + lost, pushed);
        for (std::size_t i = 0; i < collector.waiting.size(); ++i)
            engine.complete(collector.waiting[i].handle);
        QVERIFY(engine.waitAll());
    }

    void readyOperationIsMovedToTheBacklogAtMostOnce_data()
    {
        QTest::addColumn<int>("priority");
        QTest::newRow("normal priority") << 0;
        QTest::newRow("high priority") << 1;
        QTest::newRow("low priority") << -1;
    }
    // There are more ready operations than the queues of two workers can store. An operation may be moved to the
    // backlog only once: in an earlier version each search for work moved it, so that 100 000 operations were moved 1.2
    // million times.
    void readyOperationIsMovedToTheBacklogAtMostOnce()
    {
        QFETCH(int, priority);
        constexpr std::int64_t kCount = 100'000;
        Engine engine(threaded(0));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        Gate gate;
        for (int worker = 0; worker < 2; ++worker)
            QVERIFY(engine.push({}, {}, [&] { gate.pass(); }));
        std::atomic<std::int64_t> ran{0};
        for (std::int64_t i = 0; i < kCount; ++i)
            QVERIFY(engine.push({}, {}, [&]() noexcept { ++ran; }, {.priority = priority}));

        gate.open();
        QVERIFY(engine.waitAll());

        QCOMPARE(ran.load(), kCount);
        const std::int64_t moved = engine.counters().backlogged;
        QVERIFY2(moved > 0 && moved <= kCount, qPrintable(QString("%1 moves").arg(moved)));
    }

    // One of two workers is blocked, so the other worker determines the order. Normal priority is not tested: after
    // every 64 operations, a worker runs an operation from the queue of its group before those in its own queue.
    void operationsOfEqualHighOrLowPriorityStartInPushOrder_data()
    {
        QTest::addColumn<int>("priority");
        QTest::newRow("high priority") << 1;
        QTest::newRow("low priority") << -1;
    }
    void operationsOfEqualHighOrLowPriorityStartInPushOrder()
    {
        QFETCH(int, priority);
        Engine engine(threaded(0));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        Gate blocked, start;
        std::atomic<int> entered{0};
        for (Gate* gate : {&blocked, &start})
            QVERIFY(engine.push({}, {}, [&entered, gate] {
                ++entered;
                gate->pass();
            }));
        QTRY_COMPARE_WITH_TIMEOUT(entered.load(), 2, 60'000);
        std::vector<int> order;
        std::atomic<int> ran{0};
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(engine.push({}, {},
                                [&, i]() noexcept {
                                    order.push_back(i);
                                    ++ran;
                                },
                                {.priority = priority}));
        start.open();
        QTRY_COMPARE_WITH_TIMEOUT(ran.load(), 20'000, 60'000);
        blocked.open();
        QVERIFY(engine.waitAll());

        QVERIFY(std::is_sorted(order.begin(), order.end()));
    }

    void pushFailsButWaitsSucceedIfNoRecordIsFree()
    {
        Engine engine(EngineOptions{.maxPending = 0, .maxRecords = 64});
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        Gate gate;
        QVERIFY(engine.push({}, Ids{x}, [&gate] { gate.pass(); }));
        Result<OpId> pushed = engine.push(Ids{x}, Ids{x}, [] {});
        while (pushed)
            pushed = engine.push(Ids{x}, Ids{x}, [] {});
        QCOMPARE(pushed.error().code, ErrorCode::OutOfMemory);

        // Some of the twelve waits get a reserved record; the others must poll.
        std::atomic<int> ended{0};
        std::vector<std::jthread> waits;
        for (int i = 0; i < 12; ++i)
            waits.emplace_back([&] { ended += engine.waitToRead(x) ? 1 : 0; });
        gate.open();
        waits.clear();
        QCOMPARE(ended.load(), 12);
        // A worker returns records to the pool only when it has several or is idle, so a push may fail at first.
        while (!engine.push(Ids{x}, Ids{x}, [] {}))
            std::this_thread::yield();
        QVERIFY(engine.waitAll());
    }

    /// Without a limit, the records would use all addresses that ulimit -v permits, but queues and the stacks of
    /// threads need some.
    void engineWorksWithLittleAddressSpaceDespiteManyRecords()
    {
#if defined(OVERLAP_CHECKED)
        QSKIP("a sanitizer needs more addresses than any limit");
#endif
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
        const std::size_t used = readAddresses();
        for (const std::size_t more : std::array<std::size_t, 6>{64, 96, 128, 200, 256, 400}) {
            const rlimit limit{used + (more << 20), before.rlim_max};
            QCOMPARE(setrlimit(RLIMIT_AS, &limit), 0);
            std::atomic<int> ran{0};
            bool isGood = false;
            {
                Engine engine(EngineOptions{.maxPending = 0, .maxRecords = 1U << 22});
                isGood = engine.addGroup({.name = "cpu", .workers = 2}) && engine.addGroup({.name = "copies"});
                for (int i = 0; i < 1000 && isGood; ++i)
                    isGood = engine.push({}, {}, [&ran] { ++ran; }).has_value();
                isGood = isGood && engine.waitAll();
            }
            QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
            QVERIFY2(isGood, qPrintable(QString::number(more)));
            QCOMPARE(ran.load(), 1000);
        }
    }

    void operationWaitsForAllOfManyPredecessors()
    {
        Engine engine(threaded(0));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        for (const int count : {6, 7, 8, 14, 15, 100, 3000}) {
            Ids reads;
            std::atomic<int> ran{0};
            int seen = -1;
            for (int i = 0; i < count; ++i) {
                reads.push_back(engine.newVariable());
                QVERIFY(engine.push({}, Ids{reads.back()}, [&]() noexcept { ++ran; }));
            }
            QVERIFY(engine.push(reads, {}, [&]() noexcept { seen = ran.load(); }));
            QVERIFY(engine.waitAll());

            QCOMPARE(seen, count);
        }
    }
};

QTEST_GUILESS_MAIN(TestBounds)
#include "tst_bounds.moc"
