#include "engine/io/trace_file.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// overlap-run as started from a shell: exit status, standard output and files.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void exitStatusAndMessageMatchTheArguments_data();
    void exitStatusAndMessageMatchTheArguments();
    void statusOfSysExitIsReturned_data();
    void statusOfSysExitIsReturned();
    void systemLimitsGiveASentence_data();
    void systemLimitsGiveASentence();
    void standardOutputHoldsOnlyTheProgramsOutput();
    void lastExpressionsOfCellsArePrinted();
    void magicsOfANotebookRun();
    void argumentsReachTheProgram();
    void threadThatIssuesWorkEndsTheRun_data();
    void threadThatIssuesWorkEndsTheRun();
    void naiveEngineIsFollowed_data();
    void naiveEngineIsFollowed();
    void modulesBesideAProgramAreImported();
    void ownFilesDeclareParameters();
    void firstNanIsReported();
    void repeatedRunGivesMedianAndQuartiles();
    void shortBuiltInIsRepeatedOnThisComputer();
    void writesSummaryAndTrace();
    void listsAsJson();
    void controlCharactersAreEscapedInJson();
    void unwritableSummaryPathIsReported();
    void unwritableOutputIsFoundBeforeTheRun();
    void killedRunLeavesAReadablePartialTrace();
    void inputsAreNotOverwritten_data();
    void inputsAreNotOverwritten();
    void outputsAreWrittenToTheStartFolder();
    void notebookErrorNamesTheCell_data();
    void notebookErrorNamesTheCell();
    void fullStandardOutputIsReported_data();
    void fullStandardOutputIsReported();
    void closedPipeIsNoError();
    void linesReachAPipeWhenPrinted();
    void calibrationRecoversAVirtualMachine();
    void calibrationRecoversTheLaunchesOfAGpu();
    void stoppedCalibrationWritesNothing();
    void printedTimesGiveTheBooksMachine();
    void ranksAreMergedIntoOneFile();

private:
    struct Result {
        int status = -1;
        QByteArray out;
        QByteArray err;
    };
    /// Writes `text` to a file in `folder` and returns the file's path.
    static QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("a file of the test cannot be written");
        return file.fileName();
    }
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Result run(const QStringList& arguments, const QString& folder = {}, const QString& output = {})
    {
        QProcess process;
        process.setWorkingDirectory(folder);
        if (!output.isEmpty())
            process.setStandardOutputFile(output);
        process.start(OVERLAP_RUN, arguments);
        if (!process.waitForFinished(60000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
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
    row("13.3.1 --off 15 --on 15", 2, "Line 15 stands in --off and in --on");
    row("calibrate --from-times run=0.5,copy=2.7", 2, "The cell both is missing");
    row("calibrate --from-times run=0.5,copy=2.7,both=fast", 2, "name=seconds");
    row("calibrate --from-times run=0.5,copy=0.1,both=2", 2, "is less than it takes to move the bytes");
    row("calibrate --from-times nowhere.txt", 2, "nowhere.txt");
    row("--help", 0, "");
}

void TestCommandLine::exitStatusAndMessageMatchTheArguments()
{
    QFETCH(QString, arguments);
    QFETCH(int, status);
    QFETCH(QString, message);

    const Result result = run(arguments.split(' ', Qt::SkipEmptyParts));

    QCOMPARE(result.status, status);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err);
    if (status == 2)
        QCOMPARE(result.err.count('\n'), 1);
}

void TestCommandLine::statusOfSysExitIsReturned_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("status");

    for (const auto& [call, status] :
         {std::pair("sys.exit()", 0), std::pair("sys.exit(0)", 0), std::pair("sys.exit(5)", 5),
          std::pair("sys.exit(256)", 0), std::pair("sys.exit(-1)", 255), std::pair("sys.exit('no data')", 1),
          std::pair("os._exit(7)", 7)})
        QTest::newRow(call) << QByteArray(call) << status;
}

void TestCommandLine::statusOfSysExitIsReturned()
{
    QFETCH(QByteArray, call);
    QFETCH(int, status);
    const QTemporaryDir folder;

    QCOMPARE(run({writeFile(folder, "mine.py", "import os, sys\n" + call + "\n")}).status, status);
}

void TestCommandLine::systemLimitsGiveASentence_data()
{
    QTest::addColumn<QString>("limit");

    for (const char* limit : {"-v 100000", "-v 200000", "-v 400000", "-v 800000", "-f 1"})
        QTest::newRow(limit) << limit;
}

