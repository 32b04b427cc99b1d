#include "engine/ranks/overview.h"
#include "tests/app/rank_programs.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>

using namespace engine;
using namespace tests;

/// Tests failures of overlap-run --ranks: a rank calls a different collective than the other ranks, ends early or is
/// killed. The command prints one sentence, and the surviving ranks write their traces.
class TestRankFailures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void cleanup();
    void failureOfARankIsReportedInOneSentence_data();
    void failureOfARankIsReportedInOneSentence();
    void killedRankEndsTheOtherRanks();
    void killedProcessIsNamedWithTheCallsOfTheRanks_data();
    void killedProcessIsNamedWithTheCallsOfTheRanks();
    void firstPartOfATraceIsKeptOnAFullDisk_data() { machinesOfRanks(); }
    void firstPartOfATraceIsKeptOnAFullDisk();
    void equalCollectiveCallsOnDifferentLinesGiveANote_data() { machinesOfRanks(); }
    void equalCollectiveCallsOnDifferentLinesGiveANote();
    void waitForASlowRankEndsAtTheTimeout_data();
    void waitForASlowRankEndsAtTheTimeout();
    void rankWithoutProgressIsNamedAndEnded_data();
    void rankWithoutProgressIsNamedAndEnded();
    void suspendedRankIsNamedAndContinues();
    void interruptedRanksWriteTheirTraces();
    void allRanksWriteTracesIfInterruptedAtTheStart_data();
    void allRanksWriteTracesIfInterruptedAtTheStart();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }
    /// Shortens the delays before the command (in ms) and mpirun (in s) kill the ranks of a failed run. Ranks that
    /// still run get enough time to arrive at a collective, so that the sentence names only the missing ranks.
    /// `remark`: ms after which the command notes that ranks wait.
    static void shortenDelays(int remark = 10000)
    {
        qputenv("OVERLAP_TEST_DELAYS", QByteArray::number(remark) + ",300,3000,60000,1500");
        qputenv(kTimeToEnd, "1");
    }

    QTemporaryDir m_folder;
};

void TestRankFailures::cleanup()
{
    qunsetenv("OVERLAP_TEST_DELAYS");
    qunsetenv(kTimeToEnd);
}

