#include "tests/app/program_files.h"
#include "tests/app/program_runs.h"

#include "engine/io/trace_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace engine;
using frontend::Dialect;

/// Tests runs of listings: sync points, switches, parameters, lines, labels and results of cells.
class TestListing : public QObject {
    Q_OBJECT

private slots:
    void syncPointsAreFound_data();
    void syncPointsAreFound();
    void switchedOffSyncPointDoesNotWait();
    void stateOfEachInitiallySwitchedOffWaitIsRecorded();
    void switchOfACopyChangesItsNonBlockingArgument();
    void switchedOffStatementRunsWithoutWaiting_data();
    void switchedOffStatementRunsWithoutWaiting();
    void switchedOffPrintStillComputesItsArguments_data();
    void switchedOffPrintStillComputesItsArguments();
    void parametersReplaceLiteralsOfTheListing();
    void operationsHaveLineAndLabel();
    void executedLinesAreRecorded();
    void itemsOfALoopAreFetchedOnTheLineOfTheLoop();
    void mainFunctionIsRecordedLikeTopLevelCode_data();
    void mainFunctionIsRecordedLikeTopLevelCode();
    void errorInTheMainFunctionHasTheLineOfItsStatement();
    void waitOfAnItemCallIsRecordedOnTheLineOfTheCall();
    void resultsOfCellsAndPrintedTextAreRecordedSeparately();
    void userDefinedBenchmarkIsMeasured();
    void equalRunsGiveEqualTraceFiles();
    void savedNotebooksAndScriptsAreLoadedUnchanged();
    void programRunsOnThisComputer();

private:
    ProgramRuns m_runs;
};

void TestListing::syncPointsAreFound_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("isTorch");
    QTest::addColumn<QString>("points");  ///< "line:call" or "line:call->off"; "!" marks points that are initially off

    const auto row = [](const char* name, bool isTorch, const char* source, const char* points) {
        QTest::newRow(name) << source << isTorch << points;
    };
    row("no sync point", true, "x = 1\nprint(x)\n", "");
    row("empty listing", true, "", "");
    row("device", true, "torch.cuda.synchronize(d[0])", "1:torch.cuda.synchronize(d[0])");
    row("imported by name", true, "from torch.cuda import synchronize\nsynchronize()", "2:synchronize()");
    row("stream", true, "s.synchronize()", "1:s.synchronize()");
    row("waitall", false, "npx.waitall()\nnd.waitall()\nmx.nd.waitall()",
        "1:npx.waitall()|2:nd.waitall()|3:mx.nd.waitall()");
    row("readers", false, "y.wait_to_read()\nv = y.asnumpy()\ns += y.norm().asscalar()\nb.sum().item()",
        "1:y.wait_to_read()|2:y.asnumpy()|3:y.norm().asscalar()|4:b.sum().item()");
    row("print of a tensor", true, "x = torch.ones(2)\nprint('x', x)\nprint('x')", "2:print('x', x)");
    row("print of a value", true, "x = torch.ones(2)\nprint('sum', x.sum().item())\nprint(f'{float(x):.2f}')",
        "2:print('sum', x.sum().item())|3:print(f'{float(x):.2f}')");
    row("print of a text with a tensor", true,
        "x = torch.ones(2)\nprint(f'{x.mean():.3f}')\nprint('{}'.format(x))\nprint(str(x), 1)\nprint(f'{1 + 1}')",
        "2:print(f'{x.mean():.3f}')|3:print('{}'.format(x))|4:print(str(x), 1)");
    row("print over several lines", true, "x = torch.ones(2)\nprint(\n    x.sum().item())", "2:print(x.sum().item())");
    row("values that Python needs", true,
        "x = torch.ones(2)\nif x.item() > 1: pass\nwhile float(x) > 1: pass\ns = f'{x.item()}'\na = [1, 2][x.item()]",
        "");
    row("print of a function's result", true, "def f(x):\n    return x.mm(x)\nprint(f(3))", "3:print(f(3))");
    row("Python's int() and float()", true, "x = torch.ones(2)\nn = int('3')\nm = float(x.sum())", "3:float(x.sum())");
    row("NumPy arrays", true, "import numpy\na = numpy.ones(3)\nprint(a)\nnumpy.dot(a, a).item()", "");
    row("copy to the host", true, "h = y.to('cpu')\nh = y.cpu()",
        "1:y.to('cpu')->y.to('cpu', non_blocking=True)|2:y.cpu()->y.to('cpu', non_blocking=True)");
    row("non-blocking copy", true, "h = y.to('cpu', non_blocking=True)",
        "!1:y.to('cpu', non_blocking=False)->y.to('cpu', non_blocking=True)");
    row("copy to a GPU", true, "h = y.to('cuda:0')\nh = y.to(device)", "");
    row("function that forwards non_blocking", true,
        "def c(x, non_blocking=False):\n    return [y.to('cpu', non_blocking=non_blocking) for y in x]\nc(y)\nc(y, "
        "True)",
        "3:c(y)->c(y, True)|!4:c(y)->c(y, True)");
    row("several on one line", false, "a.wait_to_read(); b.wait_to_read()", "1:a.wait_to_read(), b.wait_to_read()");
    row("call over several lines", true, "torch.cuda.synchronize(\n    device)", "1:torch.cuda.synchronize(device)");
    row("after non-ASCII characters", true, "s = 'ü本'; torch.cuda.synchronize()", "1:torch.cuda.synchronize()");
}

