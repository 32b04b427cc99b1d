#include "engine/ranks/shm/shared_world.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <thread>
#include <vector>

using namespace engine;
using device::RankTransport;
using ranks::shm::SharedWorld;
using trace::CollectiveKind;

namespace {

const std::atomic<bool> kNotCancelled{false};
constexpr std::int64_t kDuration = 10;  // ns; duration of every collective

RankTransport::CollectiveCall callAt(std::int64_t time, std::uint32_t sequence, GroupId group = GroupId{0},
                                     CollectiveKind kind = CollectiveKind::AllReduce, std::int64_t elements = 8)
{
    RankTransport::CollectiveCall call;
    call.what.kind = kind;
    call.what.group = group;
    call.what.sequence = sequence;
    call.what.op = trace::ReduceOp::Sum;
    call.what.type = "float32";
    call.elements = elements;
    call.line = 31;
    call.time = time;
    return call;
}

/// Runs `program` for each rank on a thread.
void runRanks(SharedWorld& world, int count, const std::function<void(RankTransport&, int)>& program)
{
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < count; ++rank)
        threads.emplace_back([&, rank] {
            const auto transport = world.join(rank);
            program(*transport, rank);
            world.end(rank, "");
        });
}

// -- random programs

struct Step {
    enum class Act { Compute, Start, Wait } act = Act::Compute;
    std::int64_t ns = 0;         ///< only for Compute
    std::uint32_t group = 0;     ///< only for Start and Wait
    std::uint32_t sequence = 0;  ///< only for Start and Wait
};

/// One program per rank. All ranks of a group start its collectives in the same order. The ranks wait for the
/// collectives at different places, and compute for different times in between.
struct RandomPrograms {
    std::vector<std::vector<int>> groups;
    std::vector<std::vector<Step>> steps;  ///< indexed by rank
};

RandomPrograms randomPrograms(std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    RandomPrograms programs;
    const int count = 2 + below(3);
    programs.steps.resize(static_cast<std::size_t>(count));
    std::vector<int> all;
    for (int rank = 0; rank < count; ++rank)
        all.push_back(rank);
    programs.groups.push_back(all);
    if (count > 2)
        programs.groups.push_back({0, count - 1});
    std::vector<std::uint32_t> sequences(programs.groups.size());
    std::vector<std::vector<Step>> open(programs.steps.size());
    for (int i = 0; i < 12; ++i) {
        const auto group = static_cast<std::uint32_t>(below(static_cast<int>(programs.groups.size())));
        const std::uint32_t sequence = sequences[group]++;
        for (const int rank : programs.groups[group]) {
            auto& steps = programs.steps[static_cast<std::size_t>(rank)];
            auto& waits = open[static_cast<std::size_t>(rank)];
            steps.push_back({Step::Act::Compute, below(30), 0, 0});
            steps.push_back({Step::Act::Start, 0, group, sequence});
            waits.push_back({Step::Act::Wait, 0, group, sequence});
            while (!waits.empty() && below(2) == 0) {
                steps.push_back({Step::Act::Compute, below(30), 0, 0});
                steps.push_back(waits.front());
                waits.erase(waits.begin());
            }
        }
    }
    for (std::size_t rank = 0; rank < open.size(); ++rank)
        programs.steps[rank].insert(programs.steps[rank].end(), open[rank].begin(), open[rank].end());
    return programs;
}

using Starts = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;  // by group and sequence number

/// The times at which collectives start and at which the programs of the ranks end.
struct Expected {
    Starts starts;
    std::vector<std::int64_t> ends;  ///< indexed by rank
};

