#include "engine/devices/cpu/team.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace engine::devices::cpu;

class TestTeam : public QObject {
    Q_OBJECT

private slots:
    void threadTeamRunsEveryPieceOfWorkOnce_data();
    void threadTeamRunsEveryPieceOfWorkOnce();
    void threadTeamUsesNoMoreThreadsThanTheLimit();
    void callbacksAreCalledBeforeAndAfterTheWorkOfEachThread();
    void severalThreadsMayUseAThreadTeamAtTheSameTime();
    void threadTeamWithoutWorkCanBeDestroyed();
};

void TestTeam::threadTeamRunsEveryPieceOfWorkOnce_data()
{
    QTest::addColumn<int>("helpers");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("pieces");

    QTest::newRow("no pieces") << 2 << 3 << 0;
    QTest::newRow("one piece") << 2 << 3 << 1;
    QTest::newRow("no helpers") << 0 << 8 << 100;
    QTest::newRow("one thread allowed") << 3 << 1 << 100;
    QTest::newRow("fewer pieces than helpers") << 7 << 8 << 3;
    QTest::newRow("many pieces") << 3 << 4 << 10000;
}

void TestTeam::threadTeamRunsEveryPieceOfWorkOnce()
{
    QFETCH(int, helpers);
    QFETCH(int, threads);
    QFETCH(int, pieces);
    Team team(helpers);
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(pieces));

    for (int round = 0; round < 20; ++round)
        team.run(pieces, threads, [&runs](std::int64_t piece) { ++runs[static_cast<std::size_t>(piece)]; });

    for (const std::atomic<int>& count : runs)
        QCOMPARE(count.load(), 20);
}

void TestTeam::threadTeamUsesNoMoreThreadsThanTheLimit()
{
    Team team(6);
    std::mutex mutex;
    for (int threads : {1, 2, 3}) {
        std::set<std::thread::id> seen;
        team.run(2000, threads, [&](std::int64_t) {
            const std::lock_guard lock(mutex);
            seen.insert(std::this_thread::get_id());
        });
        QVERIFY(static_cast<int>(seen.size()) <= threads);
    }
}

void TestTeam::callbacksAreCalledBeforeAndAfterTheWorkOfEachThread()
{
    Team team(2);
    std::atomic<int> inside{0};
    std::atomic<int> entered{0};
    Team::Watch watch;
    watch.enter = [&](int helper) {
        QVERIFY(helper >= 0 && helper < 2);
        ++inside;
        ++entered;
    };
    watch.leave = [&](int) { --inside; };
    std::atomic<bool> canEnd{false};

    // No piece ends before a helper has entered, so the caller cannot run all pieces alone.
    team.run(
        8, 3,
        [&](std::int64_t) {
            if (inside > 0)
                canEnd = true;
            while (!canEnd)
                std::this_thread::yield();
        },
        watch);

    QVERIFY(entered.load() > 0);
    QCOMPARE(inside.load(), 0);
}

void TestTeam::severalThreadsMayUseAThreadTeamAtTheSameTime()
{
    Team team(2);
    std::atomic<int> sum{0};
    {
        std::vector<std::jthread> callers;
        for (int c = 0; c < 3; ++c)
            callers.emplace_back([&] {
                for (int i = 0; i < 50; ++i)
                    team.run(20, 3, [&sum](std::int64_t) { ++sum; });
            });
    }
    QCOMPARE(sum.load(), 3 * 50 * 20);
}

void TestTeam::threadTeamWithoutWorkCanBeDestroyed()
{
    for (int i = 0; i < 20; ++i)
        Team team(3);
}

QTEST_APPLESS_MAIN(TestTeam)
#include "tst_team.moc"