void TestListing::syncPointsAreFound()
{
    QFETCH(QString, source);
    QFETCH(bool, isTorch);
    QFETCH(QString, points);

    const auto found = m_runs.runner().syncPoints(source.toStdString(), isTorch ? Dialect::Torch : Dialect::MXNet);

    QVERIFY(found);
    QStringList texts;
    for (const auto& point : *found) {
        QString text = QString(point.isInitiallyOn ? "" : "!") + QString::number(point.line) + ":" +
                       QString::fromStdString(point.call);
        if (point.rewritesCall)
            text += "->" + QString::fromStdString(point.offText);
        texts << text;
    }
    QCOMPARE(texts.join("|"), points);
}

void TestListing::switchedOffSyncPointDoesNotWait()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.off = {15};

    const auto trace = m_runs.trace(request);

    QVERIFY(!trace->error());
    QVERIFY(benchmarks(*trace).at("GPU1 time") < 0.01);
    QVERIFY(std::none_of(trace->waits().begin(), trace->waits().end(), [](const auto& w) { return w.line == 15; }));
    QVERIFY(std::any_of(trace->waits().begin(), trace->waits().end(), [](const auto& w) { return w.line == 19; }));
    QCOMPARE(trace->run().source, request.source);  // the source is unchanged
    QCOMPARE(trace->run().switches, (std::vector<std::pair<std::int32_t, bool>>{{15, false}}));
}

void TestListing::stateOfEachInitiallySwitchedOffWaitIsRecorded()
{
    using Switches = std::vector<std::pair<std::int32_t, bool>>;
    auto request = m_runs.request("13.2.1-graph", Dialect::Torch);
    QCOMPARE(m_runs.trace(request)->run().switches, (Switches{{7, false}, {9, false}, {11, false}, {13, false}}));

    request.off = {9};

    QCOMPARE(m_runs.trace(request)->run().switches, (Switches{{7, true}, {9, false}, {11, true}, {13, true}}));
}

void TestListing::switchOfACopyChangesItsNonBlockingArgument()
{
    auto request = m_runs.request("13.3.2", Dialect::Torch);
    const double before = benchmarks(*m_runs.trace(request)).at("Run on GPU1 and copy to CPU");
    request.on = {22};

    const auto trace = m_runs.trace(request);

    QVERIFY(!trace->error());
    QVERIFY(benchmarks(*trace).at("Run on GPU1 and copy to CPU") > before);
}