void TestCommandLine::systemLimitsGiveASentence()
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

void TestCommandLine::standardOutputHoldsOnlyTheProgramsOutput()
{
    const Result result = run({"13.3.1"});

    QCOMPARE(result.out.count('\n'), 3);
    QVERIFY(result.out.startsWith("GPU1 time: 0.49"));
    // The lesson of the third block: its clock stops while the other GPU still works.
    QVERIFY2(result.err.startsWith("overlap-run: line 21: GPU 1 is still busy when \"GPU1 & GPU2\" ends"), result.err);
    QVERIFY2(result.err.contains("\noverlap-run: GPU 1 is still busy when the program ends"), result.err);
    QCOMPARE(result.err.count('\n'), 2);
}

void TestCommandLine::lastExpressionsOfCellsArePrinted()
{
    const QTemporaryDir folder;
    const QByteArray body =
        "import torch\nx = torch.ones(2)\nx\n# %%\nx;\n# %%\nNone\n# %%\nprint('said')\n"
        "{'b': 1, 'a': [len, int]}\n# %%\n'text'\n# %%\nx = 2\n";

    const Result cells = run({writeFile(folder, "cells.py", "# %%\n" + body)});
    const Result script = run({writeFile(folder, "script.py", QByteArray(body).replace("# %%\n", ""))});

    QCOMPARE(cells.out, QByteArray("tensor([1., 1.])\nsaid\n{'b': 1, 'a': [<built-in function len>, <class 'int'>]}\n"
                                   "'text'\n"));
    QCOMPARE(script.out, QByteArray("said\n"));
    QCOMPARE(cells.status + script.status, 0);
}

/// Only lines that are magics in the notebook's file, not the author's comments that look like magics.
void TestCommandLine::magicsOfANotebookRun()
{
    const QTemporaryDir folder;
    const QString notebook = writeFile(folder, "n.ipynb", R"json({"cells": [
        {"cell_type": "code", "source": "%%time\nimport time\ntime.sleep(1)\n'value'"},
        {"cell_type": "code", "source": ["%timeit -n 1 -r 2 time.sleep(2)\n", "# !echo comment\n", "!echo command\n",
                                         "for i in range(2):\n", "    %time time.sleep(i + 1)"]},
        {"cell_type": "code", "source": "%%timeit -n 2 -r 1\ntime.sleep(3)"},
        {"cell_type": "code", "source": "%%bash\nls \"unclosed"}]})json");

    const Result result = run({notebook});

    QCOMPARE(result.status, 0);
    QCOMPARE(
        QString::fromUtf8(result.out),
        QString("Wall time: 1 s\n'value'\n2 s ± 0 ns per loop (mean ± std. dev. of 2 runs, 1 loop each)\ncommand\n"
                "Wall time: 1 s\nWall time: 2 s\n3 s ± 0 ns per loop (mean ± std. dev. of 1 run, 2 loops each)\n"));
    QVERIFY2(result.err.contains("%%bash is ignored: cells of other languages do not run"), result.err);
}

void TestCommandLine::argumentsReachTheProgram()
{
    const QTemporaryDir folder;
    const QString program =
        writeFile(folder, "args.py",
                  "import argparse, sys\nparser = argparse.ArgumentParser()\n"
                  "parser.add_argument('--epochs', type=int)\nparser.add_argument('rest', nargs='*')\n"
                  "print(parser.parse_args(), sys.argv[0].endswith('args.py'))\n");

    const Result result = run({program, "--seed", "1", "--", "--epochs", "2", "a", "--", "ü"});
    const Result wrong = run({program, "--", "--epochs", "x"});

    QCOMPARE(result.out, QByteArray("Namespace(epochs=2, rest=['a', 'ü']) True\n"));
    QVERIFY(wrong.status != 0);
    QVERIFY2(wrong.err.contains("invalid int value: 'x'"), wrong.err);
    QCOMPARE(run({program}).out, QByteArray("Namespace(epochs=None, rest=[]) True\n"));
    QCOMPARE(run({program, "--set", "arguments=--epochs 3 'a b'"}).out,
             QByteArray("Namespace(epochs=3, rest=['a b']) True\n"));
    QVERIFY(run({program, "--set", "arguments='a"}).err.contains("No closing quotation"));
}