/// Computes the expected times: runs the programs in turn on one thread until none makes progress.
Expected runSerially(const RandomPrograms& programs)
{
    Expected expected;
    expected.ends.resize(programs.steps.size());
    for (bool hasChanged = true; hasChanged;) {
        hasChanged = false;
        for (std::size_t rank = 0; rank < programs.steps.size(); ++rank) {
            std::int64_t now = 0;
            for (const Step& step : programs.steps[rank]) {
                std::int64_t& start = expected.starts[{step.group, step.sequence}];
                if (step.act == Step::Act::Compute)
                    now += step.ns;
                else if (step.act == Step::Act::Wait)
                    now = std::max(now, start + kDuration);
                else if (now > start) {
                    start = now;
                    hasChanged = true;
                }
            }
            expected.ends[rank] = now;
        }
    }
    return expected;
}

/// A rank's modelled clock, like the one of a simulator.
class Clock {
public:
    explicit Clock(RankTransport& transport) : m_transport(transport) {}

    [[nodiscard]] std::int64_t now() const { return m_now; }
    void start(const Step& step, const std::vector<GroupId>& groups)
    {
        const auto ticket = m_transport.post(callAt(m_now, step.sequence, groups[step.group]));
        QVERIFY(ticket);
        m_open[*ticket] = {step.group, step.sequence};
    }
    void advanceTo(std::int64_t time)
    {
        while (!m_open.empty()) {
            const auto progress = m_transport.advance(time, kNotCancelled);
            QVERIFY2(progress, progress ? "" : progress.error().english().c_str());
            if (!record(*progress))
                break;
        }
        m_reached = m_now = std::max(m_now, time);
    }
    void waitFor(const Step& step)
    {
        while (!starts.contains({step.group, step.sequence})) {
            const auto progress = m_transport.advance(device::kNever, kNotCancelled);
            QVERIFY2(progress, progress ? "" : progress.error().english().c_str());
            static_cast<void>(record(*progress));
        }
        if (const std::int64_t end = starts[{step.group, step.sequence}] + kDuration; end > m_now)
            advanceTo(end);
    }

    Starts starts;
    bool isLate = false;  ///< true if a start was reported after this rank's clock had passed it

private:
    bool record(const RankTransport::Progress& progress)
    {
        for (const RankTransport::CompleteCollective& complete : progress.complete) {
            isLate = isLate || complete.started < m_reached;
            starts[m_open.at(complete.ticket)] = complete.started;
            m_open.erase(complete.ticket);
            m_transport.release(complete.ticket);
        }
        return !progress.complete.empty();
    }

    RankTransport& m_transport;
    std::map<RankTransport::Ticket, std::pair<std::uint32_t, std::uint32_t>> m_open;
    std::int64_t m_now = 0;
    std::int64_t m_reached = 0;
};

}  // namespace

class TestSharedWorld : public QObject {
    Q_OBJECT

private slots:
    void collectivesOfRandomProgramsStartAtTheTimesOfTheOracle();
    void valuesOfAllRanksAreAdded();
    void allRanksEndIfTheirCallsDiffer_data();
    void allRanksEndIfTheirCallsDiffer();
    void errorNamesTheMissingRank();
    void waitingForALateRankEndsAfterATimeLimit_data();
    void waitingForALateRankEndsAfterATimeLimit();
    void waitingForAStalledRankEndsAfterATimeLimit();
    void stopReturnsTheLinesInWhichRanksWait();
    void errorNamesCollectivesOfRanksThatWaitForEachOther();
    void useOfOneGpuByTwoRanksEndsAllRanks();
    void errorNamesTheKilledRank();
    void groupsThatAreInvalidOrDifferBetweenRanksAreRefused();
    void invalidRankCountsAreRefused();
};