void TestRankFailures::failureOfARankIsReportedInOneSentence_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");

    const auto modelled = [](const char* name, const char* program, const char* sentence) {
        QTest::newRow(name) << QStringLiteral("laptop-2019") << kStart + program << 1 << QByteArray(sentence);
    };
    const auto row = [&](const char* name, const char* program, const char* sentence) {
        modelled(name, program, sentence);
        QTest::addRow("%s here", name) << QString(kHere) << kStart + program << 1 << QByteArray(sentence);
    };
    row("counts", "dist.all_reduce(torch.ones(1000 if rank == 2 else 2000))",
        "ranks 0, 1 and 3, line 10: all_reduce of 2000 numbers, sum, on the CPU; rank 2, line 10: all_reduce of 1000 "
        "numbers");
    row("kinds", "dist.broadcast(t, 0) if rank == 1 else dist.all_reduce(t)",
        "rank 1, line 10: broadcast of 4 numbers");
    row("order", "for i in (0, 1) if rank else (1, 0):\n    dist.all_reduce(torch.ones(i + 1))",
        "rank 0, line 11: all_reduce of 2 numbers, sum, on the CPU; ranks 1 to 3, line 11: all_reduce of 1 number");
    row("roots", "dist.broadcast(t, rank % 2)",
        "root 0, on the CPU; ranks 1 and 3, line 10: broadcast of 4 numbers, root 1");
    row("reductions", "dist.all_reduce(t, dist.ReduceOp.MAX if rank else dist.ReduceOp.SUM)",
        "rank 0, line 10: all_reduce of 4 numbers, sum, on the CPU; ranks 1 to 3, line 10: all_reduce of 4 numbers, "
        "max");
    row("types", "dist.all_reduce(t.to(torch.int64) if rank == 1 else t)",
        "ranks 0, 2 and 3, line 10: all_reduce of 4 numbers (float32), sum, on the CPU; rank 1, line 10: all_reduce of "
        "4 numbers (int64), sum, on the CPU");
    modelled("types of one call", "dist.all_gather([torch.ones(4, dtype=torch.int64) for _ in range(ranks)], t)",
             "all_gather(): its tensors have several types");
    row("exception", "if rank == 1:\n    1 / 0\ndist.all_reduce(t)",
        "waits for rank 1, whose program ended with ZeroDivisionError in line 11");
    row("exception in a function", "def check():\n    1 / 0\nif rank == 1:\n    check()\ndist.all_reduce(t)",
        "waits for rank 1, whose program ended with ZeroDivisionError in line 11");
    row("early end", "if rank == 3:\n    raise SystemExit(0)\ndist.barrier()",
        "waits for rank 3, whose program has ended");
    // killedRankEndsTheOtherRanks() tests this case for real ranks.
    modelled("killed", "if rank == 2:\n    os.kill(os.getpid(), 9)\ndist.all_reduce(t)",
             "waits for rank 2, which was ended by signal 9 (Killed)");
    row("wait for a call that one rank never makes",
        "work = dist.all_reduce(t, async_op=True) if rank else None\nif work:\n    work.wait()",
        "all_reduce #0 (ranks 1 to 3, line 10) waits for rank 0, whose program has ended");
    row("call that one rank never makes and none waits for", "if rank:\n    dist.all_reduce(t, async_op=True)",
        "all_reduce #0 (ranks 1 to 3, line 11) waits for rank 0, whose program has ended");
    row("uneven batches",
        "net = DistributedDataParallel(nn.Linear(4, 4))\nfor i in range(4 if rank else 3):\n    "
        "net(t).sum().backward()",
        "waits for rank 0, whose program has ended");
    QTest::newRow("fewer GPUs") << "card-4gb" << kStart + "dist.broadcast(t.cuda() if rank == 0 else t, 0)" << 1
                                << QByteArray(
                                       "1 GPU is too few: ranks 1 to 3 can only use the CPU, which exchanges no "
                                       "numbers with the GPUs of the others (broadcast, line 10). Start 1 rank, or "
                                       "choose a virtual machine with a GPU for each rank by --machine.");
    row("groups", "dist.new_group([0, 1] if rank else [0, 2])\ndist.barrier()", "The ranks create different groups");
    // Each rank checks these calls alone, without the other ranks, so testing virtual ranks suffices.
    modelled("outside the group", "dist.broadcast(t, 4)", "Rank 4 is not in this group");
    modelled("itself", "if rank == 1:\n    dist.send(t, 1)", "Rank 1 cannot send to itself");
    modelled("world size", "dist.destroy_process_group()\ndist.init_process_group('gloo', world_size=2)",
             "was given world_size=2, but 4 ranks run");
    modelled(
        "unused parameters",
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.used, self.other = "
        "nn.Linear(4, 4), nn.Linear(4, 4)\n    def forward(self, x):\n        return self.used(x)\n"
        "net = DistributedDataParallel(Net())\nfor i in range(2):\n    net(t).sum().backward()",
        "reduction in the prior iteration before starting a new one. Parameters that took no part in the loss got no "
        "gradient, so their buckets were not averaged: give DistributedDataParallel find_unused_parameters=True, or "
        "use all outputs of forward(). Parameter indices which did not receive grad: 2 3.");
    modelled("spawn with another number", "import torch.multiprocessing as mp\nmp.spawn(print, args=(2,), nprocs=2)",
             "spawn() was given nprocs=2, but 4 ranks run: start the program with overlap-run PROGRAM --ranks 2");
    modelled("reduction of bits", "dist.all_reduce(t, dist.ReduceOp.BAND)",
             "torch.distributed.ReduceOp.BAND is not supported; there are SUM, AVG, PRODUCT, MIN and MAX");
    modelled("remote calls", "dist.rpc", "torch.distributed.rpc is not supported");
    modelled("sharding", "dist.fsdp", "torch.distributed.fsdp is not supported");
    modelled("elastic", "dist.elastic", "torch.distributed.elastic is not supported");
}