void TestCommandLine::threadThatIssuesWorkEndsTheRun_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::newRow("threads that are joined") << QByteArray(
        "threads = [threading.Thread(target=work) for _ in range(3)]\n[t.start() for t in threads]\n"
        "[t.join() for t in threads]\n");
    QTest::newRow("a program that waits for an answer")
        << QByteArray("import queue\nthreading.Thread(target=work).start()\nqueue.Queue().get()\n");
    QTest::newRow("a pool whose results nobody reads") << QByteArray(
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool:\n"
        "    pool.submit(work)\n    pool.submit(work)\n");
    QTest::newRow("a pool whose results are read") << QByteArray(
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool:\n"
        "    list(pool.map(lambda _: work(), range(3)))\n");
}

void TestCommandLine::threadThatIssuesWorkEndsTheRun()
{
    QFETCH(QByteArray, program);
    const QTemporaryDir folder;

    const Result result = run({writeFile(
        folder, "t.py", "import threading, torch\nx = torch.ones(2, 2)\ndef work():\n    return x @ x\n" + program)});

    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.count("operations come from the program's main thread here") == 1, result.err);
}

void TestCommandLine::naiveEngineIsFollowed_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<bool>("isNaive");
    QTest::newRow("listing") << QByteArray("import os\nos.environ['MXNET_ENGINE_TYPE'] = 'NaiveEngine'\n")
                             << QByteArray() << true;
    QTest::newRow("magic") << QByteArray("%env MXNET_ENGINE_TYPE=NaiveEngine\n") << QByteArray() << true;
    QTest::newRow("environment") << QByteArray() << QByteArray("NaiveEngine") << true;
    QTest::newRow("comment") << QByteArray("# MXNET_ENGINE_TYPE = NaiveEngine\n") << QByteArray() << false;
    QTest::newRow("another engine") << QByteArray() << QByteArray("ThreadedEngine") << false;
}

void TestCommandLine::naiveEngineIsFollowed()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, environment);
    QFETCH(bool, isNaive);
    const QTemporaryDir folder;
    const QString program = writeFile(
        folder, "engine.py",
        start +
            "from mxnet import nd\nimport time\nx = nd.ones((2000, 2000))\nnd.waitall()\nbegin = time.time()\n"
            "y = nd.dot(x, x)\nprint(time.time() - begin > 0.01)\n");
    if (!environment.isEmpty())
        qputenv("MXNET_ENGINE_TYPE", environment);

    const Result result = run({program, "--summary", "-"});
    qunsetenv("MXNET_ENGINE_TYPE");

    QVERIFY2(result.out.startsWith(isNaive ? "True\n" : "False\n"), result.out);
    QCOMPARE(result.out.contains("naive"), isNaive);
}

void TestCommandLine::modulesBesideAProgramAreImported()
{
    const QTemporaryDir folder;
    writeFile(folder, "helper.py", "import torch\ndef twice(x):\n    return x * 2\n");
    writeFile(folder, "torch.py", "raise RuntimeError('the wrong torch')\n");
    writeFile(folder, "json.py", "raise RuntimeError('the wrong json')\n");

    const Result result = run({writeFile(
        folder, "main.py", "import json\nimport torch\nfrom helper import twice\nprint(twice(torch.ones(2)))\n")});

    QCOMPARE(result.out, QByteArray("tensor([2., 2.])\n"));
    QVERIFY2(result.err.contains("torch beside the program is not imported"), result.err);
}

void TestCommandLine::ownFilesDeclareParameters()
{
    const QTemporaryDir folder;
    const QString file =
        writeFile(folder, "main.py", "#: parameter n = 2 | side | 1..9\n#: numbers n = 3\nprint(2 + 1)\nprint(2)\n");
    const QString bound = writeFile(folder, "bound.py", "#: parameter n = 2 | side | 1..9\nn = 2\nprint(n, 2)\n");

    QCOMPARE(run({file}).out, QByteArray("3\n2\n"));
    QCOMPARE(run({file, "--set", "n=7"}).out, QByteArray("8\n2\n"));
    QCOMPARE(run({bound, "--set", "n=7"}).out, QByteArray("7 2\n"));
    QCOMPARE(run({file, "--set", "n=10"}).status, 2);
}

