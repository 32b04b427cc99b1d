#include "engine/io/trace_file.h"
#include "tests/app/command_line.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace tests;

/// Tests overlap-run as started from a shell: arguments, exit status and the files that it writes.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void exitStatusAndMessageMatchTheArguments_data();
    void exitStatusAndMessageMatchTheArguments();
    void helpOfEachCommandHasAnExample();
    void exceededSystemLimitIsReported_data();
    void exceededSystemLimitIsReported();
    void exceededProcessorTimeLimitIsReported();
    void exitStatusIsThatOfTheProgram_data();
    void exitStatusIsThatOfTheProgram();
    void summaryAndTraceOfARunAreWritten();
    void programsMachinesAndSwitchesAreListedAsJson();
    void controlCharactersAreEscapedInJson();
    void unwritableSummaryPathIsReported();
    void unwritableOutputIsReportedBeforeTheRun();
    void calibrationReportsAnUnwritableOutputBeforeItMeasures();
    void emptyFileOrMachineNameIsRefused();
    void killedRunLeavesAReadablePartialTrace();
    void commandRefusesToOverwriteItsInputFiles_data();
    void commandRefusesToOverwriteItsInputFiles();
    void relativeOutputPathsAreResolvedAtTheStart();
    void failedWriteToStandardOutputIsReported_data();
    void failedWriteToStandardOutputIsReported();
    void standardOutputClosedByItsReaderIsNoError();
    void missingMpiModuleIsReportedByTheFirstRankOnly();
    void tracesOfRanksAreMergedIntoOneFile();
    void ranksAreSummarizedAsOneRun();
};

void TestCommandLine::exitStatusAndMessageMatchTheArguments_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("message");

    const auto row = [](const char* arguments, int status, const char* message) {
        QTest::newRow(*arguments != '\0' ? arguments : "nothing") << arguments << status << message;
    };
    row("13.3.1", 0, "");
    row("run 13.3.1 --dialect mxnet --sync none", 0, "");
    row("13.3.1 --off 15,19 --set n=1000,products=5", 0, "");
    row("13.3.1 --set devices=0", 1, "IndexError: list index out of range");
    row("13.3.1 --set  devices=0", 1,
        "This run has one GPU, so its list of GPUs has one element. The parameter devices is 0");
    row("13.3.1 --machine laptop-2019", 1,
        "This run has no GPU, so its list of GPUs has no element. The virtual machine book-v100 has two");
    row("list -- x", 2, "Only a program takes arguments after --");
    row("13.3.2-small", 1, "CUDA out of memory");
    row("", 2, "Name a program, such as overlap-run 13.3.1; overlap-run list shows them");
    row("13.3", 2, "There is no program 13.3");
    row("13.3.1 --machine moon", 2, "moon");
    row("13.3.1 --dialect cobol", 2, "cobol");
    row("13.2.2-cpu --dialect mxnet", 2, "is not written for mxnet");
    row("13.3.1 --off 15 --off 19", 0, "");
    row("--set n=1000 13.3.1", 0, "");
    row("13.3.1 --off 0", 2, "takes line numbers");
    row("13.3.1 --off 3", 2, "Line 3 has no sync point");
    row("13.3.1 --off x", 2, "takes line numbers");
    row("13.3.1 --on 22:wait", 0, "");
    row("13.3.1 --off 15:wait", 0, "");
    row("13.3.1 --off 22:wait", 2, "Line 22 has no sync point");
    row("13.3-copy --off 12:stream --set 16:device=cuda:0", 0, "");
    row("13.3.2 --off 22:non_blocking", 0, "");
    row("13.3.1 --off 5:", 2, "takes line numbers such as 15,19, and levers");
    row("13.3.1 --off :device", 2, "takes line numbers such as 15,19, and levers");
    row("13.3.1 --off 5:nothing", 2, "Line 5 has no lever nothing; there are 5:device, 6:device.");
    row("13.3.1 --off 5:device", 2, "device of line 5 is one of devices[0], devices[1]");
    row("13.3.1 --set 5:device=os.system", 2, "it is os.system.");
    row("13.3.1 --set x:device=cpu", 2, "x:device is neither");
    row("13.3.1 --set 5:wait=1", 2, "5:wait is neither");
    row("13.3-copy --off 12:stream --on 12:stream", 2, "The lever 12:stream is set twice");
    row("13.5.6-torch --set 57:batch_size=0", 2, "takes a whole number from 1");
    row("13.3.1 --on 2:wait", 2, "No wait can be inserted after line 2;");
    row("13.3.1 --on 99:wait", 2, "No wait can be inserted after line 99;");
    row("13.3.1 --set n", 2, "takes name=value");
    row("13.3.1 --set n=0", 2, "must be a whole number");
    row("13.3.1 --bogus", 2, "--bogus");
    row("/nowhere.py", 2, "There is no file");
    row("13.3.1 --set devices=7", 2, "names GPU 7, but the machine book-v100 has 2, GPU 0 to GPU 1");
    row("13.3.1 --set devices=0,1,2", 2, "names GPU 2, but");
    row("13.3.1 --set devices=0,0", 2, "each once; it is 0,0");
    row("13.3.1 --seed -1", 2, "--seed takes a whole number");
    row("13.3.1 --seed 12345678901234567890123", 2, "--seed takes a whole number");
    row("13.3.1 --off 15 --on 15", 2, "Line 15 is in --off and in --on");
    row("calibrate --from-times run=0.5,copy=2.7", 2, "The cell both is missing");
    row("calibrate --from-times run=0.5,copy=2.7,both=fast", 2, "name=seconds");
    row("calibrate --from-times run=0.5,copy=0.1,both=2", 2, "is less than the time to move the bytes");
    row("calibrate --from-times nowhere.txt", 2, "nowhere.txt");
    row("--help", 0, "");
}