void TestRankFailures::failureOfARankIsReportedInOneSentence()
{
    QFETCH(const QString, machine);
    QFETCH(const QByteArray, program);
    QFETCH(const int, status);
    QFETCH(const QByteArray, sentence);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));

    shortenDelays();
    const QString folder = m_folder.filePath(QTest::currentDataTag());
    const CommandResult result = run(program, {"--ranks", "4", "--machine", machine, "--trace", folder});

    QVERIFY2(result.status == status, result.err.constData());
    QVERIFY2(result.err.contains(sentence), result.err.constData());
    QCOMPARE(result.err.count(sentence), 1);
    // The traces of the surviving ranks can be opened.
    const int traces = qstrcmp(QTest::currentDataTag(), "killed") == 0 ? 3 : 4;
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files).size(), traces);
    QVERIFY(openRanks(folder) != nullptr);
}

void TestRankFailures::killedRankEndsTheOtherRanks()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("killed here");
    const QByteArray program = kStart + R"(
dist.all_reduce(t)
if rank == 2:
    __import__('time').sleep(2)  # the others arrive
    os.kill(os.getpid(), 9)
dist.all_reduce(t)
)";

    qputenv("OVERLAP_TEST_DELAYS", "60000,2000,3000,500,1500");  // too long for a remark that the ranks wait
    const CommandResult result = run(program, {"--ranks", "4", "--machine", kHere, "--trace", folder});

    QVERIFY2(result.status == 128 + 9, result.err.constData());
    QCOMPARE(
        result.err,
        "overlap-run: rank 2, in no collective, was ended by signal 9 (Killed), and the others with it: ranks 0, 1 and "
        "3, in all_reduce #1 (line 15).\n");
    // The survivors have written complete traces. The killed rank has left only an unfinished file, whose name ends
    // with ".partial".
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files),
             (QStringList{"rank-0.otrace", "rank-1.otrace", "rank-3.otrace"}));
    QVERIFY(openRanks(folder) != nullptr);
    QFile mark(folder + "/run-1.partial");  // simulates the file that rank 0 leaves if it is killed
    QFile own(folder + "/run-own.partial");
    QVERIFY(mark.open(QIODevice::WriteOnly) && own.open(QIODevice::WriteOnly));
    // A later run removes the traces of earlier runs and the file of rank 0 from the folder, but not files of the user.
    QCOMPARE(run(kStart, {"--ranks", "2", "--machine", "laptop-2019", "--trace", folder}).status, 0);
    QCOMPARE(QDir(folder).entryList(QDir::Files), (QStringList{"rank-0.otrace", "rank-1.otrace", "run-own.partial"}));
}

void TestRankFailures::killedProcessIsNamedWithTheCallsOfTheRanks_data()
{
    QTest::addColumn<QString>("process");
    QTest::addColumn<bool>("isByHand");     // the test starts mpirun, instead of overlap-run --ranks
    QTest::addColumn<QString>("sentence");  // a regular expression
    const QString place = "in (all_reduce #[0-9]+ \\(line 17\\)|no collective)";
    const QString signal = " was ended by signal 9 \\(Killed\\), and the ";
    const QString others = "others with it: .*in all_reduce #[0-9]+ \\(line 17\\).*\\.";
    for (const QString rank : {"0", "2"}) {
        QTest::addRow("rank %s", qPrintable(rank))
            << rank << false << "rank " + rank + ", " + place + "," + signal + others;
        QTest::addRow("rank %s of an mpirun by hand", qPrintable(rank))
            << rank << true << "rank " + rank + ", " + place + ", has ended unexpectedly, and the " + others;
    }
    QTest::newRow("mpirun") << "mpirun" << false << "mpirun" + signal + "ranks with it: ranks? .*" + place + ".*\\.";
}

/// The program calls collectives without a pause, so most ranks are in a collective when a process is killed.
void TestRankFailures::killedProcessIsNamedWithTheCallsOfTheRanks()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    QFETCH(const QString, process);
    QFETCH(const bool, isByHand);
    QFETCH(const QString, sentence);
    const QTemporaryDir folder;
    const QByteArray program = kStart + "os.chdir('" + folder.path().toUtf8() + R"(')
