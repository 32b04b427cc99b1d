#include "tests/app/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace tests;

/// Tests programs run by overlap-run: what they print, their arguments, parameters, modules and errors.
class TestCommandPrograms : public QObject {
    Q_OBJECT

private slots:
    void statusOfSysExitIsReturned_data();
    void statusOfSysExitIsReturned();
    void standardOutputContainsOnlyTheOutputOfTheProgram();
    void valueOfTheLastExpressionOfACellIsPrinted();
    void magicsOfANotebookAreExecuted();
    void outputOfAShellCommandInANotebookCanBeAssigned();
    void argumentsArePassedToTheProgram();
    void runFailsIfAThreadOfTheProgramIssuesWork_data();
    void runFailsIfAThreadOfTheProgramIssuesWork();
    void naiveEngineIsUsedIfTheProgramSelectsIt_data();
    void naiveEngineIsUsedIfTheProgramSelectsIt();
    void modulesBesideAProgramAreImported();
    void filesOfTheUserCanDeclareParameters();
    void noteAboutTorchCompileAppearsOnce();
    void firstStepWithANanIsReported();
    void waitsAreNamedByTheirCallInTheListing();
    void slowPythonCodeIsReportedOnAVirtualMachine_data();
    void slowPythonCodeIsReportedOnAVirtualMachine();
    void repeatedRunsAreSummarizedByMedianAndQuartiles();
    void shortBuiltInProgramIsRepeatedOnThisComputer();
    void errorInANotebookNamesTheCell_data();
    void errorInANotebookNamesTheCell();
    void printedLineIsWrittenToAPipeBeforeTheProgramEnds();
};

void TestCommandPrograms::statusOfSysExitIsReturned_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("status");

    for (const auto& [call, status] :
         {std::pair("sys.exit()", 0), std::pair("sys.exit(0)", 0), std::pair("sys.exit(5)", 5),
          std::pair("sys.exit(256)", 0), std::pair("sys.exit(-1)", 255), std::pair("sys.exit('no data')", 1),
          std::pair("os._exit(7)", 7)})
        QTest::newRow(call) << QByteArray(call) << status;
}

void TestCommandPrograms::statusOfSysExitIsReturned()
{
    QFETCH(QByteArray, call);
    QFETCH(int, status);
    const QTemporaryDir folder;

    QCOMPARE(run({writeFile(folder, "mine.py", "import os, sys\n" + call + "\n")}).status, status);
}

void TestCommandPrograms::standardOutputContainsOnlyTheOutputOfTheProgram()
{
    const CommandResult result = run({"13.3.1"});

    QCOMPARE(result.out.count('\n'), 3);
    QVERIFY(result.out.startsWith("GPU1 time: 0.49"));
    // The program teaches a mistake: the clock of its third block stops while GPU 1 still computes.
    QVERIFY2(result.err.startsWith("overlap-run: line 21: GPU 1 is still busy when \"GPU1 & GPU2\" ends"), result.err);
    QVERIFY2(result.err.contains("\noverlap-run: GPU 1 is still busy when the program ends"), result.err);
    QCOMPARE(result.err.count('\n'), 2);
}

void TestCommandPrograms::valueOfTheLastExpressionOfACellIsPrinted()
{
    const QTemporaryDir folder;
    const QByteArray body =
        "import torch\nx = torch.ones(2)\nx\n# %%\nx;\n# %%\nNone\n# %%\nprint('said')\n"
        "{'b': 1, 'a': [len, int]}\n# %%\n'text'\n# %%\nx = 2\n";

    const CommandResult cells = run({writeFile(folder, "cells.py", "# %%\n" + body)});
    const CommandResult script = run({writeFile(folder, "script.py", QByteArray(body).replace("# %%\n", ""))});

    QCOMPARE(cells.out, QByteArray("tensor([1., 1.])\nsaid\n{'b': 1, 'a': [<built-in function len>, <class 'int'>]}\n"
                                   "'text'\n"));
    QCOMPARE(script.out, QByteArray("said\n"));
    QCOMPARE(cells.status + script.status, 0);
}

/// IPython magics of a notebook are executed. Comments that look like magics are not.
void TestCommandPrograms::magicsOfANotebookAreExecuted()
{
    const QTemporaryDir folder;
    const QString notebook = writeFile(folder, "n.ipynb", R"json({"cells": [
        {"cell_type": "code", "source": "%%time\nimport time\ntime.sleep(1)\n'value'"},
        {"cell_type": "code", "source": ["%timeit -n 1 -r 2 time.sleep(2)\n", "# !echo comment\n", "!echo command\n",
                                         "for i in range(2):\n", "    %time time.sleep(i + 1)"]},
        {"cell_type": "code", "source": "%%timeit -n 2 -r 1\ntime.sleep(3)"},
        {"cell_type": "code", "source": "%%bash\nls \"unclosed"}]})json");

    const CommandResult result = run({notebook});

    QCOMPARE(result.status, 0);
    QCOMPARE(
        QString::fromUtf8(result.out),
        QString("Wall time: 1 s\n'value'\n2 s ± 0 ns per loop (mean ± std. dev. of 2 runs, 1 loop each)\ncommand\n"
                "Wall time: 1 s\nWall time: 2 s\n3 s ± 0 ns per loop (mean ± std. dev. of 1 run, 2 loops each)\n"));
    QVERIFY2(result.err.contains("%%bash is ignored: cells of other languages do not run"), result.err);
}