void TestCommandLine::exitStatusAndMessageMatchTheArguments()
{
    QFETCH(QString, arguments);
    QFETCH(int, status);
    QFETCH(QString, message);

    const CommandResult result = run(arguments.split(' ', Qt::SkipEmptyParts));

    QCOMPARE(result.status, status);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err);
    if (status == 2)
        QCOMPARE(result.err.count('\n'), 1);
}

void TestCommandLine::helpOfEachCommandHasAnExample()
{
    for (const char* command : {"list", "machines", "syncs", "calibrate", "summary", "merge"}) {
        const CommandResult result = run({QLatin1String(command), QStringLiteral("--help")});
        const QByteArray last = result.out.trimmed().split('\n').last();
        QVERIFY2(last.startsWith(QByteArray("For example: overlap-run ") + command), result.out);
    }
}

void TestCommandLine::exceededSystemLimitIsReported_data()
{
    QTest::addColumn<QString>("limit");

    for (const char* limit : {"-v 100000", "-v 200000", "-v 400000", "-v 600000", "-f 1"})
        QTest::newRow(limit) << limit;
}

void TestCommandLine::exceededSystemLimitIsReported()
{
#if defined(OVERLAP_CHECKED)
    QSKIP("sanitizers reserve more addresses than the limit");
#endif
    QFETCH(QString, limit);
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start("/bin/sh", {"-c", "ulimit " + limit + "; exec \"$0\" 13.3.1 --trace t.overlap", OVERLAP_RUN});
    QVERIFY(process.waitForFinished(60000));

    const QByteArray words = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit, words);
    QVERIFY2(process.exitCode() == 2, words);
    QVERIFY2(words.startsWith("overlap-run: ") && words.endsWith(".\n"), words);
}

void TestCommandLine::exceededProcessorTimeLimitIsReported()
{
    const QTemporaryDir folder;
    writeFile(folder, "p.py", "while True:\n    pass\n");
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start("/bin/sh", {"-c", "ulimit -St 1; exec \"$0\" p.py", OVERLAP_RUN});
    QVERIFY(process.waitForFinished(60000));

    const QByteArray words = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit, words);
    QCOMPARE(process.exitCode(), 2);
    QCOMPARE(words, QByteArray("overlap-run: the processor time that the system allows this program is used up. Its "
                               "limit is too small: see ulimit -t.\n"));
}

