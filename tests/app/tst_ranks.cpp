#include "engine/base/host_limits.h"
#include "tests/app/program_files.h"
#include "tests/app/rank_programs.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

using namespace engine;
using namespace tests;

namespace {

/// Statement that prints all digits of the parameters of `net`. The programs in ranks.py print only rounded sums.
const QByteArray kPrintBits = "print('bits', [p.detach().flatten().tolist() for p in net.parameters()])\n";

}  // namespace

/// Tests overlap-run --ranks: programs whose processes communicate, on virtual machines and on this computer, where
/// mpirun starts them.
class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void collectivesOverTcpComputeTheExpectedValues();
    void gradientsOfRanksEqualThoseOfOneProcessBitForBit_data() { machinesOfRanks(); }
    void gradientsOfRanksEqualThoseOfOneProcessBitForBit();
    void programSetsTheDefaultNumberOfRanks_data();
    void programSetsTheDefaultNumberOfRanks();
    void repeatedRunWritesTheSameBytes();
    void boundsOfTheStepTimeExcludeTimeOutsideTheSteps();
    void ranksOnSeveralComputersHaveNetworkLanes();
    void gradientBucketsOverlapTheBackwardPass_data();
    void gradientBucketsOverlapTheBackwardPass();
    void realRanksIssueGradientBucketsDuringTheBackwardPass();
    void realRanksComputeTheSameBitsAsVirtualRanks();
    void tracesOfRanksWithoutASharedFolderAreGathered();
    void ranksOnSeparateCoresGiveNoWarningAboutSharedCores();
    void filesThatAProgramLeavesOpenAreWritten();
    void outputLinesOfRanksAreNotInterleaved_data() { machinesOfRanks(); }
    void outputLinesOfRanksAreNotInterleaved();
    void slowReaderReceivesAllOutputLinesOfTheRanks();
    void waitOfABuiltInProgramIsListedAsASyncPoint();
    void waitForAnAsynchronousCollectiveCanBeSwitchedOff();
    void waitsForGradientHandlesCanBeSwitchedOff_data() { machinesOfRanks(); }
    void waitsForGradientHandlesCanBeSwitchedOff();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }
    static QByteArrayList linesWith(const QByteArray& start, const QByteArray& out)
    {
        QByteArrayList lines;
        for (const QByteArray& line : out.split('\n'))
            if (line.startsWith(start))
                lines.push_back(line);
        return lines;
    }
    /// The lines of the epochs that rank 0 of 13.5-ddp prints. Its other lines contain times, which differ from run to
    /// run.
    static QByteArrayList lossesIn(const QByteArray& out) { return linesWith("epoch", out); }
    /// The lines that kPrintBits prints.
    static QByteArrayList bitsIn(const QByteArray& out) { return linesWith("bits", out); }

    QTemporaryDir m_folder;
};

/// Selects TCP, because Open MPI uses shared memory by default.
void TestRanks::collectivesOverTcpComputeTheExpectedValues()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const FileProgram program = programOf("ranks.py", "values of collectives");

    qputenv("OMPI_MCA_btl", "self,tcp");
    const CommandResult result =
        run(program.source.toUtf8(), {"--ranks", "3", "--machine", kHere, "--values", "computed"});
    qunsetenv("OMPI_MCA_btl");

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(sortedLines(result.out), sortedLines(program.output.toUtf8()));
}

/// A program that runs as a single process averages the gradients over the same parts of the batch as four ranks.
void TestRanks::gradientsOfRanksEqualThoseOfOneProcessBitForBit()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = programOf("ranks.py", "gradients averaged over four ranks").source.toUtf8() + kPrintBits;
    const QStringList options{"--machine", machine, "--values", "computed"};

    const CommandResult one = run(program, options);
    const CommandResult four = run(program, options + QStringList{"--ranks", "4"});

    QVERIFY2(one.status == 0, one.err.constData());
    QVERIFY2(four.status == 0, four.err.constData());
    const QByteArrayList expected = bitsIn(one.out);
    QCOMPARE(expected.size(), 1);
    QCOMPARE(bitsIn(four.out), QByteArrayList(4, expected[0]));
}

void TestRanks::programSetsTheDefaultNumberOfRanks_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("ranks");
    QTest::newRow("neither option nor parameter") << QStringList() << 3;
    QTest::newRow("option") << QStringList{"--ranks", "2"} << 2;
    QTest::newRow("parameter") << QStringList{"--set", "ranks=1"} << 1;
}

void TestRanks::programSetsTheDefaultNumberOfRanks()
{
    QFETCH(const QStringList, options);
    QFETCH(const int, ranks);
    const QByteArray program = "#: title = Three\n#: parameter ranks = 3 | ranks | 1..64\n" + kStart + "print(ranks)\n";

    const CommandResult result = run(program, QStringList{"--machine", "laptop-2019"} + options);

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, (QByteArray::number(ranks) + "\n").repeated(ranks));
}

