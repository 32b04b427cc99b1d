// Tests operations that a dispatcher executes.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/engine_parts.h"

#include <QTest>

using namespace engine;
using namespace engine::schedule;
using namespace schedule_tests;

class TestDispatchers : public QObject {
    Q_OBJECT

private slots:
    void dispatcherMayCompleteAnOperationAfterItsReadyCallback()
    {
        EdgeList edges;
        Collector collector;
        Engine engine(EngineOptions{.edgeSink = &edges});
        const GroupId gpu = engine.addGroup({.name = "gpu", .dispatcher = &collector}).value();
        const VariableId x = engine.newVariable(), y = engine.newVariable();

        QVERIFY(engine.push({}, Ids{x}, {.group = gpu, .payload = 70}));
        QVERIFY(engine.push(Ids{x}, Ids{y}, {.group = gpu, .payload = 71}));
        QVERIFY(engine.push(Ids{x}, {}, {.group = gpu, .payload = 72}));
        QVERIFY(engine.push({}, Ids{x}, {.group = gpu, .payload = 73}));

        QCOMPARE(collector.waiting.size(), 1U);
        QCOMPARE(collector.waiting[0].payload, 70U);
        QVERIFY(!collector.waiting[0].releasedBy.isValid());
        engine.complete(collector.waiting[0].handle);
        QCOMPARE(collector.waiting.size(), 3U);
        QCOMPARE(collector.waiting[1].payload, 71U);
        QCOMPARE(collector.waiting[1].releasedBy, OpId{0});
        engine.complete(collector.waiting[2].handle);
        QVERIFY(!engine.isWritten(x));
        engine.complete(collector.waiting[1].handle);
        QCOMPARE(collector.waiting.size(), 4U);
        QCOMPARE(collector.waiting[3].releasedBy, OpId{1});
        engine.complete(collector.waiting[3].handle);
        QVERIFY(engine.isWritten(x));
        QCOMPARE(engine.pending(), 0);
        QVERIFY(engine.waitAll());
        using Kind = trace::DependencyKind;
        QCOMPARE(edges.all.size(), 4U);
        QCOMPARE(edges.all[0].kind, Kind::ReadAfterWrite);
        QCOMPARE(edges.all[1].kind, Kind::ReadAfterWrite);
        QCOMPARE(edges.all[2].kind, Kind::WriteAfterRead);
        QCOMPARE(edges.all[3].kind, Kind::WriteAfterRead);
    }

    void dispatcherIsNotifiedOfSkippedOperations()
    {
        Collector collector;
        Engine engine{EngineOptions{}};
        const GroupId gpu = engine.addGroup({.name = "gpu", .dispatcher = &collector}).value();
        const VariableId x = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, {.group = gpu}));
        QVERIFY(engine.push(Ids{x}, {}, {.group = gpu, .payload = 5}));

        engine.complete(collector.waiting[0].handle, untranslatedError(ErrorCode::OutOfMemory, "full"));
        QVERIFY(engine.push(Ids{x}, {}, {.group = gpu, .payload = 6}));

        QCOMPARE(collector.gone.size(), 2U);
        QCOMPARE(collector.gone[0].op.payload, 5U);
        QCOMPARE(collector.gone[0].state, trace::OpState::Skipped);
        QCOMPARE(collector.gone[0].failure->op, OpId{0});
        QCOMPARE(collector.gone[1].op.payload, 6U);
        QVERIFY(!engine.waitToRead(x));
    }

    void completingAnOperationInTheReadyCallbackDoesNotRecurse()
    {
        struct Immediate final : Dispatcher {
            void ready(const ReadyOp& op) override
            {
                ++count;
                if (count > 1)
                    engine->complete(op.handle);
                else
                    first = op.handle;
            }
            void dropped(const ReadyOp&, trace::OpState, const FailurePtr&) override {}
            Engine* engine = nullptr;
            OpHandle first;
            int count = 0;
        } immediate;
        Engine engine(threaded(0));
        immediate.engine = &engine;
        const GroupId gpu = engine.addGroup({.name = "gpu", .dispatcher = &immediate}).value();
        const VariableId x = engine.newVariable();
        for (int i = 0; i < 200'000; ++i)
            QVERIFY(engine.push({}, Ids{x}, {.group = gpu}));

        engine.complete(immediate.first);

        QCOMPARE(immediate.count, 200'000);
        QCOMPARE(engine.pending(), 0);
    }
};

QTEST_GUILESS_MAIN(TestDispatchers)
#include "tst_dispatchers.moc"