void TestCommandLine::exitStatusIsThatOfTheProgram_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("err");

    const auto row = [](const char* source, int status, const char* err = "") {
        QTest::newRow(QByteArray(source).replace('\n', "; ").constData())
            << QByteArray(source) << status << QByteArray(err);
    };
    row("import sys\nsys.exit(3)", 3);
    row("import torch.distributed as dist\nassert dist.get_node_local_rank(3) == 3", 0);
    row("import torch.distributed as dist\ndist.get_node_local_rank()", 1, "want the code to run locally instead.\n");
    row("import sys\nsys.exit(True)", 1);
    row("import sys\nsys.exit(False)", 0);
    row("import atexit, os\natexit.register(os._exit, 6)", 6);
    row("import atexit, os\natexit.register(print, 'never')\nos._exit(7)", 7);
    row("import atexit\natexit.register(int, 'x')", 0, "ValueError: invalid literal for int() with base 10: 'x'\n");
}

void TestCommandLine::exitStatusIsThatOfTheProgram()
{
    QFETCH(QByteArray, source);
    QFETCH(int, status);
    QFETCH(QByteArray, err);
    const QTemporaryDir folder;
    writeFile(folder, "p.py", source);

    const CommandResult result = run({"p.py"}, folder.path());

    QCOMPARE(result.status, status);
    QVERIFY2(err.isEmpty() ? result.err.isEmpty() : result.err.endsWith(err), result.err);
    QVERIFY2(!result.err.contains("running.py"), result.err);
    QCOMPARE(result.out, QByteArray());
}

void TestCommandLine::summaryAndTraceOfARunAreWritten()
{
    QTemporaryDir folder;
    const QString summary = folder.filePath("s.json");
    const QString chrome = folder.filePath("t.json");

    const CommandResult result = run({"13.3.2-small", "--summary", summary, "--trace", chrome});

    QCOMPARE(result.status, 1);  // the program raised an exception; both files are still written
    QFile file(summary);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    for (const char* name :
         {"program", "machine", "platform",   "dialect",  "parameters", "values",  "benchmarks",    "scopes",
          "waits",   "lanes",   "operations", "edges",    "makespan",   "overlap", "longest_chain", "critical_path",
          "memory",  "copies",  "verdict",    "warnings", "error",      "repeats", "version"})
        QVERIFY2(json.contains(name), name);
    QVERIFY(json["benchmarks"].toArray().first().toObject()["failed"].toBool());
    QFile trace(chrome);
    QVERIFY(trace.open(QIODevice::ReadOnly));
    QVERIFY(!QJsonDocument::fromJson(trace.readAll()).isNull());
    QCOMPARE(run({"13.3.1", "--trace", folder.filePath("t.overlap")}).status, 0);
    QVERIFY(QFile::exists(folder.filePath("t.overlap")));
}

void TestCommandLine::programsMachinesAndSwitchesAreListedAsJson()
{
    QVERIFY(QJsonDocument::fromJson(run({"list", "--json"}).out).array().size() >= 13);
    QVERIFY(QJsonDocument::fromJson(run({"machines", "--json"}).out).array().size() >= 7);
    const QJsonArray points = QJsonDocument::fromJson(run({"syncs", "13.3.2", "--json"}).out).array();
    QCOMPARE(points.size(), 8);
    QCOMPARE(points[4].toObject()["line"].toInt(), 22);
    QCOMPARE(points[4].toObject()["name"].toString(), QString("wait"));
    QCOMPARE(points[4].toObject()["state"].toString(), QString("off"));
    QCOMPARE(points[7].toObject()["line"].toInt(), 8);
    QCOMPARE(points[7].toObject()["name"].toString(), QString("device"));
    QCOMPARE(points[7].toObject()["state"].toString(), QString("devices[0]"));
    QCOMPARE(points[7].toObject()["values"].toArray()[1].toString(), QString("devices[1]"));
}