big = torch.ones(1000000)
dist.all_reduce(big)
open('mpirun', 'w').write(str(os.getppid()))
dist.barrier()
open(str(rank), 'w').write(str(os.getpid()))
while True:
    dist.all_reduce(big)
)";
    QProcess command;

    shortenDelays();
    if (isByHand)
        qputenv(kTimeToEnd, "3");  // a rank prints the sentence, perhaps after the others have ended
    const QString listing = writeFile(m_folder, "sums.py", program);
    if (isByHand)
        command.start("mpirun", {"-n", "4", "--oversubscribe", OVERLAP_RUN, listing});
    else
        command.start(OVERLAP_RUN, {listing, "--ranks", "4", "--machine", kHere});
    for (const char* const file : {"0", "1", "2", "3"})
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(folder.filePath(file)).size() > 0, 60000);
    QVERIFY(!command.waitForFinished(200));
    ::kill(contentOf(folder.filePath(process)).toInt(), SIGKILL);
    QVERIFY(command.waitForFinished(60000));

    QCOMPARE(command.exitCode(), 128 + SIGKILL);
    QByteArrayList own = command.readAllStandardError().split('\n');
    own.removeIf([](const QByteArray& line) { return !line.startsWith("overlap-run: "); });  // skips lines of Open MPI
    QCOMPARE(own.size(), 1);
    QVERIFY2(QRegularExpression("^overlap-run: " + sentence + "$").match(own.front()).hasMatch(),
             own.front().constData());
}

/// A limit on the size of files simulates a full disk.
void TestRankFailures::firstPartOfATraceIsKeptOnAFullDisk()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("full " + machine);
    const QByteArray program = kStart + R"(
if rank == 1:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (150000, resource.RLIM_INFINITY))
for n in range(20000):
    t = t + n
dist.all_reduce(t)
)";

    shortenDelays();
    const CommandResult result = run(program, {"--ranks", "2", "--machine", machine, "--trace", folder});

    QVERIFY2(result.status == 2, result.err.constData());
    QCOMPARE(result.err.count("rank-1.otrace\" cannot be written: the file would become larger than the system allows"),
             1);
    QVERIFY2(!result.err.contains("previous"), result.err.constData());
    QVERIFY(!result.err.contains("rank-0"));
    const auto opened = io::openRunSet(folder.toStdString());
    QVERIFY2(opened, opened ? "" : opened.error().english().c_str());
    QCOMPARE(opened->set->rankCount(), 2U);
    const std::size_t whole = opened->set->members()[0].trace->opCount();
    const std::size_t part = opened->set->members()[1].trace->opCount();
    QVERIFY(whole >= 20000);
    QVERIFY2(part > 0 && part < whole, qPrintable(QString::number(part)));  // only complete chunks
}

/// Rank 2 sums two tensors in a different order than the other ranks. The calls are equal, so only their lines differ.
void TestRankFailures::equalCollectiveCallsOnDifferentLinesGiveANote()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("lines " + machine);
    const QByteArray program = kStart + R"(a, b = torch.ones(4), torch.ones(4)
for _ in range(3):
    if rank == 2:
        dist.all_reduce(b)
        dist.all_reduce(a)
    else:
        dist.all_reduce(a)
        dist.all_reduce(b)
)";

    const CommandResult result = run(program, {"--ranks", "4", "--machine", machine, "--trace", folder});

    const QByteArray first =
        "all_reduce #0 is called in different lines: line 13 (ranks: 2), line 16 (ranks: 0, 1, 3).";
    const QByteArray second =
        "all_reduce #1 is called in different lines: line 14 (ranks: 2), line 17 (ranks: 0, 1, 3).";
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY2(result.err.contains(first) && result.err.contains(second), result.err.constData());
    QCOMPARE(result.err.count("different lines"), 2);
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    const trace::TracePtr shown = ranks::overviewOf(set);  // the trace that the window shows
    const auto isShown = [&](const QByteArray& text) {
        return std::ranges::count_if(shown->notes(), [&](const trace::NoteRecord& note) {
            return note.isWarning && note.text.english().starts_with(text.toStdString());
        });
    };
    QCOMPARE(isShown(first), 1);
    QCOMPARE(isShown(second), 1);
}