void TestListing::switchedOffStatementRunsWithoutWaiting_data()
{
    QTest::addColumn<QString>("line");
    for (const char* line : {"y.wait_to_read()", "v = y.asnumpy()", "v = y.sum().asscalar()", "print(y)",
                             "nd.waitall()", "v = y.sum().item()", "v = float(y.sum())", "total += y.sum().asscalar()",
                             "print('sum', y.sum()); nd.waitall()", "print(f'{y.sum()}', y)",
                             "print('sum ' + str(y.sum()), y.max())", "print(y.sum().item())",
                             "print(f'{y.sum().asscalar():.2f}')", "print(round(float(y.sum()), 2), y.mean().item())",
                             "print('%s' % y.mean())", "print('{}'.format(y.mean()), [y.sum()], y)"})
        QTest::newRow(line) << line;
}

void TestListing::switchedOffStatementRunsWithoutWaiting()
{
    QFETCH(QString, line);
    auto request =
        ProgramRuns::typed("total = 0\ny = nd.ones((2, 2))\n" + line.toStdString() + "\nz = y + 1\n", Dialect::MXNet);
    const auto with = m_runs.trace(request);
    request.off = {3};

    const auto without = m_runs.trace(request);

    const auto waits = [](const trace::Trace& trace) {
        return std::count_if(trace.waits().begin(), trace.waits().end(), [](const auto& w) { return w.line == 3; });
    };
    QVERIFY2(!with->error() && !without->error(), without->error() ? without->error()->traceback.c_str() : "");
    QVERIFY(waits(*with) > 0);
    QCOMPARE(waits(*without), std::ptrdiff_t{0});
}

/// A print that is switched off still computes the tensors in its arguments, except those in a comprehension. It
/// prints nothing and does not wait.
void TestListing::switchedOffPrintStillComputesItsArguments_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QStringList>("operations");
    const auto row = [](const char* call, const QStringList& operations) { QTest::newRow(call) << call << operations; };
    row("print(y)", {});
    row("print(['a', 'b'][y.sum().asscalar() > 1], y)", {"sum"});
    row("print('sum', y.sum())", {"sum"});
    row("print(f'{y.sum():.1f} of {y.max()}', y)", {"sum", "max"});
    row("print('sum ' + str(y.sum()), y.max())", {"sum", "max"});
    row("print('%s and %s' % (y.mean(), y.max()))", {"mean", "max"});
    row("print([str(v.sum()) for v in (y, y)], y.max())", {"max"});
    row("print(counted(), y)", {"norm"});
    row("print(y, '{m} and {n}'.format(m=y.mean(), **dict(n=y.max())))", {"mean", "max"});
}

void TestListing::switchedOffPrintStillComputesItsArguments()
{
    QFETCH(QString, call);
    QFETCH(QStringList, operations);
    auto request = ProgramRuns::typed(
        "y = nd.ones((2, 2))\ndef counted():\n    y.norm()\n    return 1\n" + call.toStdString() + "\n",
        Dialect::MXNet);
    request.off = {5};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QVERIFY(trace->waits().empty());
    QVERIFY(trace->programPart().outputs.empty());
    QStringList found;
    for (std::uint32_t i = 1; i < trace->opCount(); ++i)
        found << QString::fromUtf8(trace->text(trace->op(OpId{i}).name).data());
    QCOMPARE(found, operations);
}

void TestListing::parametersReplaceLiteralsOfTheListing()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.parameters = {{"n", "1000"}, {"products", "7"}};

    const auto trace = m_runs.trace(request);

    QCOMPARE(trace->opCount(), std::size_t{2 + 6 * 7});
    QCOMPARE(trace->op(OpId{5}).outputBytes, Bytes{4'000'000});
}

