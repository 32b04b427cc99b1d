// Tests failures: skipped operations, poisoned variables, and the errors that waits report.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/engine_parts.h"

#include <QTest>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

using namespace engine;
using namespace engine::schedule;
using namespace schedule_tests;

class TestFailures : public QObject {
    Q_OBJECT

private slots:
    void failureSkipsDependentOperations_data() { addBothPolicies(); }
    void failureSkipsDependentOperations()
    {
        QFETCH(int, policy);
        Engine engine(EngineOptions{.policy = static_cast<Policy>(policy)});
        const GroupId group = engine.addGroup({.name = "cpu"}).value();
        const VariableId x = engine.newVariable(), y = engine.newVariable(), z = engine.newVariable();
        std::atomic<int> ran{0};

        QVERIFY(engine.push({}, Ids{x}, [] { throw std::runtime_error("the matrix is singular"); }, {.group = group}));
        QVERIFY(engine.push(Ids{x}, Ids{y}, [&] { ++ran; }));
        QVERIFY(engine.push(Ids{y}, Ids{y, z}, [&] { ++ran; }));
        QVERIFY(engine.push(Ids{x}, Ids{}, [&] { ran += 10; }, {.runsAfterFailure = true}));

        for (int again = 0; again < 3; ++again)
            for (const VariableId v : {x, y, z}) {
                const Status waited = engine.waitToRead(v);
                QVERIFY(!waited);
                QCOMPARE(waited.error().english(), std::string("the matrix is singular"));
                QVERIFY(engine.failureOf(v));
                QCOMPARE(engine.failureOf(v)->op, OpId{0});
            }
        QVERIFY(!engine.waitAll());
        QVERIFY2(engine.waitAll(), "a failure is reported by one waitAll");
        QCOMPARE(ran.load(), 10);
        QCOMPARE(engine.counters().failed, 1);
        QCOMPARE(engine.counters().skipped, 2);
    }

    void writingAVariableWithoutReadingItClearsItsFailure()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, [] { throw 1; }));
        QVERIFY(engine.push(Ids{x}, Ids{x}, [] {}));
        QVERIFY(!engine.waitToRead(x));

        QVERIFY(engine.push({}, Ids{x}, [] {}));
        QVERIFY(engine.push(Ids{x}, Ids{y}, [] {}));

        QVERIFY(engine.waitToRead(x));
        QVERIFY(engine.waitToRead(y));
        QVERIFY(!engine.failureOf(x));
    }

    void variableIsReadableAfterItsFailureIsCleared()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, [] { throw 1; }));
        const Status failed = engine.waitToRead(x);
        QVERIFY(!failed);
        QCOMPARE(failed.error().english(), std::string("the body threw an exception that is not a std::exception"));

        engine.clearFailure(x);
        QVERIFY(engine.push(Ids{x}, Ids{y}, [] {}));

        QVERIFY(engine.waitToRead(x));
        QVERIFY(engine.waitToRead(y));
    }

    // In MXNet, all poisoned variables share one pointer to the error, which the first throw clears for all of them.
    void everyReadOfAVariableThatDependsOnAFailureFails()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        Ids chain;
        for (int i = 0; i < 200; ++i)
            chain.push_back(engine.newVariable());
        QVERIFY(engine.push({}, Ids{chain[0]}, [] { throw std::runtime_error("first"); }));
        for (std::size_t i = 1; i < chain.size(); ++i)
            QVERIFY(engine.push(Ids{chain[i - 1]}, Ids{chain[i]}, [] {}));

        int readAsGood = 0;
        for (const VariableId v : chain)
            readAsGood += engine.waitToRead(v) ? 1 : 0;
        for (const VariableId v : chain)
            readAsGood += engine.waitToRead(v) ? 1 : 0;

        QCOMPARE(readAsGood, 0);
    }

    void firstFailureInProgramOrderIsReportedForEverySchedule()
    {
        for (int round = 0; round < 200; ++round) {
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
            const VariableId a = engine.newVariable(), b = engine.newVariable(), c = engine.newVariable();
            QVERIFY(engine.push({}, Ids{a}, [round] {
                if (round % 2 == 0)  // sleeps, because a yield may take milliseconds on a loaded machine
                    std::this_thread::sleep_for(std::chrono::microseconds(50));
                throw std::runtime_error("first");
            }));
            QVERIFY(engine.push({}, Ids{b}, [] { throw std::runtime_error("second"); }));
            QVERIFY(engine.push(Ids{b, a}, Ids{c}, [] {}));

            const Status waited = engine.waitToRead(c);
            QVERIFY(!waited);
            QCOMPARE(waited.error().english(), std::string("first"));
            const Status all = engine.waitAll();
            QVERIFY(!all);
            QCOMPARE(all.error().english(), std::string("first (1 more operation failed after it)"));
        }
    }

    void skippingAChainOfOperationsDoesNotRecurse()
    {
        Engine engine(threaded(0));
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        const VariableId x = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, [&gate] {
            gate.pass();
            throw std::runtime_error("no");
        }));
        const int count = 100'000;
        for (int i = 0; i < count; ++i)
            QVERIFY(engine.push(Ids{x}, Ids{x}, []() noexcept {}));
        gate.open();

        QVERIFY(!engine.waitAll());
        QCOMPARE(engine.counters().skipped, count);
    }

    void operationThatReturnsAnErrorStatusFails()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x},
                            []() -> Status { return untranslatedError(ErrorCode::OutOfMemory, "64 GiB asked"); }));

        const Status waited = engine.waitToRead(x);

        QVERIFY(!waited);
        QCOMPARE(waited.error().code, ErrorCode::OutOfMemory);
    }

    void everyPolicySkipsTheSameOperationsOfRandomPrograms();
};

void TestFailures::everyPolicySkipsTheSameOperationsOfRandomPrograms()
{
    const auto run = [](std::uint64_t seed, Policy policy, int workers) {
        Engine engine(EngineOptions{.policy = policy, .maxPending = 16});
        const GroupId group = engine.addGroup({.name = "cpu", .workers = workers}).value();
        std::uint64_t state = seed * 2862933555777941757U + 3037000493U;
        const auto random = [&](std::uint64_t below) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            return (state >> 33) % below;
        };
        Ids v;
        for (int i = 0; i < 6; ++i)
            v.push_back(engine.newVariable());
        std::array<std::atomic<bool>, 60> ran{};
        for (std::size_t i = 0; i < ran.size(); ++i) {
            Ids reads, writes;
            for (std::uint64_t n = random(3); n > 0; --n)
                reads.push_back(v[random(6)]);
            for (std::uint64_t n = random(3); n > 0; --n)
                writes.push_back(v[random(6)]);
            const bool fails = random(12) == 0;
            static_cast<void>(engine.push(reads, writes,
                                          [&ran, i, fails] {
                                              ran[i] = true;
                                              if (fails)
                                                  throw std::runtime_error("operation " + std::to_string(i));
                                          },
                                          {.group = group}));
        }
        std::string result;
        for (const VariableId variable : v) {
            const Status waited = engine.waitToRead(variable);
            result += waited ? "good;" : waited.error().english() + ";";
        }
        const Status waited = engine.waitAll();
        result += waited ? "all good;" : waited.error().english() + ";";
        for (const auto& one : ran)
            result += one ? '1' : '0';
        return result;
    };
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const std::string expected = run(seed, Policy::Naive, 1);
        QCOMPARE(run(seed, Policy::Threaded, 1), expected);
        QCOMPARE(run(seed, Policy::Threaded, 2), expected);
    }
}

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