void TestCommandLine::firstNanIsReported()
{
    QTemporaryDir folder;
    QFile program(folder.filePath("diverges.py"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write(
        "from mxnet import autograd, nd\nw = nd.ones((2,))\nw.attach_grad()\n"
        "for _ in range(8):\n    with autograd.record():\n        l = (w ** 2).sum() - (w * w).sum() * 2\n"
        "    l.backward()\n    w -= 1e20 * w.grad\n");
    program.close();

    const Result result = run({program.fileName(), "--machine", "this-computer"});

    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("From step ") && result.err.contains("is not a number"), result.err);
}

void TestCommandLine::repeatedRunGivesMedianAndQuartiles()
{
    QTemporaryDir folder;
    const QString summary = folder.filePath("s.json");
    const QString program =
        writeFile(folder, "p.py", "print('hello')\nwith d2l.Benchmark('sum'):\n    print(torch.ones(10).sum())\n");

    const Result result = run({program, "--machine", "this-computer", "--repeat", "3", "--summary", summary});

    QCOMPARE(result.status, 0);
    QCOMPARE(result.out.count("hello"), 1);
    QVERIFY2(result.err.contains("3 runs, "), result.err);
    const QJsonObject json = QJsonDocument::fromJson(contentOf(summary)).object();
    const QJsonObject repeats = json["repeats"].toObject();
    const QJsonObject makespan = repeats["makespan"].toObject();
    QCOMPARE(repeats["runs"].toInt(), 3);
    QCOMPARE(makespan["median"].toDouble(), json["makespan"].toDouble());
    QVERIFY(makespan["lower_quartile"].toDouble() <= makespan["median"].toDouble());
    QVERIFY(makespan["median"].toDouble() <= makespan["upper_quartile"].toDouble());
    QVERIFY(json["benchmarks"].toArray().first().toObject()["repeats"].toObject().contains("median"));
    QCOMPARE(run({program, "--repeat", "0"}).status, 2);
}

void TestCommandLine::shortBuiltInIsRepeatedOnThisComputer()
{
    const Result measured = run({"13.1.1", "--machine", "this-computer"});
    QCOMPARE(measured.status, 0);
    QCOMPARE(measured.out.count("eager"), 1);
    QVERIFY2(measured.err.contains("5 runs, "), measured.err);

    const Result once = run({"13.1.1", "--machine", "this-computer", "--repeat", "1"});
    const Result simulated = run({"13.1.1"});
    QCOMPARE(once.out, measured.out);
    QVERIFY2(!once.err.contains(" runs, "), once.err);
    QVERIFY2(!simulated.err.contains(" runs, "), simulated.err);
}

void TestCommandLine::writesSummaryAndTrace()
{
    QTemporaryDir folder;
    const QString summary = folder.filePath("s.json");
    const QString chrome = folder.filePath("t.json");

    const Result result = run({"13.3.2-small", "--summary", summary, "--trace", chrome});

    QCOMPARE(result.status, 1);  // the program raised an exception; both files are still written
    QFile file(summary);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    for (const char* name :
         {"program",       "machine", "platform", "dialect",    "parameters", "values",   "benchmarks",
          "scopes",        "waits",   "lanes",    "operations", "edges",      "makespan", "overlap",
          "critical_path", "memory",  "copies",   "verdict",    "warnings",   "error",    "repeats"})
        QVERIFY2(json.contains(name), name);
    QVERIFY(json["benchmarks"].toArray().first().toObject()["failed"].toBool());
    QFile trace(chrome);
    QVERIFY(trace.open(QIODevice::ReadOnly));
    QVERIFY(!QJsonDocument::fromJson(trace.readAll()).isNull());
    QCOMPARE(run({"13.3.1", "--trace", folder.filePath("t.overlap")}).status, 0);
    QVERIFY(QFile::exists(folder.filePath("t.overlap")));
}

void TestCommandLine::listsAsJson()
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

/// A terminal may take U+009B for the begin of a command.
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
    const Result result = run({"13.3.1", "--summary", "/proc/none/s.json"});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("/proc/none/s.json"), result.err);
}

void TestCommandLine::unwritableOutputIsFoundBeforeTheRun()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "mine.py", "print('begun')\n");

    for (const char* option : {"--trace", "--summary"})
        for (const QString& place : {QStringLiteral("/proc/none/s.overlap"), folder.path()}) {
            const Result result = run({program, option, place});

            QCOMPARE(result.status, 2);
            QCOMPARE(result.out, QByteArray());
            QVERIFY2(result.err.contains(place.toLocal8Bit()), result.err);
        }
    QVERIFY(QDir(folder.path()).entryList({"*.partial"}).isEmpty());
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
        const Result summary = run({"summary", folder.filePath(partial.front())});
        return QJsonDocument::fromJson(summary.out)["operations"].toInt();
    };
    QTRY_VERIFY_WITH_TIMEOUT(operations() > 0, 60000);

    process.kill();

    QVERIFY(process.waitForFinished(60000));
    QVERIFY(operations() > 0);
    QVERIFY(!QFile::exists(folder.filePath("t.overlap")));
}