void TestListing::operationsHaveLineAndLabel()
{
    const auto trace = m_runs.trace(m_runs.request("13.3.1", Dialect::Torch));

    const auto& op = trace->op(OpId{2 + 5 * 50 + 17});
    QCOMPARE(op.line, 23);
    QCOMPARE(std::string(trace->text(op.label)), std::string("y[17]"));
    QCOMPARE(std::string(trace->text(op.text)), std::string("y[17] = x_gpu2.mm(x_gpu2)"));
    QCOMPARE(std::string(trace->text(trace->op(OpId{0}).label)), std::string("x_gpu1"));

    const auto copies = m_runs.trace(m_runs.request("13.3.2", Dialect::Torch));
    const auto& copy = copies->op(OpId{1 + 50 + 50 + 50 + 50 + 3});
    QCOMPARE(copy.line, 22);
    QCOMPARE(std::string(copies->text(copy.label)), std::string("y_cpu[3]"));
    QCOMPARE(std::string(copies->text(copy.text)), std::string("y_cpu[3] = y[3].to('cpu', non_blocking=True)"));

    const auto graph =
        m_runs.trace(ProgramRuns::typed("x = nd.ones((1, 2))\ny = nd.ones((1, 2))\nz = x * y + 2\n", Dialect::MXNet));
    QCOMPARE(std::string(graph->text(graph->op(OpId{2}).text)), std::string("x * y"));
    QCOMPARE(std::string(graph->text(graph->op(OpId{3}).label)), std::string("z"));
}

void TestListing::executedLinesAreRecorded()
{
    const auto trace = m_runs.trace(ProgramRuns::typed("x = 1\nfor i in range(3):\n    x += i\nif x:\n    pass\n"));

    std::vector<int> lines;
    for (const auto& line : trace->programPart().lines)
        lines.push_back(line.line);
    QCOMPARE(lines, (std::vector<int>{1, 2, 3, 3, 3, 4, 5}));
}

void TestListing::itemsOfALoopAreFetchedOnTheLineOfTheLoop()
{
    const auto trace = m_runs.trace(
        ProgramRuns::typed("import torch\ndef items():\n    for i in range(3):\n        yield torch.ones(2)\n"
                           "for x in items():\n    if x is None:\n        continue\n    y = x + 1\n"));

    std::vector<int> lines;
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        lines.push_back(trace->op(OpId{i}).line);
    QCOMPARE(lines, (std::vector<int>{5, 8, 5, 8, 5, 8}));
}

void TestListing::mainFunctionIsRecordedLikeTopLevelCode_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<bool>("isMain");

    QTest::newRow("below a guard") << "if __name__ == '__main__':\n    main()\n" << true;
    QTest::newRow("exit with its result") << "if __name__ == '__main__':\n    raise SystemExit(main())\n" << true;
    QTest::newRow("result passed to a function") << "import sys\nif '__main__' == __name__:\n    print(main())\n"
                                                 << true;
    QTest::newRow("without a guard") << "main()\n" << true;
    QTest::newRow("in a loop") << "for _ in range(1):\n    main()\n" << true;
    QTest::newRow("called twice") << "main()\nmain()\n" << false;
}

void TestListing::mainFunctionIsRecordedLikeTopLevelCode()
{
    QFETCH(QString, end);
    QFETCH(bool, isMain);
    const std::string source =
        "import torch\ndef main():\n    'text'\n    x = torch.ones(2)\n    for _ in range(2):\n        x = x + 1\n";

    const auto trace = m_runs.trace(ProgramRuns::typed(source + end.toStdString()));

    const trace::Op& add = trace->op(OpId{2});
    QCOMPARE(add.line == 6, isMain);
    QCOMPARE(trace->text(add.label) == "x", isMain);
    QCOMPARE(trace->text(add.phase) == "main", !isMain);
}

void TestListing::errorInTheMainFunctionHasTheLineOfItsStatement()
{
    const auto trace =
        m_runs.trace(ProgramRuns::typed("def read(x):\n    return x[5]\ndef main():\n    x = [1]\n    read(x)\nif "
                                        "__name__ == '__main__':\n    main()\n"));

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->line, 5);
}