void TestRankFailures::waitForASlowRankEndsAtTheTimeout_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("sentence");

    const QByteArray once = "import time\ndef pause():\n    time.sleep(1000)\nif rank == 1:\n    pause()\n";
    const QByteArray endless = "import time\nwhile rank == 1:\n    time.sleep(100)\n\n\n";
    const QByteArray busy = "import time\nx = torch.ones(1000, 1000)\nwhile rank == 1:\n    x = x @ x\n\n";
    for (const QString& machine : {QStringLiteral("laptop-2019"), QString(kHere)}) {
        const QByteArray name = machine.toUtf8();
        const QByteArray seconds = machine == kHere ? "4" : "1";  // real ranks need some time to arrive
        const QByteArray program =
            "dist.destroy_process_group()\nimport datetime\ndist.init_process_group('gloo', "
            "timeout=datetime.timedelta(seconds=" +
            seconds + "))\nif rank == 1:\n    __import__('time').sleep(1000)\n";
        const QStringList limit{"--set", "timeout=" + seconds};
        const QByteArray asleep = "have waited for " + seconds +
                                  " s: all_reduce #0 (ranks 0 and 2, line 15) waits for rank 1, which is in line ";
        QTest::newRow("once, " + name) << machine << once << limit << asleep + "12: time.sleep.";
        QTest::newRow("for ever, " + name) << machine << endless << limit << asleep + "12: time.sleep.";
        QTest::newRow("set by the program, " + name)
            << machine << program << QStringList() << asleep + "14: time.sleep.";
    }
    QTest::newRow("default") << "laptop-2019" << endless << QStringList()
                             << QByteArray("have waited for 1800 s: all_reduce #0 (ranks 0 and 2, line 15)");
    QTest::newRow("without sleep") << "laptop-2019" << busy << QStringList{"--set", "timeout=1"}
                                   << QByteArray(
                                          "all_reduce #0 (ranks 0 and 2, line 15) waits for rank 1. A larger --set");
}

void TestRankFailures::waitForASlowRankEndsAtTheTimeout()
{
    QFETCH(const QString, machine);
    QFETCH(const QByteArray, body);
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, sentence);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));

    shortenDelays();
    const CommandResult result =
        run(kStart + body + "dist.all_reduce(t)\n", QStringList{"--ranks", "3", "--machine", machine} + options);

    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.contains(sentence), result.err.constData());
    QVERIFY2(result.err.contains("timeout=SECONDS"), result.err.constData());
}

void TestRankFailures::rankWithoutProgressIsNamedAndEnded_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("traces");
    const QByteArray endless = "while rank == 1:\n    pass\n";
    QTest::newRow("endless Python") << QStringLiteral("laptop-2019") << endless << 3;
    QTest::newRow("endless Python here") << QString(kHere) << endless << 3;
    QTest::newRow("stopped process") << QStringLiteral("laptop-2019")
                                     << QByteArray("if rank == 1:\n    os.kill(os.getpid(), 19)  # SIGSTOP\n") << 2;
}

/// Rank 1 calls nothing that advances a clock or communicates, so only real time passes.
void TestRankFailures::rankWithoutProgressIsNamedAndEnded()
{
    QFETCH(const QString, machine);
    QFETCH(const QByteArray, body);
    QFETCH(const int, traces);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    shortenDelays(8000);  // ms; longer than the differences between the start times of the ranks
    const QString folder = m_folder.filePath(QTest::currentDataTag());
    const QByteArray program = kStart + "dist.all_reduce(t)\n" + body + "dist.all_reduce(t)\n";

    const CommandResult result =
        run(program, {"--ranks", "3", "--machine", machine, "--set", "timeout=4", "--trace", folder});

    QCOMPARE(result.status, 1);
    const QByteArray wait = "all_reduce #1 (ranks 0 and 2, line 13) waits for rank 1.";
    QCOMPARE(result.err.count("s: " + wait + " A larger --set timeout=SECONDS"), 1);
    if (machine != kHere)
        QCOMPARE(result.err.count("overlap-run: After 4 s, " + wait + "\n"), 1);
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files).size(), traces);
    QVERIFY(openRanks(folder) != nullptr);
}