/// A terminal may interpret U+009B as the start of a control sequence.
void TestCommandLine::controlCharactersAreEscapedInJson()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "\u009b.py", "import torch\nx = torch.ones(2)\nx.item('\u009b\x7f')\n");

    const QByteArray points = run({"syncs", program, "--json"}).out;

    QVERIFY2(points.contains("\\u009b\\u007f") && !points.contains("\u009b"), points);
    QCOMPARE(QJsonDocument::fromJson(points).array().size(), 1);
}

void TestCommandLine::unwritableSummaryPathIsReported()
{
    const CommandResult result = run({"13.3.1", "--summary", "/proc/none/s.json"});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("/proc/none/s.json"), result.err);
}

void TestCommandLine::unwritableOutputIsReportedBeforeTheRun()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "mine.py", "print('begun')\n");

    for (const char* option : {"--trace", "--summary"})
        for (const QString& place : {QStringLiteral("/proc/none/s.overlap"), folder.path()}) {
            const CommandResult result = run({program, option, place});

            QCOMPARE(result.status, 2);
            QCOMPARE(result.out, QByteArray());
            QVERIFY2(result.err.contains(place.toLocal8Bit()), result.err);
        }
    QVERIFY(QDir(folder.path()).entryList({"*.partial"}).isEmpty());
}

void TestCommandLine::calibrationReportsAnUnwritableOutputBeforeItMeasures()
{
    const QTemporaryDir folder;

    const CommandResult result = run({"calibrate", "-o", folder.path()});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(folder.path().toLocal8Bit()), result.err);
    QVERIFY2(!result.err.contains("%"), "it shows no progress");
}

/// An unset shell variable gives an empty name. Without an error, the run would write no file and report success.
void TestCommandLine::emptyFileOrMachineNameIsRefused()
{
    for (const QStringList& arguments : {QStringList{"13.3.1", "--trace", ""}, QStringList{"13.3.1", "--summary", ""},
                                         QStringList{"13.3.1", "--machine", ""}, QStringList{"calibrate", "-o", ""}}) {
        const CommandResult result = run(arguments);

        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains("The name is empty"), result.err);
        QCOMPARE(result.out, QByteArray());
    }
}

void TestCommandLine::killedRunLeavesAReadablePartialTrace()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "long.py",
                                      "import time, torch\n"
                                      "x = torch.ones(2, 2)\n"
                                      "while True:\n"
                                      "    x = x + x\n"
                                      "    time.sleep(0.01)\n");
    QProcess process;
    process.start(OVERLAP_RUN, {program, "--machine", "this-computer", "--trace", folder.filePath("t.overlap")});
    const auto operations = [&folder] {
        const QStringList partial = QDir(folder.path()).entryList({"t.overlap.*.partial"});
        if (partial.size() != 1)
            return 0;
        const CommandResult summary = run({"summary", folder.filePath(partial.front())});
        return QJsonDocument::fromJson(summary.out)["operations"].toInt();
    };
    QTRY_VERIFY_WITH_TIMEOUT(operations() > 0, 60000);

    process.kill();

    QVERIFY(process.waitForFinished(60000));
    QVERIFY(operations() > 0);
    QVERIFY(!QFile::exists(folder.filePath("t.overlap")));
}

void TestCommandLine::commandRefusesToOverwriteItsInputFiles_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* arguments, const char* message) {
        QTest::newRow(arguments) << arguments << message;
    };
    row("mine.py --trace mine.py", "mine.py is also an input");
    row("mine.py --summary ./sub/../mine.py", "is also an input");
    row("sub/link.py --trace mine.py", "is also an input");
    row("13.3.1 --machine m.json --summary m.json", "m.json is also an input");
    row("mine.py --trace a.json --summary a.json", "Two outputs go to a.json");
    row("mine.py --trace sub/a.json --summary ./sub/../sub/a.json", "Two outputs go to");
    row("calibrate --machine m.json -o m.json", "m.json is also an input");
    row("calibrate --from-times m.json -o m.json", "m.json is also an input");
    row("summary m.json --trace m.json", "m.json is also an input");
}

