// Tests cancel, drain, shutdown and idle workers.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/engine_parts.h"

#include <QTest>

#include <atomic>
#include <ctime>
#include <memory>
#include <set>
#include <thread>
#include <vector>

using namespace engine;
using namespace engine::schedule;
using namespace schedule_tests;

namespace {

double processorSeconds(clockid_t clock)
{
    timespec used{};
    clock_gettime(clock, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

/// Returns the processor time of all other threads while this one computes for `seconds`.
double timeOfOthersDuring(double seconds)
{
    const double before = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const double begun = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    double own = 0;
    while (own < seconds)
        own = processorSeconds(CLOCK_THREAD_CPUTIME_ID) - begun;
    return processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - before - own;
}

}  // namespace

class TestEndings : public QObject {
    Q_OBJECT

private slots:
    void cancelEndsWaitsAndDropsOperationsThatHaveNotStarted()
    {
        Engine engine(threaded(100));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        const VariableId x = engine.newVariable();
        std::atomic<int> ran{0};
        QVERIFY(engine.push({}, Ids{x}, [&] { gate.pass(); }));
        for (int i = 0; i < 50; ++i)
            QVERIFY(engine.push(Ids{x}, {}, [&] { ++ran; }));
        std::vector<std::jthread> waiting;
        std::atomic<int> cancelled{0};
        const auto expectCancelled = [&](const Status& status) {
            cancelled += !status && status.error().code == ErrorCode::Cancelled ? 1 : 0;
        };
        waiting.emplace_back([&] { expectCancelled(engine.waitToRead(x)); });
        waiting.emplace_back([&] { expectCancelled(engine.waitAll()); });
        waiting.emplace_back([&] {
            while (engine.push({}, {}, [&] { ++ran; }))
                ;
            ++cancelled;
        });
        QTRY_VERIFY_WITH_TIMEOUT(engine.pending() >= 100, 60'000);

        engine.cancel();
        waiting.clear();

        QCOMPARE(cancelled.load(), 3);
        const auto late = engine.push({}, {}, [] {});
        QVERIFY(!late);
        QCOMPARE(late.error().english(), std::string("the run has ended; the operation was rejected"));
        gate.open();
        engine.shutdown(Engine::Ending::Drain);
        QCOMPARE(ran.load(), 0);
    }

    // Each operation that has not started, ready or not, is recorded as cancelled once and releases the resources of
    // its body.
    void cancelledOperationsAreRecordedAndReleaseTheirBodies()
    {
        Engine engine(threaded(0, true));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        QVERIFY(engine.addGroup({.name = "copy"}));
        Gate gate;
        const Ids x{engine.newVariable(), engine.newVariable(), engine.newVariable()};
        std::latch isUnderWay{1};
        const auto held = std::make_shared<int>(0);
        QVERIFY(engine.push({}, Ids{x[0]}, [&] {
            isUnderWay.count_down();
            gate.pass();
        }));
        isUnderWay.wait();
        constexpr int kCount = 3000;
        for (int i = 0; i < kCount; ++i) {
            const Ids reads{x[static_cast<std::size_t>(i % 3)], x[0]};
            const Ids writes{x[static_cast<std::size_t>(1 + i % 2)]};
            // The deleter calls the engine, as the deleters of a platform's tensors do.
            const auto release = [&engine, &x](int* number) {
                static_cast<void>(engine.lastWriter(x[0]));
                delete number;
            };
            QVERIFY(engine.push(
                reads, writes, [held, own = std::shared_ptr<int>(new int(i), release)] { ++*held; },
                PushOptions{.group = GroupId{i % 2}}));
        }

        engine.cancel();
        gate.open();
        engine.shutdown(Engine::Ending::Cancel);

        QCOMPARE(*held, 0);
        QCOMPARE(held.use_count(), 1L);
        QCOMPARE(engine.pending(), 0);
        QCOMPARE(engine.pending(GroupId{1}), 0);
        Lives lives;
        engine.drain(lives);
        QCOMPARE(lives.all.size(), std::size_t{kCount} + 1);
        std::set<std::uint32_t> cancelled;
        for (const Life& life : lives.all)
            if (life.state == trace::OpState::Cancelled)
                cancelled.insert(life.op.index);
        QCOMPARE(cancelled.size(), std::size_t{kCount});
        QVERIFY(!cancelled.contains(0));
    }

    void engineDestructorAlsoRunsOperationsThatRunningOperationsPush()
    {
        std::atomic<int> ran{0};
        {
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
            for (int i = 0; i < 300; ++i)
                QVERIFY(engine.push({}, {}, [&] {
                    ++ran;
                    static_cast<void>(engine.push({}, {}, [&] { ++ran; }));
                }));
        }
        QCOMPARE(ran.load(), 600);
    }

    void shutdownAtAnyTimeLeavesNoOperationPending()
    {
        for (int round = 0; round < 300; ++round) {
            Engine engine(threaded(32, round % 2 == 0));
            const GroupId a = engine.addGroup({.name = "a", .workers = 1 + round % 2}).value();
            const GroupId b = engine.addGroup({.name = "b"}).value();
            const VariableId x = engine.newVariable();
            for (int i = 0; i < round % 60; ++i)
                static_cast<void>(engine.push(Ids{x}, i % 3 == 0 ? Ids{x} : Ids{},
                                              [i] {
                                                  if (i == 40)
                                                      throw 1;
                                              },
                                              {.group = i % 2 == 0 ? a : b}));
            engine.shutdown(round % 3 == 0 ? Engine::Ending::Cancel : Engine::Ending::Drain);
            QCOMPARE(engine.pending(), 0);
        }
    }

    // Measures processor time instead of wall time, because other programs may run.
    void idleWorkersUseNoProcessorTime()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        QVERIFY(engine.push({}, {}, [] {}));
        QVERIFY(engine.waitAll());

        double used = 0;
        // Repeated, because a thread of the sanitizer may run at the same time.
        QTRY_VERIFY2((used = timeOfOthersDuring(0.1)) < 0.01, qPrintable(QString::number(used)));
    }
};

QTEST_GUILESS_MAIN(TestEndings)
#include "tst_endings.moc"