void TestCommandLine::inputsAreNotOverwritten_data()
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

void TestCommandLine::inputsAreNotOverwritten()
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

    const Result result = run(arguments.split(' '), folder.path());

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err);
    QVERIFY(result.out.isEmpty());
    QCOMPARE(contentOf(folder.filePath("mine.py")), program);
    QCOMPARE(contentOf(folder.filePath("m.json")), machine);
    QVERIFY(!QFile::exists(folder.filePath("a.json")) && !QFile::exists(folder.filePath("sub/a.json")));
}

void TestCommandLine::outputsAreWrittenToTheStartFolder()
{
    const QTemporaryDir folder;
    writeFile(folder, "moves.py", "import os\nos.chdir('/')\n");

    const Result result = run({"moves.py", "--trace", "t.json", "--summary", "s.json"}, folder.path());

    QCOMPARE(result.status, 0);
    QVERIFY(QFile::exists(folder.filePath("t.json")));
    QVERIFY(QFile::exists(folder.filePath("s.json")));
}

void TestCommandLine::notebookErrorNamesTheCell_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("not Python") << QByteArray("y = = 1") << 2;
    QTest::newRow("raises") << QByteArray("1 / 0") << 1;
}

void TestCommandLine::notebookErrorNamesTheCell()
{
    QFETCH(QByteArray, code);
    QFETCH(int, status);
    const QTemporaryDir folder;
    const QString notebook = writeFile(
        folder, "cells.ipynb",
        R"({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [)"
        R"({"cell_type": "markdown", "metadata": {}, "source": ["text\n", "more"]},)"
        R"({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "x = 1"},)"
        R"({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "x = 2\n)" +
            code + R"("}]})");

    const Result result = run({notebook});

    QCOMPARE(result.status, status);
    QVERIFY2(result.err.contains("line 2 of code cell 2"), result.err);
}

void TestCommandLine::fullStandardOutputIsReported_data()
{
    QTest::addColumn<QString>("arguments");
    for (const char* arguments : {"list", "list --json", "machines", "syncs 13.3.2", "13.3.1", "13.3.1 --summary -",
                                  "--help", "calibrate --from-times run=0.5019,copy=2.7168,both=2.4682"})
        QTest::newRow(arguments) << arguments;
}

void TestCommandLine::fullStandardOutputIsReported()
{
    QFETCH(QString, arguments);
    if (!QFile::exists("/dev/full"))
        QSKIP("there is no /dev/full here");

    const Result result = run(arguments.split(' '), {}, "/dev/full");

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("could not be written to standard output"), result.err);
}

void TestCommandLine::closedPipeIsNoError()
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

void TestCommandLine::calibrationRecoversAVirtualMachine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");

    const Result result = run({"calibrate", "--machine", "laptop-2019", "-o", path});

    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("overlap-run: 0 %, about"), result.err.constData());
    QVERIFY(result.err.contains("held-out program"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const auto value = [&](const char* part, const char* name, const char* dialect = nullptr) {
        const QJsonObject field = root[part].toObject()[name].toObject();
        return (dialect == nullptr ? field : field[dialect].toObject())["value"].toDouble();
    };
    // The values of the laptop's machine file, measured through Python, front end and model.
    const auto isNear = [](double got, double wanted) { return std::abs(got - wanted) <= 0.01 * wanted; };
    QVERIFY(isNear(value("frontEnd", "operatorUs", "torch"), 1.34));
    QVERIFY(isNear(value("frontEnd", "operatorUs", "mxnet"), 50));
    QVERIFY(isNear(value("frontEnd", "layerUs", "mxnet"), 98.9));
    QVERIFY(isNear(value("frontEnd", "layerUs", "torch"), 1.34));
    QVERIFY(isNear(value("frontEnd", "cachedGraphUs", "mxnet"), 60));
    QVERIFY(isNear(value("frontEnd", "backwardUs", "mxnet"), 14.25));
    QVERIFY(isNear(value("frontEnd", "updateUs", "mxnet"), 83));
    QVERIFY(isNear(value("frontEnd", "firstUseUs", "mxnet"), 467));
    QVERIFY(isNear(value("frontEnd", "wakeUs", "mxnet"), 3800));
    QVERIFY(isNear(value("host", "printUs"), 1100));
    QVERIFY(isNear(value("host", "loadMBps"), 250));
    const QJsonArray trials = root["validation"].toArray();
    QCOMPARE(trials.size(), 3);
    for (const QJsonValue& trial : trials)
        QVERIFY2(std::abs(trial["error"].toDouble()) < 0.02, qPrintable(trial["program"].toString()));
}

void TestCommandLine::calibrationRecoversTheLaunchesOfAGpu()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");

    const Result result = run({"calibrate", "--machine", "book-v100", "-o", path});

    QCOMPARE(result.status, 0);
    const QJsonObject root = QJsonDocument::fromJson(contentOf(path)).object();
    const QJsonObject launch = root["frontEnd"].toObject()["launchUs"].toObject();
    const double torch = launch["torch"].toObject()["value"].toDouble();
    QVERIFY2(std::abs(torch - 8.66) <= 0.01 * 8.66, qPrintable(QString::number(torch)));
    QCOMPARE(launch["torch"].toObject()["kind"].toString(), QStringLiteral("measured"));
    QCOMPARE(launch["mxnet"].toObject()["value"].toDouble(), 0.0);
}