void TestRanks::repeatedRunWritesTheSameBytes()
{
    const QStringList options{"--ranks", "4", "--set", "images=4096,epochs=2,noise=5", "--values", "timing"};
    const QString one = m_folder.filePath("one");
    const QString other = m_folder.filePath("other");

    const CommandResult first = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--trace", one});
    const CommandResult second = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--trace", other});

    QVERIFY2(first.status == 0, first.err.constData());
    QVERIFY(first.out.contains("epoch 2"));
    QCOMPARE(second.out, first.out);
    for (int rank = 0; rank < 4; ++rank) {
        const QString name = QStringLiteral("/rank-%1.otrace").arg(rank);
        QVERIFY(!contentOf(one + name).isEmpty());
        QVERIFY(contentOf(one + name) == contentOf(other + name));
    }
}

/// Runs a single short step. Its transfers and the broadcast of the weights take longer than the program's own work.
void TestRanks::boundsOfTheStepTimeExcludeTimeOutsideTheSteps()
{
    const QString folder = m_folder.filePath("bounds");
    const CommandResult ran = tests::run(
        {"13.6-ddp", "--ranks", "2", "--machine", "pcie-8", "--set", "images=128,batch=64", "--trace", folder});
    QVERIFY2(ran.status == 0, ran.err.constData());

    const CommandResult summary = tests::run({"summary", folder});

    QVERIFY2(summary.status == 0, summary.err.constData());
    const QJsonObject bounds = QJsonDocument::fromJson(summary.out).object()["bounds"].toObject();
    QVERIFY(bounds["step_time"].toDouble() > 0);
    QVERIFY(bounds["perfect_overlap"].toDouble() >= 0);
    QVERIFY(bounds["perfect_overlap"].toDouble() <= bounds["step_time"].toDouble());
}

/// Each rank runs on a separate computer of the machine and uses the only GPU of that computer.
void TestRanks::ranksOnSeveralComputersHaveNetworkLanes()
{
    const QString folder = m_folder.filePath("computers");

    const CommandResult ran = tests::run(
        {"13.6-ddp", "--ranks", "3", "--machine", "v100-ethernet", "--set", "images=192,batch=64", "--trace", folder});

    QVERIFY2(ran.status == 0, ran.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->nodeCount(), 3U);
    for (const ranks::Member& member : set->members()) {
        QCOMPARE(member.info.localRank, 0U);
        const std::span<const trace::LaneRecord> lanes = member.trace->lanes();
        QVERIFY(std::ranges::any_of(
            lanes, [](const auto& lane) { return lane.name.starts_with("10 Gbit/s Ethernet → rank "); }));
    }
}

void TestRanks::gradientBucketsOverlapTheBackwardPass_data()
{
    QTest::addColumn<QString>("overlap");
    QTest::addColumn<int>("overlapping");

    QTest::newRow("while backward runs") << "on" << 2;
    QTest::newRow("after it") << "off" << 0;
}

void TestRanks::gradientBucketsOverlapTheBackwardPass()
{
    QFETCH(const QString, overlap);
    QFETCH(const int, overlapping);
    const QString folder = m_folder.filePath("buckets-" + overlap);

    const CommandResult result = tests::run({"13.6-ddp", "--ranks", "2", "--set", "images=512,overlap=" + overlap,
                                             "--values", "timing", "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    for (const ranks::Member& member : set->members()) {
        const trace::Trace& trace = *member.trace;
        std::set<std::uint32_t> buckets;
        Nanoseconds backwardEnd{};
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const trace::Op op = trace.op(OpId{i});
            if (op.kind == trace::Kind::Collective && trace.text(op.label).starts_with("bucket"))
                buckets.insert(static_cast<std::uint32_t>(i));
            else if (op.kind == trace::Kind::Backward)
                backwardEnd = std::max(backwardEnd, op.finished);
        }
        QCOMPARE(buckets.size(), 3U);
        const auto startsBefore =
            std::ranges::count_if(buckets, [&](std::uint32_t op) { return trace.op(OpId{op}).started < backwardEnd; });
        QCOMPARE(startsBefore, overlapping);
    }
}

