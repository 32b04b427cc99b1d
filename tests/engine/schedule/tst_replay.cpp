// Captured lists: replaying one is the same as pushing its operations again.

#include "engine/schedule/captured_list.h"
#include "tests/engine/schedule/engine_parts.h"
#include "tests/engine/schedule/random_program.h"

#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace engine;
using namespace engine::schedule;

namespace {

struct Collected final : LifeSink {
    void lives(std::span<const Life> part) override { all.insert(all.end(), part.begin(), part.end()); }
    void edges(std::span<const EdgeEntry> part) override { allEdges.insert(allEdges.end(), part.begin(), part.end()); }
    std::vector<Life> all;
    std::vector<EdgeEntry> allEdges;
};

using Ids = std::vector<VariableId>;

Ids pick(const Ids& variables, const std::vector<std::size_t>& which)
{
    Ids picked;
    for (const std::size_t i : which)
        picked.push_back(variables[i]);
    return picked;
}

}  // namespace

class TestReplay : public QObject {
    Q_OBJECT

private slots:
    // Half a list that was made would be pending for ever.
    void listForWhichThereAreNoRecordsIsRefusedAsAWhole()
    {
        Engine engine(EngineOptions{.maxPending = 0, .maxRecords = 256});
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable();
        std::atomic<int> ran{0};
        CapturedList list;
        for (int i = 0; i < 100; ++i)
            list.add(Ids{x}, Ids{y}, [&ran] { ++ran; });
        schedule_tests::Gate gate;
        QVERIFY(engine.push({}, Ids{x}, [&gate] { gate.pass(); }));
        int replays = 0;
        Result<OpId> replayed = engine.replay(list);
        for (; replayed; replayed = engine.replay(list))
            ++replays;

        QCOMPARE(replayed.error().code, ErrorCode::OutOfMemory);
        QCOMPARE(replays, 2);
        QCOMPARE(engine.pending(), 201);
        std::jthread opener([&gate] { gate.open(); });
        QVERIFY(engine.waitAll());
        QCOMPARE(ran.load(), 200);
        QVERIFY(engine.replay(list));
        QVERIFY(engine.waitAll());
        QCOMPARE(ran.load(), 300);
    }

    void pushesAndWaitsWhenThereAreNoRecords()
    {
        Engine engine(EngineOptions{.maxPending = 0, .maxRecords = 64});
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        schedule_tests::Gate gate;
        QVERIFY(engine.push({}, Ids{x}, [&gate] { gate.pass(); }));
        Result<OpId> pushed = engine.push(Ids{x}, Ids{x}, [] {});
        while (pushed)
            pushed = engine.push(Ids{x}, Ids{x}, [] {});
        QCOMPARE(pushed.error().code, ErrorCode::OutOfMemory);

        // Of twelve waits some have a record each of those that are kept; the others ask again and again.
        std::atomic<int> ended{0};
        std::vector<std::jthread> waits;
        for (int i = 0; i < 12; ++i)
            waits.emplace_back([&] { ended += engine.waitToRead(x) ? 1 : 0; });
        gate.open();
        waits.clear();
        QCOMPARE(ended.load(), 12);
        // A worker gives records back when it has some, or nothing to do.
        while (!engine.push(Ids{x}, Ids{x}, [] {}))
            std::this_thread::yield();
        QVERIFY(engine.waitAll());
    }

    // Pushed, replayed, pushed and replayed again, with the rest of the program in between.
    void equalsSerialExecution_data()
    {
        QTest::addColumn<int>("policy");
        QTest::addColumn<int>("workers");
        QTest::newRow("naive") << int(Policy::Naive) << 1;
        QTest::newRow("one worker") << int(Policy::Threaded) << 1;
        QTest::newRow("two workers") << int(Policy::Threaded) << 2;
    }

