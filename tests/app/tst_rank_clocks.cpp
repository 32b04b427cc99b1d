#include "engine/ranks/overview.h"
#include "tests/app/rank_programs.h"

#include <QProcess>

#include <algorithm>
#include <chrono>

using namespace engine;
using namespace tests;

namespace {

/// Bounds of the difference "clock of the computer minus time of the run", computed from the output of a rank.
struct ClockOffset {
    Nanoseconds least = Nanoseconds::min();
    Nanoseconds most = Nanoseconds::max();
};

/// Reads the output of a program that prints readings of the computer's clock in pairs. The first output of a pair is
/// recorded between the two readings.
ClockOffset offsetOf(const ranks::Member& member)
{
    ClockOffset offset;
    const auto& outputs = member.trace->programPart().outputs;
    for (std::size_t i = 0; i + 1 < outputs.size(); i += 2) {
        const Nanoseconds time = member.clock.toReference(outputs[i].time);
        const Nanoseconds error = member.clock.uncertaintyAt(outputs[i].time);
        offset.least = std::max(offset.least, Nanoseconds{std::stoll(outputs[i].text)} - time - error);
        offset.most = std::min(offset.most, Nanoseconds{std::stoll(outputs[i + 1].text)} - time + error);
    }
    return offset;
}

}  // namespace

/// Tests the clocks of ranks, and the times at which collectives end.
class TestRankClocks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void wrongClocksAreCorrectedOrReported_data();
    void wrongClocksAreCorrectedOrReported();
    void rankThatSleepsIsReportedWithItsLine_data() { machinesOfRanks(); }
    void rankThatSleepsIsReportedWithItsLine();
    void collectivesEndAfterTheLastArrival_data() { machinesOfRanks(); }
    void collectivesEndAfterTheLastArrival();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }

    QTemporaryDir m_folder;
};

void TestRankClocks::wrongClocksAreCorrectedOrReported_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<int>("steps");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("an offset and a drift") << QByteArray("7340,400,0,0") << 20 << false;
    QTest::newRow("a jump between the comparisons") << QByteArray("0,0,10000,2000") << 150 << true;
}

/// Simulates an error of the clock of rank 1. An error that the comparisons of clocks cannot correct is reported.
void TestRankClocks::wrongClocksAreCorrectedOrReported()
{
    QFETCH(const QByteArray, error);
    QFETCH(const int, steps);
    QFETCH(const bool, isTold);
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("clocks");
    const QByteArray program = kStart + R"(
import ctypes, time
libc = ctypes.CDLL(None)
def monotonic():  # of the computer; the functions of `time` return the times of the run
    now = (ctypes.c_long * 2)()
    libc.clock_gettime(time.CLOCK_MONOTONIC, now)
    return now[0] * 10 ** 9 + now[1]
for step in range()";
    const QByteArray loop = QByteArray::number(steps) + R"():
    dist.all_reduce(t)
    time.sleep(.02)
    print(monotonic())
    print(monotonic())
)";
    const QStringList rank{OVERLAP_RUN, writeFile(m_folder, "clocks.py", program + loop), "--trace", folder};
    QProcess mpirun;

    mpirun.start("mpirun", QStringList{"--oversubscribe", "-n", "1"} + rank +
                               QStringList{":", "-n", "1", "env", "OVERLAP_TEST_CLOCK=" + error} + rank);
    QVERIFY(mpirun.waitForFinished(60000));

    QVERIFY2(mpirun.exitCode() == 0, mpirun.readAllStandardError().constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->collectives().size(), static_cast<std::size_t>(steps));
    const trace::TracePtr shown = ranks::overviewOf(set);  // the trace that the window shows
    const bool isShown = std::ranges::any_of(shown->notes(), [](const trace::NoteRecord& note) {
        return note.text.english().starts_with("The clocks of the ranks contradict each other");
    });
    QCOMPARE(isShown, isTold);
    QCOMPARE(tests::run({"summary", folder}).err.contains("The clocks of the ranks contradict each other"), isTold);
    if (isTold)
        return;
    // Without correction, the times of the ranks differ by 7.34 s.
    for (const ranks::MatchedCollective& one : set->collectives())
        QVERIFY2(one.done - one.firstPosted < std::chrono::seconds(5), "the clocks were not corrected");
    for (const ranks::Member& member : set->members())
        QCOMPARE(member.trace->programPart().outputs.size(), static_cast<std::size_t>(2 * steps));
    const ClockOffset first = offsetOf(set->members()[0]), second = offsetOf(set->members()[1]);
    const Nanoseconds beyond = std::max(first.least, second.least) - std::min(first.most, second.most);
    // In each rank, the clock of the run may deviate from that of the computer by about 1e-5 of the run's length.
    // Without correction, the drift is 4e-4.
    QVERIFY2(beyond <= set->extent() / 10'000, qPrintable(QString::number(beyond.count())));
}

void TestRankClocks::rankThatSleepsIsReportedWithItsLine()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = kStart + R"(
import time
net = DistributedDataParallel(nn.Linear(4, 4))
for step in range(8):
    if rank == 1:
        time.sleep(.5)
    net(t).sum().backward()
dist.barrier()
)";

    const CommandResult result = run(program, {"--ranks", "2", "--machine", machine, "--summary", "-"});

    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY2(result.err.contains("Rank 1 costs the others "), result.err.constData());
    QVERIFY2(result.err.contains("more in time.sleep (line 15) than rank 0."), result.err.constData());
}

void TestRankClocks::collectivesEndAfterTheLastArrival()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("arrivals " + machine);
    const QByteArray program = kStart + R"(
import time
net = DistributedDataParallel(nn.Linear(4, 4))
for step in range(3):
    if rank == 2:
        time.sleep(.05)
    net(t).sum().backward()
dist.barrier()
)";

    const CommandResult result = run(program, {"--ranks", "4", "--machine", machine, "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 4U);
    QVERIFY(set->collectives().size() >= 5);
    Nanoseconds uncertainty{};
    for (const ranks::Member& member : set->members())
        uncertainty = std::max(uncertainty, member.clock.largestUncertainty());
    int late = 0;
    for (const ranks::MatchedCollective& collective : set->collectives()) {
        QVERIFY(collective.isWhole);
        for (const ranks::Arrival& arrival : set->arrivals(collective))
            QVERIFY(arrival.done + uncertainty + uncertainty > collective.lastPosted);
        late += collective.lastMember == 2 && collective.lastPosted - collective.firstPosted > Nanoseconds{40'000'000};
    }
    if (machine != kHere)  // other programs may also delay real ranks
        QCOMPARE(late, 3);
}

QTEST_GUILESS_MAIN(TestRankClocks)
#include "tst_rank_clocks.moc"