void TestCommandLine::commandRefusesToOverwriteItsInputFiles()
{
    QFETCH(QString, arguments);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const QByteArray machine =
        contentOf(QString::fromStdString(tests::inSource("resources/machines/laptop-2019.json")));
    const QByteArray program("print('ran')\n");
    QVERIFY(QDir(folder.path()).mkdir("sub"));
    QVERIFY(QFile::link(writeFile(folder, "mine.py", program), folder.filePath("sub/link.py")));
    writeFile(folder, "m.json", machine);

    const CommandResult result = run(arguments.split(' '), folder.path());

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err);
    QVERIFY(result.out.isEmpty());
    QCOMPARE(contentOf(folder.filePath("mine.py")), program);
    QCOMPARE(contentOf(folder.filePath("m.json")), machine);
    QVERIFY(!QFile::exists(folder.filePath("a.json")) && !QFile::exists(folder.filePath("sub/a.json")));
}

void TestCommandLine::relativeOutputPathsAreResolvedAtTheStart()
{
    const QTemporaryDir folder;
    writeFile(folder, "moves.py", "import os\nos.chdir('/')\n");

    const CommandResult result = run({"moves.py", "--trace", "t.json", "--summary", "s.json"}, folder.path());

    QCOMPARE(result.status, 0);
    QVERIFY(QFile::exists(folder.filePath("t.json")));
    QVERIFY(QFile::exists(folder.filePath("s.json")));
}

void TestCommandLine::failedWriteToStandardOutputIsReported_data()
{
    QTest::addColumn<QString>("arguments");
    for (const char* arguments : {"list", "list --json", "machines", "syncs 13.3.2", "13.3.1", "13.3.1 --summary -",
                                  "--help", "calibrate --from-times run=0.5019,copy=2.7168,both=2.4682"})
        QTest::newRow(arguments) << arguments;
}

void TestCommandLine::failedWriteToStandardOutputIsReported()
{
    QFETCH(QString, arguments);
    if (!QFile::exists("/dev/full"))
        QSKIP("there is no /dev/full here");

    const CommandResult result = run(arguments.split(' '), {}, "/dev/full");

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("could not be written to standard output"), result.err);
}

void TestCommandLine::standardOutputClosedByItsReaderIsNoError()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "long.py", "for i in range(20000):\n    print('line', i)\n");
    for (const char* how : {"", "trap '' PIPE; "}) {
        QProcess shell;
        shell.start("/bin/sh", {"-c", QString("%1'%2' '%3' | head -1").arg(how, OVERLAP_RUN, program)});
        QVERIFY(shell.waitForFinished(60000));

        QCOMPARE(shell.readAllStandardOutput(), QByteArray("line 0\n"));
        QCOMPARE(shell.readAllStandardError(), QByteArray());
    }
}

/// Simulates ranks that the user started by mpirun. If all ranks of a computer have the same error, only the first of
/// these ranks prints it.
void TestCommandLine::missingMpiModuleIsReportedByTheFirstRankOnly()
{
    QByteArray errors;
    for (const QString& rank : {QStringLiteral("0"), QStringLiteral("1")}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("OMPI_COMM_WORLD_SIZE", "2");
        for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK"})
            environment.insert(name, rank);
        environment.insert("OVERLAP_MPI_MODULE", "/nowhere.so");
        process.setProcessEnvironment(environment);
        process.start(OVERLAP_RUN, {"13.5-ddp"});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 2);
        errors += process.readAllStandardError();
    }

    QVERIFY2(errors.contains("apt-get install openmpi-bin libopenmpi-dev"), errors.constData());
    QCOMPARE(errors.count('\n'), 1);
}