    void equalsSerialExecution()
    {
        QFETCH(int, policy);
        QFETCH(int, workers);
        Engine engine(EngineOptions{.policy = static_cast<Policy>(policy), .maxPending = 64});
        QVERIFY(engine.addGroup(GroupOptions{.name = "test", .workers = workers}));
        for (std::uint64_t seed = 1; seed <= 500; ++seed) {
            const tests::RandomProgram program = tests::makeRandomProgram(seed, 30, 1);
            const tests::RandomProgram between = tests::makeRandomProgram(seed + 1'000'000, 6, 1);
            std::vector<std::uint64_t> values(program.variables), expected(program.variables);
            Ids variables;
            for (std::size_t i = 0; i < program.variables; ++i)
                variables.push_back(engine.newVariable());
            CapturedList list;
            for (std::size_t i = 0; i < program.steps.size(); ++i) {
                const tests::Step& step = program.steps[i];
                list.add(
                    pick(variables, step.reads), pick(variables, step.writes),
                    [&values, &step, i]() noexcept { tests::apply(step, i, values); },
                    PushOptions{.priority = step.priority});
            }
            std::vector<tests::Step> extra = between.steps;
            for (tests::Step& step : extra) {
                for (std::size_t& v : step.reads)
                    v %= program.variables;
                for (std::size_t& v : step.writes)
                    v %= program.variables;
            }

            for (int round = 0; round < 3; ++round) {
                QVERIFY(engine.replay(list));
                for (std::size_t i = 0; i < extra.size(); ++i)
                    QVERIFY(engine.push(pick(variables, extra[i].reads), pick(variables, extra[i].writes),
                                        [&values, &extra, i]() noexcept { tests::apply(extra[i], i, values); }));
                for (std::size_t i = 0; i < program.steps.size(); ++i)
                    tests::apply(program.steps[i], i, expected);
                for (std::size_t i = 0; i < extra.size(); ++i)
                    tests::apply(extra[i], i, expected);
            }
            QVERIFY(engine.waitAll());

            QVERIFY2(values == expected, qPrintable(QString("seed %1").arg(seed)));
            for (const VariableId variable : variables)
                engine.release(variable);
        }
    }

    void edgesAreThoseOfPushing()
    {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const tests::RandomProgram program = tests::makeRandomProgram(seed, 40, 1);
            std::vector<std::vector<EdgeEntry>> edges;
            for (const bool replays : {false, true}) {
                Engine engine(EngineOptions{.policy = Policy::Naive, .isRecording = true});
                QVERIFY(engine.addGroup(GroupOptions{.name = "test"}));
                Ids variables;
                for (std::size_t i = 0; i < program.variables; ++i)
                    variables.push_back(engine.newVariable());
                CapturedList list;
                for (const tests::Step& step : program.steps) {
                    const Ids reads = pick(variables, step.reads), writes = pick(variables, step.writes);
                    if (replays)
                        list.add(reads, writes, [] {});
                    else
                        QVERIFY(engine.push(reads, writes, [] {}));
                }
                QVERIFY(engine.replay(list));
                Collected sink;
                engine.drain(sink);
                QCOMPARE(sink.all.size(), program.steps.size());
                const auto less = [](const EdgeEntry& a, const EdgeEntry& b) {
                    return std::pair(a.to, a.from) < std::pair(b.to, b.from);
                };
                std::sort(sink.allEdges.begin(), sink.allEdges.end(), less);
                edges.push_back(sink.allEdges);
            }
            QCOMPARE(edges[0].size(), edges[1].size());
            for (std::size_t i = 0; i < edges[0].size(); ++i) {
                QCOMPARE(edges[0][i].from, edges[1][i].from);
                QCOMPARE(edges[0][i].to, edges[1][i].to);
                QCOMPARE(edges[0][i].kind, edges[1][i].kind);
            }
        }
    }

    void failuresPassThroughAList()
    {
        Engine engine(EngineOptions{});
        QVERIFY(engine.addGroup(GroupOptions{.name = "test"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable(), z = engine.newVariable();
        std::atomic<int> ran{0};
        CapturedList list;
        list.add(Ids{x}, Ids{y}, [&] { ++ran; });
        list.add(Ids{y}, Ids{z}, [&] { ++ran; });
        QVERIFY(engine.push({}, Ids{x}, [] { throw std::runtime_error("no"); }));
        QVERIFY(!engine.waitToRead(x));

        QVERIFY(engine.replay(list));
        QVERIFY(!engine.waitToRead(z));
        QCOMPARE(ran.load(), 0);
        QVERIFY(engine.push({}, Ids{x}, [] {}));
        QVERIFY(engine.replay(list));

        QVERIFY(engine.waitToRead(z));
        QCOMPARE(ran.load(), 2);
    }

    void whatCannotBeReplayedHasASentence()
    {
        Engine engine(EngineOptions{});
        QVERIFY(engine.addGroup(GroupOptions{.name = "test"}));
        CapturedList wrongGroup, released;
        wrongGroup.add(
            {}, {}, [] {}, PushOptions{.group = GroupId{4}});
        const VariableId x = engine.newVariable();
        released.add(Ids{x}, {}, [] {});
        engine.release(x);

        QVERIFY(!engine.replay(wrongGroup));
        QVERIFY(!engine.replay(released));
        QVERIFY(engine.replay(CapturedList()));
        QCOMPARE(engine.pending(), std::int64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