/// `x = !command` assigns the list of lines that the command prints.
void TestCommandPrograms::outputOfAShellCommandInANotebookCanBeAssigned()
{
    const QTemporaryDir folder;
    const QString notebook = writeFile(folder, "n.ipynb",
                                       R"json({"cells": [{"cell_type": "code", "source": "out = !echo hi\nprint(out)"},
                          {"cell_type": "code", "source": "seen = %timeit -o 1\n!nvidia-smi\nseen"}]})json");

    const CommandResult result = run({notebook, "--machine", "laptop-2019"});

    QCOMPARE(result.status, 0);
    QCOMPARE(QString::fromUtf8(result.out),
             QString("['hi']\nNo devices were found: this virtual machine has no GPU.\n"));
    QVERIFY2(result.err.contains("seen = %timeit -o 1 is ignored"), result.err);
}

void TestCommandPrograms::argumentsArePassedToTheProgram()
{
    const QTemporaryDir folder;
    const QString program =
        writeFile(folder, "args.py",
                  "import argparse, sys\nparser = argparse.ArgumentParser()\n"
                  "parser.add_argument('--epochs', type=int)\nparser.add_argument('rest', nargs='*')\n"
                  "print(parser.parse_args(), sys.argv[0].endswith('args.py'))\n");

    const CommandResult result = run({program, "--seed", "1", "--", "--epochs", "2", "a", "--", "ü"});
    const CommandResult wrong = run({program, "--", "--epochs", "x"});

    QCOMPARE(result.out, QByteArray("Namespace(epochs=2, rest=['a', 'ü']) True\n"));
    QVERIFY(wrong.status != 0);
    QVERIFY2(wrong.err.contains("invalid int value: 'x'"), wrong.err);
    QCOMPARE(run({program}).out, QByteArray("Namespace(epochs=None, rest=[]) True\n"));
    QCOMPARE(run({program, "--set", "arguments=--epochs 3 'a b'"}).out,
             QByteArray("Namespace(epochs=3, rest=['a b']) True\n"));
    QVERIFY(run({program, "--set", "arguments='a"}).err.contains("No closing quotation"));
}

void TestCommandPrograms::runFailsIfAThreadOfTheProgramIssuesWork_data()
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

void TestCommandPrograms::runFailsIfAThreadOfTheProgramIssuesWork()
{
    QFETCH(QByteArray, program);
    const QTemporaryDir folder;

    const CommandResult result = run({writeFile(
        folder, "t.py", "import threading, torch\nx = torch.ones(2, 2)\ndef work():\n    return x @ x\n" + program)});

    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.count("operations come from the program's main thread here") == 1, result.err);
}

void TestCommandPrograms::naiveEngineIsUsedIfTheProgramSelectsIt_data()
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

void TestCommandPrograms::naiveEngineIsUsedIfTheProgramSelectsIt()
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

    const CommandResult result = run({program, "--summary", "-"});
    qunsetenv("MXNET_ENGINE_TYPE");

    QVERIFY2(result.out.startsWith(isNaive ? "True\n" : "False\n"), result.out);
    QCOMPARE(result.out.contains("naive"), isNaive);
}

void TestCommandPrograms::modulesBesideAProgramAreImported()
{
    const QTemporaryDir folder;
    writeFile(folder, "helper.py", "import torch\ndef twice(x):\n    return x * 2\n");
    writeFile(folder, "torch.py", "raise RuntimeError('the wrong torch')\n");
    writeFile(folder, "json.py", "raise RuntimeError('the wrong json')\n");

    const CommandResult result = run({writeFile(
        folder, "main.py", "import json\nimport torch\nfrom helper import twice\nprint(twice(torch.ones(2)))\n")});

    QCOMPARE(result.out, QByteArray("tensor([2., 2.])\n"));
    QVERIFY2(result.err.contains("torch beside the program is not imported"), result.err);
}

void TestCommandPrograms::filesOfTheUserCanDeclareParameters()
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

void TestCommandPrograms::noteAboutTorchCompileAppearsOnce()
{
    const QTemporaryDir folder;
    const QString program = writeFile(folder, "twice.py",
                                      "import torch\nf = torch.compile(lambda x: x * 2)\n"
                                      "g = torch.compile(lambda x: x + 1, mode='max-autotune')\n"
                                      "print(f(torch.ones(1)), g(torch.ones(1)))\n");

    const CommandResult result = run({program});

    QVERIFY2(result.out.startsWith("tensor([2.]) tensor([2.])"), result.out);
    QCOMPARE(result.err.count("It generates no kernels"), 1);
}

