// Failures, waits, bounds, priorities, dispatchers and endings.

#include "engine/schedule/engine.h"

#include <QtTest>

#include <atomic>
#include <latch>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>

using namespace engine;
using namespace engine::schedule;

namespace {

std::atomic<long> g_allocations{0};

using Ids = std::vector<VariableId>;

EngineOptions threaded(std::int64_t maxPending = 4096, bool isRecording = false)
{
    return EngineOptions{.maxPending = maxPending, .isRecording = isRecording};
}

/// Holds the worker it runs on until opened.
class Gate {
public:
    void open() { m_latch.count_down(); }
    void pass() { m_latch.wait(); }

private:
    std::latch m_latch{1};
};

/// Answers later, in the order the test likes.
class Collector final : public Dispatcher {
public:
    void ready(const ReadyOp& op) override { waiting.push_back(op); }
    void dropped(const ReadyOp& op, trace::OpState state, const FailurePtr& failure) override
    {
        gone.push_back({op, state, failure});
    }

    struct Gone {
        ReadyOp op;
        trace::OpState state;
        FailurePtr failure;
    };
    std::vector<ReadyOp> waiting;
    std::vector<Gone> gone;
};

struct EdgeList final : EdgeSink {
    void edge(OpId from, OpId to, trace::DependencyKind kind) override { all.push_back({from, to, kind}); }
    std::vector<EdgeEntry> all;
};

struct Lives final : LifeSink {
    void lives(std::span<const Life> part) override { all.insert(all.end(), part.begin(), part.end()); }
    void edges(std::span<const EdgeEntry>) override {}
    std::vector<Life> all;
};

}  // namespace

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kCountsAllocations = false;  // sanitizers bring their own
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