void TestCommandLine::tracesOfRanksAreMergedIntoOneFile()
{
    const QTemporaryDir folder;
    const tests::RanksSchedule schedule({});
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        const auto writer =
            *engine::io::TraceFileWriter::create(folder.filePath(QString("rank-%1.overlap").arg(rank)).toStdString());
        schedule.write(rank, *writer);
        QVERIFY(writer->close());
    }
    const QString all = folder.filePath("all.overlap");

    const CommandResult merged = run({"merge", folder.path(), "-o", all});
    const CommandResult ofFile = run({"summary", all});
    const CommandResult ofFolder = run({"summary", folder.path()});
    const CommandResult ofNothing = run({"merge", folder.filePath("none"), "-o", folder.filePath("other")});
    const CommandResult beside = run({"merge", folder.path() + "/"});
    const CommandResult again = run({"merge", folder.path()});
    const QString besideFile = folder.path() + ".overlap";
    const bool isWritten = QFile::remove(besideFile);

    QCOMPARE(merged.status, 0);
    QVERIFY(merged.out.isEmpty());
    QCOMPARE(ofFile.status, 0);
    QVERIFY(ofFile.out == ofFolder.out);
    const QJsonObject json = QJsonDocument::fromJson(ofFile.out).object();
    QCOMPARE(json["ranks"].toArray().size(), 4);
    QCOMPARE(json["stragglers"][0]["rank"].toInt(), 3);
    QCOMPARE(ofNothing.status, 2);
    QVERIFY(!QFile::exists(folder.filePath("other")));
    QCOMPARE(beside.out.trimmed(), besideFile.toUtf8());
    QVERIFY2(isWritten && beside.status == 0, beside.err);
    QVERIFY2(again.status == 2 && again.err.contains("exists; name another file"), again.err);
}

/// A run of several ranks prints the same summary with and without --trace. The command `summary` prints the same
/// summary for the folder of traces.
void TestCommandLine::ranksAreSummarizedAsOneRun()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "late.py",
                                      "import time, torch, torch.distributed as dist\n"
                                      "dist.init_process_group('gloo')\n"
                                      "t = torch.ones(1000)\n"
                                      "for _ in range(5):\n"
                                      "    if dist.get_rank() == 2:\n"
                                      "        time.sleep(0.01)\n"
                                      "    dist.all_reduce(t)\n");
    const QStringList options{program, "--ranks", "4", "--machine", "laptop-2019", "--summary", "-"};

    const CommandResult alone = run(options);
    const CommandResult traced = run(options + QStringList{"--trace", folder.filePath("traces")});
    const CommandResult ofFolder = run({"summary", folder.filePath("traces")});

    QVERIFY2(alone.status == 0, alone.err);
    QVERIFY2(alone.err.startsWith("4 ranks: makespan 0.05"), alone.err);
    QVERIFY2(alone.err.contains("Rank 2 costs the others 10 ms per collective: it spends 10 ms more in time.sleep"),
             alone.err);
    QVERIFY(alone.out == traced.out);
    QVERIFY(alone.out == ofFolder.out.chopped(1));
    const QJsonObject json = QJsonDocument::fromJson(alone.out).object();
    QCOMPARE(json["stragglers"][0]["rank"].toInt(), 2);
    QVERIFY(json["lost"].toDouble() > 0.049 && json["lost"].toDouble() < json["makespan"].toDouble());
    QVERIFY(json["exposed"].toDouble() > 0 && json["exposed"].toDouble() <= json["transfer"].toDouble());
    const QJsonArray ranks = json["ranks"].toArray();
    QCOMPARE(ranks.size(), 4);
    QVERIFY(ranks[2]["others_wait"].toDouble() > 0.0099);
    QCOMPARE(ranks[2]["waits"].toDouble(), 0.0);
    QCOMPARE(ranks[2]["summary"]["operations"].toInt(), ranks[2]["operations"].toInt());
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
