// Tests waits, and the order in which operations run.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/engine_parts.h"

#include <QTest>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

using namespace engine;
using namespace engine::schedule;
using namespace schedule_tests;

class TestWaits : public QObject {
    Q_OBJECT

private slots:
    void waitInsideAnOperationFailsUnlessItsConditionIsMet()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable();
        std::atomic<int> codes{0};
        QVERIFY(engine.push({}, Ids{x}, [&] {
            const Status own = engine.waitToRead(x);
            const Status all = engine.waitAll();
            codes += !own && own.error().code == ErrorCode::Deadlock ? 1 : 0;
            codes += !all && all.error().code == ErrorCode::Deadlock ? 1 : 0;
            codes += engine.waitToRead(y) ? 1 : 0;
        }));

        QVERIFY(engine.waitAll());

        QCOMPARE(codes.load(), 3);
    }

    // A wait must not be queued behind operations that are unrelated to it.
    void aWaitIsNotDelayedByUnrelatedOperations()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        Gate first, rest;
        std::atomic<int> unrelated{0};
        QVERIFY(engine.push({}, Ids{x}, [&] { first.pass(); }));
        QVERIFY(engine.push({}, {}, [&] { rest.pass(); }));
        for (int i = 0; i < 2000; ++i)
            QVERIFY(engine.push({}, {}, [&]() noexcept { ++unrelated; }));
        first.open();
        OpId by;

        const bool isRead = bool(engine.waitToRead(x, &by));
        const int ranMeanwhile = unrelated.load();
        rest.open();

        QVERIFY(isRead);
        QCOMPARE(ranMeanwhile, 0);
        QVERIFY(by == OpId{0} || by == OpId{});  // invalid if operation 0 ended before the wait started
        QVERIFY(engine.waitAll());
        QCOMPARE(unrelated.load(), 2000);
    }

    void waitReportsTheOperationThatEndedIt()
    {
        OpId by;
        // The gate may open before the wait starts. In this case no operation ends the wait, so the test tries again.
        for (int i = 0; i < 1000 && !by.isValid(); ++i) {
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu"}));
            const VariableId x = engine.newVariable();
            Gate gate;
            QVERIFY(engine.push({}, Ids{x}, [&] { gate.pass(); }));
            const std::jthread opener([&] { gate.open(); });

            QVERIFY(engine.waitToRead(x, &by));
        }

        QCOMPARE(by, OpId{0});
    }

    void waitForAWorkerGroupIgnoresOtherGroups()
    {
        Engine engine(threaded());
        const GroupId a = engine.addGroup({.name = "a"}).value();
        const GroupId b = engine.addGroup({.name = "b"}).value();
        Gate gate;
        std::atomic<bool> done{false};
        QVERIFY(engine.push({}, {}, [&] { gate.pass(); }, {.group = a}));
        QVERIFY(engine.push({}, {}, [&] { done = true; }, {.group = b}));

        QVERIFY(engine.waitGroup(b));

        QVERIFY(done);
        QCOMPARE(engine.pending(a), 1);
        QCOMPARE(engine.pending(b), 0);
        gate.open();
        QVERIFY(engine.waitGroup(a));
    }

    void oneWorkerRunsReadyOperationsFirstInFirstOut()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        QVERIFY(engine.push({}, {}, [&] { gate.pass(); }));
        const VariableId x = engine.newVariable();
        std::vector<int> order;
        QVERIFY(engine.push({}, Ids{x}, [&] { order.push_back(0); }));
        QVERIFY(engine.push(Ids{x}, {}, [&] { order.push_back(4); }));  // ready when 0 ends, so 1, 2 and 3 run first
        for (int i = 1; i <= 3; ++i)
            QVERIFY(engine.push({}, {}, [&, i] { order.push_back(i); }));
        QVERIFY(engine.push(Ids{x}, {}, [&] { order.push_back(5); }));
        gate.open();

        QVERIFY(engine.waitAll());

        QCOMPARE(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
    }

    void operationsOfHigherPriorityStartFirst()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        std::atomic<bool> holds{false};
        QVERIFY(engine.push({}, {}, [&] {
            holds = true;
            gate.pass();
        }));
        QTRY_VERIFY_WITH_TIMEOUT(holds, 60'000);
        std::vector<int> order;
        for (const int priority : {-1, 0, 1, -1, 0, 1})
            QVERIFY(engine.push({}, {}, [&, priority] { order.push_back(priority); }, {.priority = priority}));
        gate.open();

        QVERIFY(engine.waitAll());

        QCOMPARE(order, (std::vector<int>{1, 1, 0, 0, -1, -1}));
    }

    void groupInProgramOrderRunsOperationsInPushOrder()
    {
        EdgeList edges;
        Engine engine(EngineOptions{.edgeSink = &edges});
        const GroupId cpu = engine.addGroup({.name = "cpu"}).value();
        const GroupId stream = engine.addGroup({.name = "s", .order = Order::Program}).value();
        Gate gate;
        const VariableId x = engine.newVariable();
        std::vector<int> order;
        QVERIFY(engine.push({}, Ids{x}, [&] { gate.pass(); }, {.group = cpu}));
        QVERIFY(engine.push(Ids{x}, {}, [&] { order.push_back(1); }, {.group = stream}));
        QVERIFY(engine.push({}, {}, [&] { order.push_back(2); }, {.group = stream}));
        gate.open();

        QVERIFY(engine.waitAll());

        QCOMPARE(order, (std::vector<int>{1, 2}));
        QCOMPARE(edges.all.size(), 2U);
        QCOMPARE(edges.all[0].kind, trace::DependencyKind::ReadAfterWrite);
        QCOMPARE(edges.all[1].kind, trace::DependencyKind::Stream);
    }

    // MXNet hung in 5 of 5 runs of this test's program, in which four threads push.
    void overlappingWritesOfSeveralPushersRunInPushOrder()
    {
        constexpr int kPushers = 4;
        constexpr int kEach = 4000;
        Engine engine(threaded(512, true));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        const Ids variables{engine.newVariable(), engine.newVariable(), engine.newVariable()};
        std::uint64_t values[3] = {1, 1, 1};
        std::vector<std::array<std::uint32_t, 2>> what(kPushers * kEach);  // two variables written by each operation
        const auto step = [&values](std::uint32_t a, std::uint32_t b, std::uint32_t op) {
            const std::uint64_t hash = values[a] * 31 + values[b] * 17 + op;
            values[a] = hash;
            values[b] = hash * 3;
        };
        {
            std::vector<std::jthread> pushers;
            for (int p = 0; p < kPushers; ++p)
                pushers.emplace_back([&, p] {
                    for (int i = 0; i < kEach; ++i) {
                        const auto a = static_cast<std::uint32_t>((p + i) % 3);
                        const auto b = static_cast<std::uint32_t>((p + i + 1) % 3);
                        const Ids writes =
                            (p + i) % 2 == 0 ? Ids{variables[a], variables[b]} : Ids{variables[b], variables[a]};
                        const Result<OpId> pushed = engine.push(
                            {}, writes,
                            [&step, a, b](const RunningBody& running) noexcept { step(a, b, running.op.index); });
                        what[pushed.value().index] = {a, b};
                    }
                });
        }
        QVERIFY(engine.waitAll());
        const std::uint64_t result[3] = {values[0], values[1], values[2]};

        std::fill(std::begin(values), std::end(values), 1);
        for (std::uint32_t op = 0; op < what.size(); ++op)
            step(what[op][0], what[op][1], op);

        QVERIFY2(std::equal(std::begin(result), std::end(result), std::begin(values)),
                 "the result is that of the numbered order");
    }
};

QTEST_GUILESS_MAIN(TestWaits)
#include "tst_waits.moc"