/// Rank 2 sends SIGSTOP to itself, as a terminal or a debugger would. The test continues rank 2 after the note is
/// printed.
void TestRankFailures::suspendedRankIsNamedAndContinues()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    shortenDelays(3000);  // ms; longer than the difference between the arrivals of ranks 0 and 1
    const QTemporaryDir folder;
    const QString mark = folder.filePath("rank");
    const QByteArray program = kStart + R"(
import signal
dist.all_reduce(t)
if rank == 2:
    open(')" + mark.toUtf8() + R"(', 'w').write(str(os.getpid()))
    os.kill(os.getpid(), signal.SIGSTOP)
dist.all_reduce(t)
print(t[0].item())
)";
    QProcess command;
    QByteArray error;

    command.start(OVERLAP_RUN, {writeFile(m_folder, "stopped.py", program), "--ranks", "3", "--machine", kHere,
                                "--trace", folder.filePath("run")});
    const QRegularExpression note("After [0-9]+ s, all_reduce #1 \\(ranks 0 and 1, line 16\\) waits for rank 2\\.\n");
    const auto hasNote = [&] {
        error += command.readAllStandardError();
        return note.match(error).hasMatch();
    };
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(mark).toInt() > 0, 60000);
    const int stopped = contentOf(mark).toInt();
    const auto goOn = qScopeGuard([&] { ::kill(stopped, SIGCONT); });
    QTRY_VERIFY_WITH_TIMEOUT(hasNote(), 60000);
    for (int i = 0; i < 600 && command.state() != QProcess::NotRunning; ++i) {
        ::kill(stopped, SIGCONT);  // repeated, because the first signal may arrive before the rank stops
        command.waitForFinished(100);
    }

    QCOMPARE(command.state(), QProcess::NotRunning);
    QCOMPARE(command.exitCode(), 0);
    QCOMPARE(command.readAllStandardOutput().count("18.0"), 3);
    const ranks::RunSetPtr set = openRanks(folder.filePath("run"));
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 3U);
}

/// Rank 1 creates the file `mark` before its endless loop. The test interrupts the command once the file exists.
void TestRankFailures::interruptedRanksWriteTheirTraces()
{
    const QString folder = m_folder.filePath("interrupted");
    const QString mark = m_folder.filePath("mark");
    const QByteArray program = kStart + "if rank == 1:\n    open('" + mark.toUtf8() +
                               "', 'w').close()\n    while True:\n        pass\ndist.all_reduce(t)\n";
    QProcess process;

    process.start(OVERLAP_RUN, {writeFile(m_folder, "endless.py", program), "--ranks", "2", "--machine", "laptop-2019",
                                "--trace", folder});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mark), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));

    const QByteArray error = process.readAllStandardError();
    QVERIFY2(error.contains("The ranks were stopped"), error.constData());
    QVERIFY2(!error.contains("for ever"), error.constData());
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files).size(), 2);
}

void TestRankFailures::allRanksWriteTracesIfInterruptedAtTheStart_data()
{
    QTest::addColumn<int>("milliseconds");
    for (const int after : {0, 5, 20, 60})
        QTest::addRow("after %d ms", after) << after;
}

/// Ctrl+C can arrive while the command forks a rank. That rank then gets SIGINT from the terminal and from the command.
void TestRankFailures::allRanksWriteTracesIfInterruptedAtTheStart()
{
    QFETCH(const int, milliseconds);
    const QString folder = m_folder.filePath(QStringLiteral("start-%1").arg(milliseconds));
    const QString program = writeFile(m_folder, "loop.py", kStart + "while True:\n    dist.all_reduce(t)\n");
    QProcess process;
    process.setChildProcessModifier([] { ::setpgid(0, 0); });

    process.start(OVERLAP_RUN, {program, "--ranks", "6", "--machine", "laptop-2019", "--trace", folder});
    while (!QDir(folder).exists() && process.state() != QProcess::NotRunning)
        process.waitForFinished(1);
    process.waitForFinished(milliseconds);
    ::kill(-static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));

    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files).size(), 6);
}

QTEST_GUILESS_MAIN(TestRankFailures)
#include "tst_rank_failures.moc"