void TestSharedWorld::collectivesOfRandomProgramsStartAtTheTimesOfTheOracle()
{
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        const RandomPrograms programs = randomPrograms(seed);
        const auto count = static_cast<int>(programs.steps.size());
        const Expected expected = runSerially(programs);
        std::vector<Starts> starts(programs.steps.size());
        std::vector<std::int64_t> ends(programs.steps.size());
        const auto world = SharedWorld::create(count);
        QVERIFY(world);

        runRanks(**world, count, [&](RankTransport& transport, int rank) {
            std::vector<GroupId> groups{GroupId{0}};
            for (std::size_t i = 1; i < programs.groups.size(); ++i)
                groups.push_back(*transport.createGroup(programs.groups[i]));
            Clock clock(transport);
            for (const Step& step : programs.steps[static_cast<std::size_t>(rank)])
                if (step.act == Step::Act::Compute)
                    clock.advanceTo(clock.now() + step.ns);
                else if (step.act == Step::Act::Start)
                    clock.start(step, groups);
                else
                    clock.waitFor(step);
            starts[static_cast<std::size_t>(rank)] = clock.starts;
            ends[static_cast<std::size_t>(rank)] = clock.isLate ? -1 : clock.now();
        });

        QCOMPARE(ends, expected.ends);
        for (const Starts& ofRank : starts)
            for (const auto& [collective, start] : ofRank)
                QCOMPARE(start, expected.starts.at(collective));
    }
}

void TestSharedWorld::valuesOfAllRanksAreAdded()
{
    const auto world = SharedWorld::create(3);

    runRanks(**world, 3, [&](RankTransport& transport, int rank) {
        for (std::uint32_t i = 0; i < 50; ++i) {
            const std::vector<float> mine(1000 + i, static_cast<float>(rank) + static_cast<float>(i) / 64);
            RankTransport::CollectiveCall call = callAt(i, i);
            call.numbers = {std::span(mine).first(10), std::span(mine).subspan(10)};
            QVERIFY(transport.post(call));
            const auto progress = transport.advance(device::kNever, kNotCancelled);
            QVERIFY(progress);
            const auto sum = transport.resultOf(progress->complete.front().ticket);
            QVERIFY(sum);
            QCOMPARE(sum->size(), mine.size());
            QCOMPARE(sum->back(), 3 + 3 * static_cast<float>(i) / 64);
            transport.release(progress->complete.front().ticket);
        }
    });

    QVERIFY((*world)->failure().empty());
}

void TestSharedWorld::allRanksEndIfTheirCallsDiffer_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("count") << 0
                           << "ranks 0 and 1, line 31: all_reduce of 8 numbers, sum, on the CPU; rank 2, line 32: "
                              "all_reduce of 9 numbers, sum, on the CPU";
    QTest::newRow("kind") << 1 << "rank 2, line 32: broadcast of 8 numbers, sum, root 1, on the CPU";
    QTest::newRow("root") << 2 << "rank 2, line 32: all_reduce of 8 numbers, sum, root 2, on the CPU";
    QTest::newRow("type") << 3 << "rank 2, line 32: all_reduce of 8 numbers (int64), sum, on the CPU";
    QTest::newRow("device") << 4 << "rank 2, line 32: all_reduce of 8 numbers, sum, on a GPU";
    QTest::newRow("reduction") << 5 << "rank 2, line 32: all_reduce of 8 numbers, max, on the CPU";
}

void TestSharedWorld::allRanksEndIfTheirCallsDiffer()
{
    QFETCH(const int, what);
    QFETCH(const QString, sentence);
    const auto world = SharedWorld::create(3);

    runRanks(**world, 3, [&](RankTransport& transport, int rank) {
        RankTransport::CollectiveCall call = callAt(5, 0);
        if (rank == 2) {
            call.line = 32;
            call.elements = what == 0 ? 9 : 8;
            call.what.kind = what == 1 ? CollectiveKind::Broadcast : CollectiveKind::AllReduce;
            call.what.root = what == 1 ? 1 : what == 2 ? 2 : -1;
            call.what.type = what == 3 ? "int64" : "float32";
            call.gpu = what == 4 ? 0 : -1;
            call.what.op = what == 5 ? trace::ReduceOp::Maximum : trace::ReduceOp::Sum;
        }
        const auto arrived = transport.post(call);
        QVERIFY(!arrived || !transport.advance(device::kNever, kNotCancelled));
    });

    const QString failure = QString::fromStdString((*world)->failure());
    QVERIFY2(failure.contains(sentence), qPrintable(failure));
}