void TestListing::waitOfAnItemCallIsRecordedOnTheLineOfTheCall()
{
    auto request = ProgramRuns::typed(
        "import torch\ndef read(x):\n    return x.item()\nx = torch.ones(1, device='cuda')\nread(x)\n");
    request.machine = "book-v100";

    const auto trace = m_runs.trace(request);

    QVERIFY(!trace->waits().empty());
    for (const trace::WaitRecord& wait : trace->waits())
        QCOMPARE(wait.line, 3);
}

void TestListing::resultsOfCellsAndPrintedTextAreRecordedSeparately()
{
    for (const char* title : {"last expressions", "constants"}) {
        const FileProgram program = programOf("cells.py", title);

        const auto trace = m_runs.trace(ProgramRuns::typed(program.source.toStdString()));

        QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Result)), program.output);
        QCOMPARE(printed(*trace, trace::OutputStream::Standard), std::string());
    }
}

void TestListing::userDefinedBenchmarkIsMeasured()
{
    const auto trace =
        m_runs.trace(ProgramRuns::typed(programOf("clocks.py", "a timer of the program").source.toStdString()));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    QCOMPARE(trace->blocks()[0].label, std::string("mine"));
    QCOMPARE(trace->blocks()[0].seconds, 0.25);
    QCOMPARE(trace->blocks()[0].line, 8);
    QVERIFY(!trace->blocks()[0].isFailed);
    QCOMPARE(trace->blocks()[1].label, std::string("bad"));
    QVERIFY(trace->blocks()[1].isFailed);
}

void TestListing::equalRunsGiveEqualTraceFiles()
{
    QTemporaryDir folder;
    QByteArray first;
    auto request = ProgramRuns::typed(R"(import random, time
x = torch.rand(300, 300, device='cuda')
for i in range(random.randint(3, 9)):
    y = x.mm(x)
print(y.sum(), random.random(), time.time(), {'a', 'b', 'c'})
)");

    for (int i = 0; i < 20; ++i) {
        request.parameters["valueThreads"] = std::to_string(1 + i % 8);
        const auto path = folder.filePath(QString::number(i)).toStdString();
        QVERIFY(io::saveTrace(*m_runs.trace(request), path));
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (i == 0)
            first = bytes;
        QVERIFY(!bytes.isEmpty() && bytes == first);
    }
}

void TestListing::savedNotebooksAndScriptsAreLoadedUnchanged()
{
    QTemporaryDir folder;
    const std::string listing = "# %%\nimport torch\nx = 'ü'\n# %% [markdown]\n# Some words\n# %%\nx\n";
    for (const char* name : {"a.ipynb", "a.py"}) {
        const auto path = folder.filePath(name).toStdString();
        QVERIFY(frontend::Runner::save(listing, Dialect::Torch, path));

        const auto program = m_runs.runner().load(path);

        QVERIFY2(program, program ? "" : program.error().english().c_str());
        QCOMPARE(QString::fromStdString(program->sources.at(Dialect::Torch)), QString::fromStdString(listing));
    }
    const auto script = folder.filePath("b.py").toStdString();
    QVERIFY(frontend::Runner::save("x = torch.ones(2)\n", Dialect::Torch, script));
    const auto program = m_runs.runner().load(script);
    QVERIFY(program && program->sources.at(Dialect::Torch).starts_with("import numpy\nimport torch\n"));
    QVERIFY(!frontend::Runner::save("x", Dialect::Torch, "/proc/nowhere/b.py"));
}

void TestListing::programRunsOnThisComputer()
{
    auto request = m_runs.request("13.2.1-graph", Dialect::MXNet);
    request.machine = "this-computer";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->run().platform, trace::PlatformKind::Real);
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), QString("[[3. 3.]]\n"));
}

QTEST_GUILESS_MAIN(TestListing)
#include "tst_listing.moc"
