// Tests the lock-free parts with two or three threads, in every order of their atomic operations that two or three
// preemptions can produce.

#include "engine/schedule/detail/edge_list.h"
#include "engine/schedule/detail/event_count.h"
#include "engine/schedule/detail/work_deque.h"
#include "tests/engine/schedule/explorer.h"

#include <QTest>

#include <array>

using namespace engine::schedule::detail;
using tests::Explorer;
using tests::ModelAtomic;

namespace {

/// A queue of a few items, and threads that sleep while the queue is empty.
struct SleepersModel {
    BasicEventCount<ModelAtomic> events;
    ModelAtomic<int> items{0};

    bool take()
    {
        int count = items.load();
        while (count > 0)
            if (items.compare_exchange_strong(count, count - 1))
                return true;
        return false;
    }
    void produce()
    {
        items.fetch_add(1);
        events.notifyOne();
    }
    /// Consumes an item like the engine's workers: a woken thread wakes another thread if items remain.
    void consume()
    {
        while (!take()) {
            const auto key = events.prepare();
            if (items.load() > 0)
                events.cancel();
            else
                events.wait(key);
        }
        if (items.load() > 0)
            events.notifyOne();
    }
};

}  // namespace

/// Adds one edge to a predecessor of generation 0, as a push does. Returns 1 if it was added.
std::uint32_t link(BasicEdgeList<ModelAtomic>& list, std::uint32_t edge, std::uint32_t& slot)
{
    const std::uint64_t head = list.head();
    return BasicEdgeList<ModelAtomic>::generationOf(head) == 0 && list.addAlone(head, edge, slot) ? 1 : 0;
}

class TestInterleavings : public QObject {
    Q_OBJECT

private slots:
    // A protocol that loses a wake-up would hang in the oracle test (tst_oracle.cpp) once in many thousand programs.
    // This test finds the fault in every run.
    void noWakeUpIsLost_data()
    {
        QTest::addColumn<int>("consumers");
        QTest::addColumn<int>("producers");
        QTest::addColumn<int>("each");
        QTest::addColumn<int>("preemptions");
        QTest::newRow("one sleeper, one notifier, three items") << 1 << 1 << 3 << 3;
        QTest::newRow("one sleeper, two notifiers") << 1 << 2 << 2 << 2;
        QTest::newRow("two sleepers, one notifier") << 2 << 1 << 2 << 2;
    }

    void noWakeUpIsLost()
    {
        QFETCH(int, consumers);
        QFETCH(int, producers);
        QFETCH(int, each);
        QFETCH(int, preemptions);
        std::unique_ptr<SleepersModel> shared;
        std::uint64_t executions = 0;

        const std::string problem = Explorer::explore(
            preemptions,
            [&] {
                shared = std::make_unique<SleepersModel>();
                std::vector<Explorer::Body> threads;
                for (int p = 0; p < producers; ++p)
                    threads.emplace_back([&shared, each] {
                        for (int i = 0; i < each; ++i)
                            shared->produce();
                    });
                for (int c = 0; c < consumers; ++c)
                    threads.emplace_back([&shared, takes = producers * each / consumers] {
                        for (int i = 0; i < takes; ++i)
                            shared->consume();
                    });
                return threads;
            },
            [] { return std::string(); }, &executions);

        QVERIFY2(problem.empty(), problem.c_str());
        QVERIFY2(executions > 1000, qPrintable(QString::number(executions)));
    }

    // Tests the explorer: it finds the lost wake-up in a protocol that does not check the queue again.
    void explorerReportsAThreadThatSleepsForever()
    {
        std::unique_ptr<SleepersModel> shared;

        const std::string problem = Explorer::explore(
            2,
            [&] {
                shared = std::make_unique<SleepersModel>();
                return std::vector<Explorer::Body>{[&] { shared->produce(); },
                                                   [&] {
                                                       if (!shared->take())
                                                           shared->events.wait(shared->events.prepare());
                                                   }};
            },
            [] { return std::string(); });

        QCOMPARE(problem, std::string("a thread sleeps for ever"));
    }

    void everyDequeItemIsTakenOnce_data()
    {
        QTest::addColumn<int>("thieves");
        QTest::addColumn<int>("preemptions");
        QTest::newRow("one thief") << 1 << 3;
        QTest::newRow("two thieves") << 2 << 2;
    }