void TestCommandPrograms::firstStepWithANanIsReported()
{
    QTemporaryDir folder;
    QFile program(folder.filePath("diverges.py"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write(
        "from mxnet import autograd, nd\nw = nd.ones((2,))\nw.attach_grad()\n"
        "for _ in range(8):\n    with autograd.record():\n        l = (w ** 2).sum() - (w * w).sum() * 2\n"
        "    l.backward()\n    w -= 1e20 * w.grad\n");
    program.close();

    const CommandResult result = run({program.fileName(), "--machine", "this-computer"});

    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("From step ") && result.err.contains("is not a number"), result.err);
}

/// The summary names a wait by its call in the listing, not by the operation that it waits for: a copy ("to", "cpu") or
/// an operation of the previous iteration.
void TestCommandPrograms::waitsAreNamedByTheirCallInTheListing()
{
    const QTemporaryDir folder;
    const QByteArray program =
        "import torch\nx = torch.ones(8)\ny = x.to('cuda:0')\n"
        "for _ in range(2):\n    z = y.cpu()\n    y.copy_(x)\nprint(y)\n";

    const CommandResult result =
        run({writeFile(folder, "mine.py", program), "--machine", "book-v100", "--summary", folder.filePath("s.json")});

    QCOMPARE(result.status, 0);
    QFile file(folder.filePath("s.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList calls;
    for (const QJsonValue& wait : QJsonDocument::fromJson(file.readAll()).object()["waits"].toArray())
        calls << wait["call"].toString();
    calls.removeDuplicates();
    QCOMPARE(calls, QStringList({".to('cuda:0')", "y.cpu()", ".copy_(...)", "print(y)"}));
}

void TestCommandPrograms::slowPythonCodeIsReportedOnAVirtualMachine_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<bool>("isReported");

    const QByteArray before = "import torch\nx = torch.ones(8)\n", after = "y = x + 1\n";
    const QByteArray work = "total = sum(i * i for i in range(5000000))\n";
    QTest::newRow("between operations") << before + work + after << "book-v100" << true;
    QTest::newRow("before them") << work + before + after << "book-v100" << false;
    QTest::newRow("after them") << before + after + work << "book-v100" << false;
    QTest::newRow("short") << before + "total = 1\n" + after << "book-v100" << false;
    QTest::newRow("measured") << before + work + after << "this-computer" << false;
}

/// A virtual machine counts no time for Python code, so a warning reports Python code that takes long. Whether Python
/// code takes long depends on this computer, so the trace does not contain the warning: traces of repeated runs must be
/// equal.
void TestCommandPrograms::slowPythonCodeIsReportedOnAVirtualMachine()
{
    QFETCH(QByteArray, program);
    QFETCH(QString, machine);
    QFETCH(bool, isReported);
    const QTemporaryDir folder;
    const QString trace = folder.filePath("trace.json");

    const CommandResult result = run({writeFile(folder, "mine.py", program), "--machine", machine, "--trace", trace});

    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("Python itself takes no time on a virtual machine") == isReported, result.err);
    QFile file(trace);
    QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("Python itself"));
}

void TestCommandPrograms::repeatedRunsAreSummarizedByMedianAndQuartiles()
{
    QTemporaryDir folder;
    const QString summary = folder.filePath("s.json");
    const QString program =
        writeFile(folder, "p.py", "print('hello')\nwith d2l.Benchmark('sum'):\n    print(torch.ones(10).sum())\n");

    const CommandResult result = run({program, "--machine", "this-computer", "--repeat", "3", "--summary", summary});

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

void TestCommandPrograms::shortBuiltInProgramIsRepeatedOnThisComputer()
{
    const CommandResult measured = run({"13.1.1", "--machine", "this-computer"});
    QCOMPARE(measured.status, 0);
    QCOMPARE(measured.out.count("eager"), 1);
    QVERIFY2(measured.err.contains("5 runs, "), measured.err);

    const CommandResult once = run({"13.1.1", "--machine", "this-computer", "--repeat", "1"});
    const CommandResult simulated = run({"13.1.1"});
    QCOMPARE(once.out, measured.out);
    QVERIFY2(!once.err.contains(" runs, "), once.err);
    QVERIFY2(!simulated.err.contains(" runs, "), simulated.err);
}

void TestCommandPrograms::errorInANotebookNamesTheCell_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("not Python") << QByteArray("y = = 1") << 2;
    QTest::newRow("raises") << QByteArray("1 / 0") << 1;
}

void TestCommandPrograms::errorInANotebookNamesTheCell()
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

    const CommandResult result = run({notebook});

    QCOMPARE(result.status, status);
    QVERIFY2(result.err.contains("line 2 of code cell 2"), result.err);
}

void TestCommandPrograms::printedLineIsWrittenToAPipeBeforeTheProgramEnds()
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

QTEST_GUILESS_MAIN(TestCommandPrograms)
#include "tst_command_programs.moc"