void TestSharedWorld::errorNamesTheMissingRank()
{
    const auto world = SharedWorld::create(3);

    runRanks(**world, 3, [&](RankTransport& transport, int rank) {
        if (rank == 1) {
            (*world)->end(rank, "whose program ended with ValueError in line 24");
            return;
        }
        QVERIFY(transport.post(callAt(5, 17)));
        QVERIFY(!transport.advance(device::kNever, kNotCancelled));
    });

    QCOMPARE(QString::fromStdString((*world)->failure()),
             QStringLiteral("The ranks wait for each other for ever: all_reduce #17 (ranks 0 and 2, line 31) waits for "
                            "rank 1, whose program ended with ValueError in line 24."));
}

/// The error must be the same if the late rank arrives after the limit and if it never arrives.
void TestSharedWorld::waitingForALateRankEndsAfterATimeLimit_data()
{
    QTest::addColumn<bool>("arrives");
    QTest::newRow("late") << true;
    QTest::newRow("never") << false;
}

void TestSharedWorld::waitingForALateRankEndsAfterATimeLimit()
{
    QFETCH(const bool, arrives);
    const auto world = SharedWorld::create(3, Nanoseconds{100});

    runRanks(**world, 3, [&](RankTransport& transport, int rank) {
        if (rank != 1) {
            QVERIFY(!transport.post(callAt(5, 0)) || !transport.advance(device::kNever, kNotCancelled));
            return;
        }
        static_cast<void>(transport.setSleep(24));
        if (arrives)
            QVERIFY(!transport.post(callAt(105, 0)) || !transport.advance(device::kNever, kNotCancelled));
        else
            for (std::int64_t time = 50; transport.reportIdleUntil(time);)
                time += 50;
    });

    QCOMPARE(QString::fromStdString((*world)->failure()),
             QStringLiteral("The ranks have waited for 0 s: all_reduce #0 (ranks 0 and 2, line 31) waits for rank 1, "
                            "which is in line 24: time.sleep. A larger --set timeout=SECONDS lets them wait longer."));
}

/// The limit applies to wall-clock time, which the test passes to checkStalls().
void TestSharedWorld::waitingForAStalledRankEndsAfterATimeLimit()
{
    using std::chrono::seconds;
    const auto world = SharedWorld::create(2, Nanoseconds(seconds(3)));
    const auto first = (*world)->join(0);
    const auto second = (*world)->join(1);
    const auto checkAt = [&](int time) {
        return (*world)->checkStalls(std::chrono::steady_clock::time_point(seconds(time)), seconds(10));
    };
    const std::string wait = "all_reduce #0 (rank 0, line 31) waits for rank 1.";

    QCOMPARE(checkAt(100), std::string());  // no rank waits
    QVERIFY(first->post(callAt(5, 0)));
    QCOMPARE(checkAt(120), std::string());
    second->countProgress();
    QCOMPARE(checkAt(122), std::string());
    QCOMPARE(checkAt(124), std::string());  // the clock of rank 1 has advanced
    QVERIFY(second->reportIdleUntil(1));
    QCOMPARE(checkAt(126), std::string());
    QCOMPARE(checkAt(128), std::string());  // rank 1 has advanced to 1 ns
    QCOMPARE(checkAt(129), "After 3 s, " + wait);
    QCOMPARE(checkAt(135), std::string());  // the remark is not repeated
    QVERIFY((*world)->failure().empty());
    QCOMPARE(checkAt(136), std::string());

    QCOMPARE((*world)->failure(),
             "The ranks have waited for 10 s: " + wait + " A larger --set timeout=SECONDS lets them wait longer.");
    QVERIFY(!second->reportIdleUntil(2));
}