    void everyDequeItemIsTakenOnce()
    {
        QFETCH(int, thieves);
        QFETCH(int, preemptions);
        using Deque = BasicWorkDeque<ModelAtomic, 4>;
        std::unique_ptr<Deque> deque;
        std::array<int, 5> taken{};
        const auto note = [&taken](std::uint32_t item) {
            if (item != Deque::kNone)
                ++taken[item];
        };

        const std::string problem = Explorer::explore(
            preemptions,
            [&] {
                deque = std::make_unique<Deque>();
                taken.fill(0);
                std::vector<Explorer::Body> threads;
                threads.emplace_back([&] {
                    for (std::uint32_t i = 0; i < 3; ++i)
                        if (!deque->push(i))
                            note(i);
                    note(deque->pop());
                    for (std::uint32_t i = 3; i < 5; ++i)
                        if (!deque->push(i))
                            note(i);
                    while (!deque->isEmpty())
                        note(deque->pop());
                });
                for (int t = 0; t < thieves; ++t)
                    threads.emplace_back([&] {
                        for (int i = 0; i < 3; ++i)
                            note(deque->steal());
                    });
                return threads;
            },
            [&] {
                for (const int count : taken)
                    if (count != 1)
                        return std::string("an item was taken " + std::to_string(count) + " times");
                return std::string();
            });

        QVERIFY2(problem.empty(), problem.c_str());
    }

    // A pusher links an operation to two predecessors that complete concurrently; the record of one predecessor is
    // reused.
    void anOperationBecomesReadyExactlyOnce()
    {
        struct State {
            BasicEdgeList<ModelAtomic> first, second;
            BasicPendingCount<ModelAtomic> pending;
            std::uint32_t links[2] = {};
            int ready = 0;
            int completed = 0;
            bool sawBoth = false;
        };
        std::unique_ptr<State> state;
        const auto complete = [&state](BasicEdgeList<ModelAtomic>& list) {
            ++state->completed;
            std::uint32_t edge = list.close();
            while (edge != BasicEdgeList<ModelAtomic>::kEnd) {
                edge = state->links[edge];
                if (state->pending.release()) {
                    ++state->ready;
                    state->sawBoth = state->completed == 2;
                }
            }
        };

        const std::string problem = Explorer::explore(
            3,
            [&] {
                state = std::make_unique<State>();
                return std::vector<Explorer::Body>{
                    [&] {
                        state->pending.begin();
                        std::uint32_t edges = 0;
                        edges += link(state->first, 0, state->links[0]);
                        edges += link(state->second, 1, state->links[1]);
                        if (state->pending.publish(edges)) {
                            ++state->ready;
                            state->sawBoth = state->completed == 2;
                        }
                    },
                    [&] {
                        complete(state->first);
                        // The next operation that reuses the record must start with an empty list.
                        if (state->first.close() != BasicEdgeList<ModelAtomic>::kEnd)
                            state->ready += 100;
                    },
                    [&] { complete(state->second); },
                };
            },
            [&] {
                if (state->ready != 1)
                    return "it became ready " + std::to_string(state->ready) + " times";
                return state->sawBoth ? std::string()
                                      : std::string("it was ready before its predecessors were complete");
            });

        QVERIFY2(problem.empty(), problem.c_str());
    }

    void successorListLosesNoEdge()
    {
        struct State {
            BasicEdgeList<ModelAtomic> list;
            std::uint32_t links[3] = {};
            std::uint32_t linked = 0;
            std::uint32_t released = 0;
        };
        std::unique_ptr<State> state;

        const std::string problem = Explorer::explore(
            6,
            [&] {
                state = std::make_unique<State>();
                return std::vector<Explorer::Body>{
                    [&] {
                        for (std::uint32_t i = 0; i < 3; ++i)
                            state->linked += link(state->list, i, state->links[i]);
                    },
                    [&] {
                        for (std::uint32_t e = state->list.close(); e != BasicEdgeList<ModelAtomic>::kEnd;
                             e = state->links[e])
                            ++state->released;
                    },
                };
            },
            [&] { return state->linked == state->released ? std::string() : std::string("a successor was lost"); });

        QVERIFY2(problem.empty(), problem.c_str());
    }
};

QTEST_APPLESS_MAIN(TestInterleavings)
#include "tst_interleavings.moc"
