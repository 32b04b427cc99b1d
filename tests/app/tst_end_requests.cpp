#include "app/run/end_requests.h"
#include "tests/app/rank_programs.h"

#include <QList>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>

using namespace std::chrono_literals;

/// Tests which signals EndRequests sends to end mpirun and its ranks, and when.
class TestEndRequests : public QObject {
    Q_OBJECT

private slots:
    void requestsToEndRanksAreRepeatedWhileRecordsArrive();
    void requestsToEndRanksAreRepeatedForAMinuteAtMost();
    void secondStopOrSigtermSendsSigtermWithoutDelay_data();
    void secondStopOrSigtermSendsSigtermWithoutDelay();
    void runEndsIfInterruptedBeforeMpirunStarts();
};

void TestEndRequests::requestsToEndRanksAreRepeatedWhileRecordsArrive()
{
    const QTemporaryDir folder;
    app::EndRequests requests(folder.path().toStdString());
    std::ofstream received(folder.filePath("rank-1.otrace.received.partial").toStdString());
    app::EndRequests::Clock::time_point now{1h};
    QVERIFY(!requests.hasBegun());

    requests.stop(SIGINT, now);

    QVERIFY(requests.hasBegun());
    for (int i = 0; i < 20; ++i) {  // 20 requests, 40 s in total
        received << "records" << std::flush;
        QCOMPARE(requests.next(now += 2s), std::optional(SIGUSR1));
    }
    QCOMPARE(requests.next(now += 3s), std::optional(SIGUSR1));
    QCOMPARE(requests.next(now += 1ms), std::optional(SIGTERM));
    QVERIFY(!requests.next(now += 1s));
    QCOMPARE(requests.limit(), 0s);
}

void TestEndRequests::requestsToEndRanksAreRepeatedForAMinuteAtMost()
{
    const QTemporaryDir folder;
    app::EndRequests requests(folder.path().toStdString());
    std::ofstream received(folder.filePath("rank-1.otrace.received.partial").toStdString());
    app::EndRequests::Clock::time_point now{1h};

    requests.stop(SIGINT, now);

    for (int i = 0; i < 30; ++i) {
        received << "records" << std::flush;
        QCOMPARE(requests.next(now += 2s), std::optional(SIGUSR1));
    }
    received << "records" << std::flush;
    QCOMPARE(requests.next(now += 1ms), std::optional(SIGTERM));
    QCOMPARE(requests.limit(), 60s);
}

void TestEndRequests::secondStopOrSigtermSendsSigtermWithoutDelay_data()
{
    QTest::addColumn<QList<int>>("sent");
    QTest::newRow("the process that started the ranks is ended") << QList<int>{SIGTERM};
    QTest::newRow("it is ended after a stop") << QList<int>{SIGINT, SIGTERM};
    QTest::newRow("a second stop") << QList<int>{SIGINT, SIGINT};
}

void TestEndRequests::secondStopOrSigtermSendsSigtermWithoutDelay()
{
    QFETCH(const QList<int>, sent);
    const QTemporaryDir folder;
    app::EndRequests requests(folder.path().toStdString());
    const app::EndRequests::Clock::time_point now{1h};

    for (const int signal : sent)
        requests.stop(signal, now);

    QCOMPARE(requests.next(now), std::optional(SIGTERM));
    QVERIFY(!requests.next(now));
}

/// SIGINT is pending before the command starts mpirun, so mpirun does not receive the signal.
void TestEndRequests::runEndsIfInterruptedBeforeMpirunStarts()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    tests::allowMpiAsRoot();
    const QTemporaryDir folder;
    const QString program =
        tests::writeFile(folder, "loop.py", tests::kStart + "while True:\n    dist.all_reduce(t)\n");
    QProcess process;
    process.setChildProcessModifier([] {  // the mask of blocked signals and the pending signal survive exec()
        sigset_t interrupt;
        sigemptyset(&interrupt);
        sigaddset(&interrupt, SIGINT);
        ::pthread_sigmask(SIG_BLOCK, &interrupt, nullptr);
        ::raise(SIGINT);
    });

    process.start(OVERLAP_RUN, {program, "--ranks", "2", "--machine", tests::kHere});
    const bool hasEnded = process.waitForFinished(60000);
    process.terminate();

    QVERIFY(hasEnded);
    QVERIFY(process.exitStatus() == QProcess::NormalExit && process.exitCode() != 0);
    const QByteArray error = process.readAllStandardError();
    QVERIFY2(error.contains("The ranks were stopped"), error.constData());
}

QTEST_GUILESS_MAIN(TestEndRequests)
#include "tst_end_requests.moc"