class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void bothPolicies_data()
    {
        QTest::addColumn<int>("policy");
        QTest::newRow("threaded") << int(Policy::Threaded);
        QTest::newRow("naive") << int(Policy::Naive);
    }

    // -- failures

    void failurePoisonsWhatDependsOnIt_data() { bothPolicies_data(); }
    void failurePoisonsWhatDependsOnIt()
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
                QCOMPARE(waited.error().message, std::string("the matrix is singular"));
                QVERIFY(engine.failureOf(v));
                QCOMPARE(engine.failureOf(v)->op, OpId{0});
            }
        QVERIFY(!engine.waitAll());
        QVERIFY2(engine.waitAll(), "a failure is reported by one waitAll");
        QCOMPARE(ran.load(), 10);
        QCOMPARE(engine.counters().failed, 1);
        QCOMPARE(engine.counters().skipped, 2);
    }

    void overwritingWithoutReadingHeals()
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

    void clearedVariableReadsAsGood()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable(), y = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, [] { throw 1; }));
        QVERIFY(!engine.waitToRead(x));

        engine.clearFailure(x);
        QVERIFY(engine.push(Ids{x}, Ids{y}, [] {}));

        QVERIFY(engine.waitToRead(x));
        QVERIFY(engine.waitToRead(y));
    }

    // MXNet's poison is one shared pointer that the first throw clears for all (ENGINE.md 2.1 b).
    void everyPoisonedVariableStaysPoisoned()
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

    void firstFailureInProgramOrderIsShownWhateverTheSchedule()
    {
        for (int round = 0; round < 200; ++round) {
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
            const VariableId a = engine.newVariable(), b = engine.newVariable(), c = engine.newVariable();
            QVERIFY(engine.push({}, Ids{a}, [round] {
                for (int i = 0; round % 2 == 0 && i < 20; ++i)
                    std::this_thread::yield();
                throw std::runtime_error("first");
            }));
            QVERIFY(engine.push({}, Ids{b}, [] { throw std::runtime_error("second"); }));
            QVERIFY(engine.push(Ids{b, a}, Ids{c}, [] {}));

            const Status waited = engine.waitToRead(c);
            QVERIFY(!waited);
            QCOMPARE(waited.error().message, std::string("first"));
            const Status all = engine.waitAll();
            QVERIFY(!all);
            QCOMPARE(all.error().message, std::string("first (1 more operation failed after it)"));
        }
    }

    void aMillionSkippedOperationsNeedNoStackAndNoMemoryEach()
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

    void statusOfABodyIsItsFailure()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, []() -> Status { return makeError(ErrorCode::OutOfMemory, "64 GiB asked"); }));

        const Status waited = engine.waitToRead(x);

        QVERIFY(!waited);
        QCOMPARE(waited.error().code, ErrorCode::OutOfMemory);
    }

    void failuresAtAnyOperationOfARandomProgramAreSkippedAlikeByEveryPolicy();

    // -- waits

    void waitingInsideABodyIsAnErrorUnlessSatisfied()
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

    // P10: a wait is not an operation at the end of a queue.
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

        QVERIFY(engine.waitToRead(x, &by));

        QCOMPARE(unrelated.load(), 0);
        QCOMPARE(by, OpId{0});
        rest.open();
        QVERIFY(engine.waitAll());
        QCOMPARE(unrelated.load(), 2000);
    }

    void waitGroupWaitsForItsOwnOnly()
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

    // -- order

    void oneWorkerRunsReadyOperationsFirstInFirstOut()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        QVERIFY(engine.push({}, {}, [&] { gate.pass(); }));
        const VariableId x = engine.newVariable();
        std::vector<int> order;
        QVERIFY(engine.push({}, Ids{x}, [&] { order.push_back(0); }));
        QVERIFY(engine.push(Ids{x}, {}, [&] { order.push_back(4); }));  // ready once 0 has run, hence after 1, 2 and 3
        for (int i = 1; i <= 3; ++i)
            QVERIFY(engine.push({}, {}, [&, i] { order.push_back(i); }));
        QVERIFY(engine.push(Ids{x}, {}, [&] { order.push_back(5); }));
        gate.open();

        QVERIFY(engine.waitAll());

        QCOMPARE(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
    }

    void higherPriorityGoesFirst()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        Gate gate;
        std::atomic<bool> holds{false};
        QVERIFY(engine.push({}, {}, [&] {
            holds = true;
            gate.pass();
        }));
        QTRY_VERIFY(holds);
        std::vector<int> order;
        for (const int priority : {-1, 0, 1, -1, 0, 1})
            QVERIFY(engine.push({}, {}, [&, priority] { order.push_back(priority); }, {.priority = priority}));
        gate.open();

        QVERIFY(engine.waitAll());

        QCOMPARE(order, (std::vector<int>{1, 1, 0, 0, -1, -1}));
    }

    void programOrderMakesAGroupAStream()
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

    // MXNet stops in 5 of 5 runs (ENGINE.md 2.1 a).
    void fourPushersWithOverlappingWritesKeepOneOrder()
    {
        constexpr int kPushers = 4;
        constexpr int kEach = 4000;
        Engine engine(threaded(512, true));
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        const Ids variables{engine.newVariable(), engine.newVariable(), engine.newVariable()};
        std::uint64_t values[3] = {1, 1, 1};
        std::vector<std::array<std::uint32_t, 2>> what(kPushers * kEach);  // by operation: which two it writes
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
                            [&step, a, b](const Running& running) noexcept { step(a, b, running.op.index); });
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

    // -- bounds and memory

    void pushWaitsAtTheBoundAndCountsIt()
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

    void pushRefusesOrGoesOverTheBoundWhenAsked()
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

    // P11.
    void steadyStateAllocatesNothing()
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

        // What is left is amortised: a reader list that doubles once more, a chunk for a collector that came late.
        QVERIFY2(during < 40, qPrintable(QString("%1 allocations for 20 000 operations").arg(during)));
        QVERIFY(engine.counters().operationRecords <= 1024);
    }

    void bodiesAreDestroyedOnceHoweverTheyEnd()
    {
        const auto counted = std::make_shared<int>(0);
        {
            Engine engine(threaded());
            QVERIFY(engine.addGroup({.name = "cpu"}));
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

            Collector collector;
            const GroupId outside = engine.addGroup({.name = "o", .dispatcher = &collector}).value();
            QVERIFY(engine.push({}, Ids{x}, {.group = outside}));
            QVERIFY(engine.push(Ids{x}, {}, [counted] {}));
            QCOMPARE(counted.use_count(), 2);
            engine.shutdown(Engine::Ending::Cancel);
        }
        QCOMPARE(counted.use_count(), 1);
    }

    void releasedVariablesAreUsedAgainAndBadOnesHaveASentence()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu"}));
        const VariableId x = engine.newVariable();
        engine.release(x);

        const Result<OpId> pushed = engine.push(Ids{x}, {}, [] {});
        QVERIFY(!pushed);
        QVERIFY(pushed.error().message.find("does not exist") != std::string::npos);
        QVERIFY(!engine.waitToRead(VariableId{12345}));
        QVERIFY(!engine.push({}, {}, [] {}, {.group = GroupId{7}}));
        QVERIFY(!engine.waitGroup(GroupId{7}));
        QVERIFY(!engine.addGroup({.name = "none", .workers = 0}));
        QCOMPARE(engine.newVariable(), x);
    }

    // -- dispatchers

    void dispatcherCompletesInItsOwnTime()
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

    void dispatcherHearsOfWhatIsSkipped()
    {
        Collector collector;
        Engine engine{EngineOptions{}};
        const GroupId gpu = engine.addGroup({.name = "gpu", .dispatcher = &collector}).value();
        const VariableId x = engine.newVariable();
        QVERIFY(engine.push({}, Ids{x}, {.group = gpu}));
        QVERIFY(engine.push(Ids{x}, {}, {.group = gpu, .payload = 5}));

        engine.complete(collector.waiting[0].handle, makeError(ErrorCode::OutOfMemory, "full"));
        QVERIFY(engine.push(Ids{x}, {}, {.group = gpu, .payload = 6}));

        QCOMPARE(collector.gone.size(), 2U);
        QCOMPARE(collector.gone[0].op.payload, 5U);
        QCOMPARE(collector.gone[0].state, trace::OpState::Skipped);
        QCOMPARE(collector.gone[0].failure->op, OpId{0});
        QCOMPARE(collector.gone[1].op.payload, 6U);
        QVERIFY(!engine.waitToRead(x));
    }

    void aLongChainOfImmediateAnswersNeedsNoStack()
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

    // -- numbers

    void unnumberedOperationsLeaveNoTrace()
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

    void manyPredecessorsAreAllWaitedFor()
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

    // -- endings

    void cancelReleasesWaitsAndDropsTheRest()
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
        QTRY_VERIFY(engine.pending() >= 100);

        engine.cancel();
        waiting.clear();

        QCOMPARE(cancelled.load(), 3);
        QVERIFY(!engine.push({}, {}, [] {}));
        gate.open();
        engine.shutdown(Engine::Ending::Drain);
        QCOMPARE(ran.load(), 0);
    }

    // Ready or not, in chains or not: each is recorded as cancelled once, and gives back what its body held.
    void cancelledOperationsAreRecordedAndGiveBackWhatTheyHeld()
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
            // Its destruction asks the engine something, as the tensors of a platform do.
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

    void drainingRunsEverythingAlsoWhatBodiesPush()
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

    void shutdownAtAnyMomentEnds()
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

    // P12. Counted in processor time, not in wall time: other programs may run.
    void idleWorkersUseNoProcessor()
    {
        Engine engine(threaded());
        QVERIFY(engine.addGroup({.name = "cpu", .workers = 2}));
        QVERIFY(engine.push({}, {}, [] {}));
        QVERIFY(engine.waitAll());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));

        const std::clock_t before = std::clock();
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;

        QVERIFY2(used < 0.01, qPrintable(QString::number(used)));
    }
};

void TestEngine::failuresAtAnyOperationOfARandomProgramAreSkippedAlikeByEveryPolicy()
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
            result += waited ? "good;" : waited.error().message + ";";
        }
        const Status waited = engine.waitAll();
        result += waited ? "all good;" : waited.error().message + ";";
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

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