void TestSharedWorld::stopReturnsTheLinesInWhichRanksWait()
{
    const auto world = SharedWorld::create(2);
    const auto first = (*world)->join(0);
    QVERIFY(first->post(callAt(5, 0)));
    QVERIFY((*world)->join(1)->setSleep(24));

    QCOMPARE((*world)->stop(), std::string("all_reduce #0 (rank 0, line 31) waits for rank 1, which is in line 24: "
                                           "time.sleep"));
}

void TestSharedWorld::errorNamesCollectivesOfRanksThatWaitForEachOther()
{
    const auto world = SharedWorld::create(2);

    runRanks(**world, 2, [&](RankTransport& transport, int rank) {
        const std::vector<int> both{0, 1};
        const GroupId other = *transport.createGroup(both);
        QVERIFY(transport.post(callAt(5, 0, rank == 0 ? GroupId{0} : other)));
        QVERIFY(!transport.advance(device::kNever, kNotCancelled));
    });

    const QString failure = QString::fromStdString((*world)->failure());
    QVERIFY2(failure.contains("all_reduce #0 (rank 0, line 31) waits for rank 1"), qPrintable(failure));
    QVERIFY2(failure.contains("all_reduce #0 (rank 1, line 31) waits for rank 0"), qPrintable(failure));
}

void TestSharedWorld::useOfOneGpuByTwoRanksEndsAllRanks()
{
    const auto world = SharedWorld::create(2);
    const auto first = (*world)->join(0);
    const auto second = (*world)->join(1);

    QVERIFY(first->registerGpu(0, 17));
    QVERIFY(second->registerGpu(1, 17));
    QVERIFY(first->registerGpu(0, 17));
    QVERIFY(!second->registerGpu(0, 17));

    QVERIFY(QString::fromStdString((*world)->failure())
                .startsWith("GPU 0 is used by ranks 0 and 1, by rank 1 in line 17. On a virtual machine"));
    QVERIFY(!first->post(callAt(0, 0)));
}

void TestSharedWorld::errorNamesTheKilledRank()
{
    const auto world = SharedWorld::create(2);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto transport = (*world)->join(1);
        static_cast<void>(transport->post(callAt(3, 0)));
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    (*world)->end(1, "which was ended by signal 9 (Killed)");

    const auto transport = (*world)->join(0);
    QVERIFY(transport->post(callAt(5, 0)));
    QVERIFY(transport->advance(device::kNever, kNotCancelled));  // succeeds: the killed rank had already arrived
    QVERIFY(transport->post(callAt(20, 1)));
    const auto progress = transport->advance(device::kNever, kNotCancelled);

    QVERIFY(!progress);
    QVERIFY(progress.error().english().find("waits for rank 1, which was ended by signal 9") != std::string::npos);
}

void TestSharedWorld::groupsThatAreInvalidOrDifferBetweenRanksAreRefused()
{
    const auto world = SharedWorld::create(3);
    const auto first = (*world)->join(0);
    const auto second = (*world)->join(1);
    const std::vector<int> some{0, 1};
    const std::vector<int> others{1, 2};
    const std::vector<int> twice{1, 1};
    const std::vector<int> outside{0, 3};

    QVERIFY(!first->createGroup(twice));
    QVERIFY(!first->createGroup(outside));
    QVERIFY(!first->createGroup({}));
    QVERIFY(first->createGroup(some));
    QVERIFY(!second->createGroup(others));

    QVERIFY(QString::fromStdString((*world)->failure()).startsWith("The ranks create different groups"));
}

void TestSharedWorld::invalidRankCountsAreRefused()
{
    QVERIFY(!SharedWorld::create(0));
    QVERIFY(!SharedWorld::create(65));
    QVERIFY(SharedWorld::create(64));
}

QTEST_GUILESS_MAIN(TestSharedWorld)
#include "tst_shared_world.moc"