void TestRanks::realRanksIssueGradientBucketsDuringTheBackwardPass()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("real buckets");
    const QByteArray program = programOf("ranks.py", "buckets of gradients").source.toUtf8();

    const CommandResult result = run(program, {"--ranks", "2", "--machine", kHere, "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    for (const ranks::Member& member : set->members()) {
        const trace::Trace& trace = *member.trace;
        std::set<std::uint32_t> writers;
        std::set<std::uint32_t> readers;
        for (const trace::Edge& edge : trace.edges()) {
            if (trace.op(edge.to).kind == trace::Kind::Collective && trace.op(edge.from).kind == trace::Kind::Backward)
                writers.insert(edge.to.index);
            if (trace.op(edge.from).kind == trace::Kind::Collective)
                readers.insert(edge.from.index);
        }
        Nanoseconds backwardEnd{};
        std::vector<OpId> buckets;
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const trace::Op op = trace.op(OpId{i});
            if (op.kind == trace::Kind::Collective && trace.text(op.label).starts_with("bucket"))
                buckets.push_back(op.id);
            else if (op.kind == trace::Kind::Backward)
                backwardEnd = std::max(backwardEnd, op.finished);
        }
        QVERIFY(buckets.size() >= 6);
        // The gradients of the first layer are computed last and fill at most two buckets.
        QVERIFY(std::ranges::count_if(buckets, [&](OpId op) { return trace.op(op).issued < backwardEnd; }) >=
                static_cast<std::ptrdiff_t>(buckets.size()) - 2);
        for (const OpId op : buckets) {
            QVERIFY(writers.contains(op.index));
            QVERIFY(readers.contains(op.index));
            QVERIFY(trace.op(op).state == trace::OpState::Done);
        }
    }
}

void TestRanks::realRanksComputeTheSameBitsAsVirtualRanks()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QStringList options{"--set", "images=512,epochs=2,batch=128,data=generated", "--values", "computed"};
    const QString folder = m_folder.filePath("real lenet");

    const CommandResult modelled = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--ranks", "4"});
    const CommandResult real =
        tests::run(QStringList{"13.5-ddp"} + options +
                   QStringList{"--ranks", "4", "--machine", kHere, "--trace", folder, "--summary", "-"});
    QProcess byHand;
    byHand.start("mpirun", QStringList{"-n", "4", "--oversubscribe", OVERLAP_RUN, "13.5-ddp"} + options);
    QVERIFY(byHand.waitForFinished(300000));

    QVERIFY2(real.status == 0, real.err.constData());
    QVERIFY2(modelled.status == 0, modelled.err.constData());
    QVERIFY(lossesIn(modelled.out).size() >= 2);
    QCOMPARE(lossesIn(real.out), lossesIn(modelled.out));
    QCOMPARE(lossesIn(byHand.readAllStandardOutput()), lossesIn(modelled.out));
    QVERIFY(real.out.contains("\"ranks\": ["));
    // The run has compared the clocks of its ranks, so each clock has an uncertainty.
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 4U);
    QCOMPARE(set->nodeCount(), 1U);
    for (const ranks::Member& member : set->members()) {
        QVERIFY(!member.info.host.empty());
        QCOMPARE(member.info.state, trace::RankState::Finished);
        if (member.info.rank == 0)
            continue;
        QVERIFY(member.clock.points().size() >= 2);  // more than 2 if the run took long
        QVERIFY(member.clock.largestUncertainty() > Nanoseconds{0});
    }
}

/// The ranks use the same relative path in two working folders, as on two computers that share no disk.
void TestRanks::tracesOfRanksWithoutASharedFolderAreGathered()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QDir folder(m_folder.path());
    const auto rankOn = [&](const QString& disk) {
        folder.mkpath(disk);
        return QStringList{"-n",        "1",        "--wdir", folder.filePath(disk),
                           OVERLAP_RUN, "13.5-ddp", "--set",  "images=64,batch=32,epochs=1,data=generated",
                           "--trace",   "run"};
    };
    QProcess mpirun;
    mpirun.start("mpirun",
                 QStringList{"--oversubscribe"} + rankOn("one disk") + QStringList{":"} + rankOn("other disk"));
    QVERIFY(mpirun.waitForFinished(300000));

    QVERIFY2(mpirun.exitCode() == 0, mpirun.readAllStandardError().constData());
    const QDir gathered(folder.filePath("one disk/run"));
    QCOMPARE(gathered.entryList(QDir::Files | QDir::Hidden), (QStringList{"rank-0.otrace", "rank-1.otrace"}));
    const ranks::RunSetPtr set = openRanks(gathered.path());
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 2U);
}

void TestRanks::ranksOnSeparateCoresGiveNoWarningAboutSharedCores()
{
    if (isMissing(kHere) || usableCores() < 2)
        QSKIP("This test needs Open MPI and two cores");
    const QString program = writeFile(m_folder, "bound.py", kStart + "dist.barrier()\n");
    QProcess mpirun;

    mpirun.start("mpirun", {"-n", "2", "--bind-to", "core", OVERLAP_RUN, program, "--machine", kHere});
    QVERIFY(mpirun.waitForFinished(60000));

    const QByteArray error = mpirun.readAllStandardError();
    QVERIFY2(mpirun.exitCode() == 0, error.constData());
    QVERIFY2(!error.contains("take turns"), error.constData());
}