void TestCommandLine::printedTimesGiveTheBooksMachine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("machine.json");
    QFile cells(folder.filePath("cells.txt"));
    QVERIFY(cells.open(QIODevice::WriteOnly));
    cells.write("# The book, PyTorch\ngpu1=0.4967 gpu2=0.5151\nrun=0.5019\ncopy=2.7168\nboth=2.4682\n");
    cells.close();

    const Result result = run({"calibrate", "--from-times", cells.fileName(), "-o", path});

    QCOMPARE(result.status, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject host = root["host"].toObject();
    // The values to which the book's machine was fitted.
    QVERIFY(std::abs(host["faultNs"].toObject()["value"].toDouble() - 2795) < 10);
    QVERIFY(std::abs(host["pinNs"].toObject()["value"].toDouble() - 2650.7) < 10);
    const QJsonObject gpu = root["gpus"].toArray()[0].toObject();
    QVERIFY(std::abs(gpu["gemmGflops"].toObject()["value"].toDouble() - 12949.4) < 15);
    const Result again = run({"13.3.2", "--machine", path});
    QCOMPARE(again.status, 0);
    QVERIFY2(again.out.contains("Run on GPU1 and copy to CPU: 2.468"), again.out.constData());
    QVERIFY2(again.out.contains("Copy to CPU: 2.71"), again.out.constData());
}

void TestCommandLine::linesReachAPipeWhenPrinted()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "long.py",
                                      "import os, time\n"
                                      "print('begun')\n"
                                      "while not os.path.exists('go on'):\n"
                                      "    time.sleep(0.01)\n"
                                      "print('ended')\n");
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(OVERLAP_RUN, {program, "--machine", "this-computer"});
    QVERIFY(process.waitForReadyRead(60000));
    QCOMPARE(process.readLine(), QByteArray("begun\n"));

    writeFile(folder, "go on", "");

    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), QByteArray("ended\n"));
}

void TestCommandLine::stoppedCalibrationWritesNothing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");
    QProcess process;
    process.start(OVERLAP_RUN, {"calibrate", "-o", path});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    while (!process.readAllStandardError().contains(" %, about"))
        QVERIFY(process.waitForReadyRead(60000));

    process.terminate();

    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().contains("stopped; nothing was written"));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestCommandLine::ranksAreMergedIntoOneFile()
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

    const Result merged = run({"merge", folder.path(), "-o", all});
    const Result ofFile = run({"summary", all});
    const Result ofFolder = run({"summary", folder.path()});
    const Result ofNothing = run({"merge", folder.filePath("none"), "-o", folder.filePath("other")});

    QCOMPARE(merged.status, 0);
    QVERIFY(merged.out.isEmpty());
    QCOMPARE(ofFile.status, 0);
    QVERIFY(ofFile.out == ofFolder.out);
    const QJsonObject json = QJsonDocument::fromJson(ofFile.out).object();
    QCOMPARE(json["ranks"].toArray().size(), 4);
    QCOMPARE(json["stragglers"][0]["rank"].toInt(), 3);
    QCOMPARE(ofNothing.status, 2);
    QVERIFY(!QFile::exists(folder.filePath("other")));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tests/source_dir.h"
#include "tst_command_line.moc"