/// The process of a rank exits without finalizing Python, so Python does not close the files.
void TestRanks::filesThatAProgramLeavesOpenAreWritten()
{
    writeFile(m_folder, "kept.py", "out = None\n");
    const QByteArray program = kStart + "import kept\nfolder = '" + m_folder.path().toUtf8() + R"('
own = open(f'{folder}/own{rank}', 'w')
own.write('of the listing')
kept.out = open(f'{folder}/kept{rank}', 'w')
kept.out.write('of a module')
)";

    const CommandResult result = run(program, {"--ranks", "2", "--machine", "laptop-2019"});

    QVERIFY2(result.status == 0, result.err.constData());
    for (const QString rank : {"0", "1"})
        for (const auto& [name, text] : {std::pair("/own", "of the listing"), std::pair("/kept", "of a module")}) {
            QFile file(m_folder.path() + name + rank);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray(text));
        }
}

void TestRanks::outputLinesOfRanksAreNotInterleaved()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    // Forked ranks write to the test's pipe. A pipe guarantees whole lines only up to 4096 bytes.
    const int count = machine == kHere ? 7000 : 1000;
    const QByteArray numbers = "[0" + QByteArray(", 0").repeated(count - 1) + "]\n";
    const QByteArray program =
        kStart + "for step in range(200):\n    print(rank, step, [0] * " + QByteArray::number(count) + ")\n";

    const CommandResult result = run(program, {"--ranks", "2", "--machine", machine});

    QVERIFY2(result.status == 0, result.err.constData());
    for (int rank = 0; rank < 2; ++rank) {
        QByteArray expected;
        QByteArray printed;
        for (int step = 0; step < 200; ++step)
            expected += QByteArray::number(rank) + " " + QByteArray::number(step) + " " + numbers;
        for (const QByteArray& line : result.out.split('\n'))
            if (line.startsWith(QByteArray::number(rank)))
                printed += line + "\n";
        QVERIFY(printed == expected);
    }
}

/// Like `less` in `overlap-run ... | less`, the reader pauses, and reads most of the output after the ranks have ended.
void TestRanks::slowReaderReceivesAllOutputLinesOfTheRanks()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = kStart + "for step in range(1000):\n    print(step, [0] * 100)\n";
    QProcess process;
    process.setWorkingDirectory(m_folder.path());

    process.start("/bin/sh", {"-c",
                              "\"$0\" \"$1\" --ranks 2 --machine this-computer | (sleep 2; head -c 100000 > part; "
                              "sleep 2; cat part - | wc -l)",
                              OVERLAP_RUN, writeFile(m_folder, "program.py", program)});

    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.readAllStandardOutput().trimmed(), QByteArray("2000"));
}

void TestRanks::waitOfABuiltInProgramIsListedAsASyncPoint()
{
    const QByteArray waits = tests::run({"syncs", "13.5-ddp"}).out;

    QVERIFY2(waits.contains("work.wait()"), waits.constData());
}

void TestRanks::waitForAnAsynchronousCollectiveCanBeSwitchedOff()
{
    const QByteArray program = kStart + R"(
work = dist.all_reduce(torch.ones(1000000), async_op=True)
work.wait()
print('issued' if not work.is_completed() else 'complete')
)";
    const QStringList options{"--ranks", "2", "--machine", "laptop-2019"};

    QCOMPARE(run(program, options).out, QByteArray("complete\ncomplete\n"));
    QCOMPARE(run(program, options + QStringList{"--off", "12"}).out, QByteArray("issued\nissued\n"));
}

void TestRanks::waitsForGradientHandlesCanBeSwitchedOff()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = programOf("ranks.py", "handles of gradients").source.toUtf8() + kPrintBits;
    const QByteArray waits = tests::run({"syncs", writeFile(m_folder, "program.py", program)}).out;
    QStringList lines;
    for (const QByteArray& line : waits.split('\n'))
        if (line.contains(".wait()") && !line.startsWith("--"))
            lines << line.simplified().split(' ')[0];
    QCOMPARE(lines.size(), 3);
    const QStringList options{"--ranks", "2", "--machine", machine};

    const CommandResult waiting = run(program, options);
    const CommandResult rushing = run(program, options + QStringList{"--off", lines.join(',')});

    QCOMPARE(waiting.status, 0);
    QCOMPARE(rushing.status, 0);
    QCOMPARE(bitsIn(waiting.out).size(), 2);
    QCOMPARE(sortedLines(rushing.out), sortedLines(waiting.out));
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
