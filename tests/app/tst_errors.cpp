#include "tests/app/program_runs.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <pthread.h>
#include <unistd.h>

using namespace engine;
using frontend::Dialect;

namespace {

/// Measures the processor time of the thread that constructs this object, and whether that thread sleeps.
class ObservedThread {
public:
    ObservedThread() { pthread_getcpuclockid(pthread_self(), &m_clock); }

    [[nodiscard]] double processorSeconds() const
    {
        timespec used{};
        clock_gettime(m_clock, &used);
        return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
    }
    [[nodiscard]] bool isAsleep() const
    {
        std::string line;
        std::getline(std::ifstream("/proc/self/task/" + std::to_string(m_id) + "/stat"), line);
        return line.find(") S ") != std::string::npos;
    }

private:
    clockid_t m_clock{};
    pid_t m_id = gettid();
};

}  // namespace

/// Tests errors of programs and the messages that they produce.
class TestErrors : public QObject {
    Q_OBJECT

private slots:
    void missingStandardLibraryIsReported();
    void exceptionIsReportedWithItsLine_data();
    void exceptionIsReportedWithItsLine();
    void invalidSettingsPreventTheRun_data();
    void invalidSettingsPreventTheRun();
    void syntaxErrorNamesTheLine();
    void fileThatIsNoProgramIsRefused_data();
    void fileThatIsNoProgramIsRefused();
    void tracebacksContainOnlyLinesOfTheListing();
    void exitWithoutMessageIsNoError();
    void stopEndsTheProgram_data();
    void stopEndsTheProgram();
    void twoHundredThousandOperationsRunWithoutAWait();
    void longOutputIsTruncated();
    void errorNamesADamagedParameterFile();
    void programRunsCorrectlyAfterFailedRuns();

private:
    std::unique_ptr<ProgramRuns> m_runs;
};

/// This test comes first because Python starts only once per process.
void TestErrors::missingStandardLibraryIsReported()
{
    auto paths = app::runnerPaths(tests::inSource("resources"));
    paths.standardLibrary = "/nowhere/python3.11";

    const auto runner = frontend::Runner::create(paths, {});

    QVERIFY(!runner);
    QVERIFY(QString::fromStdString(runner.error().english()).contains("standard library was not found in /nowhere"));
    m_runs = std::make_unique<ProgramRuns>();
}

void TestErrors::exceptionIsReportedWithItsLine_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");

    const auto row = [](const char* name, const char* source, int line, const char* type, const char* message) {
        QTest::newRow(name) << source << line << type << message;
    };
    row("index of a missing GPU", "devices = d2l.try_all_gpus()\nx = devices[7]", 2, "IndexError",
        "list index out of range");
    row("undefined name", "y = 1\nprint(z)", 2, "NameError", "name 'z' is not defined");
    row("error in a function", "def f():\n    return 1 / 0\n\nf()", 4, "ZeroDivisionError", "division by zero");
    row("mismatched shapes", "x = torch.ones(2, 3)\nx.mm(x)", 2, "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)");
    row("shapes without broadcast", "a = torch.ones(2, 3)\na + torch.ones(2, 4)", 2, "RuntimeError",
        "Add: Shapes 2 × 3 and 2 × 4 do not go together");
    row("tensors on two devices", "torch.ones(2, 2, device='cuda:0') + torch.ones(2, 2, device='cuda:1')", 1,
        "RuntimeError", "at least two devices, cuda:0 and cuda:1");
    row("missing GPU", "torch.ones(2, device='cuda:5')", 1, "RuntimeError", "invalid device ordinal");
    row("n of -1", "torch.ones(-1)", 1, "RuntimeError", "negative dimension -1");
    row("view of another size", "torch.ones(4).view(-1, 3)", 1, "RuntimeError",
        "shape '[-1, 3]' is invalid for input of size 4");
    row("view with two unknown extents", "torch.ones(4).view(-1, -1)", 1, "RuntimeError",
        "only one dimension can be inferred");
    row("n of 3.5", "torch.ones(3.5)", 1, "TypeError", "whole numbers, not 3.5");
    row("n of 10^9", "n = 10**9\ntorch.rand(n, n, device='cuda')", 2, "RuntimeError", "no machine holds it");
    row("n of 10^5 on a GPU", "n = 10**5\ntorch.rand(n, n, device='cuda')", 2, "OutOfMemoryError",
        "CUDA out of memory");
    row("view of 2^64 elements", "torch.zeros(3).view(2**64)", 1, "TypeError",
        "view() takes a list of whole numbers that fit into 64 bits here");
    row("n of 2^63", "torch.ones(2**63)", 1, "RuntimeError", "no machine holds it");
    row("seed of a text", "torch.manual_seed('x')", 1, "ValueError",
        "torch.manual_seed(): invalid literal for int() with base 10: 'x'");
    row("seed of 2^64", "[torch.manual_seed(seed) for seed in (2**64,)]", 1, "RuntimeError",
        "torch.manual_seed() takes a whole number from -2^63 to 2^64 - 1, not 18446744073709551616");
    row("seed of -2^63 - 1", "torch.cuda.manual_seed(-2**63 - 1)", 1, "RuntimeError",
        "torch.cuda.manual_seed() takes a whole number from -2^63 to 2^64 - 1");
    row("window of 2^40", "torch.nn.functional.max_pool2d(torch.ones(1, 1, 4, 4), 2**40)", 1, "TypeError",
        "max_pool2d() takes two whole numbers below 2^31 as kernel, not (1099511627776, 1099511627776)");
    row("expanded to 2^64", "torch.ones(1, 2).expand(2**64, 2)", 1, "TypeError",
        "expand() takes at most six whole numbers that fit into 64 bits as shape, not (18446744073709551616, 2)");
    row("device of 1.5", "torch.nn.Linear(3, 4, device=1.5)", 1, "TypeError",
        "device(): argument 'type' must be str, not float");
    row("parts of None", "torch.chunk(None, 2)", 1, "AttributeError", "chunk(): the function does not take None here");
    row("adaptive pooling to 0", "torch.nn.functional.adaptive_avg_pool2d(torch.ones(1, 1, 4, 4), 0)", 1,
        "ZeroDivisionError", "torch.nn.functional.adaptive_avg_pool2d(): integer modulo by zero");
    row("parameter of None", "torch.nn.Parameter(None)", 1, "TypeError", "Parameter() takes a tensor, not NoneType");
    row("base class of a layer", "torch.nn.BatchNorm1d(1.5)", 1, "TypeError", "BatchNorm1d(): sizes must be");
    row("memory of a device of 1.5", "torch.cuda.memory_allocated(1.5)", 1, "TypeError",
        "device(): argument 'type' must be str, not float");
    row("sum over a missing axis", "torch.ones(2).sum(9)", 1, "IndexError", "sum(): Dimension out of range");
    row("error of the program itself", "def sum(x): raise ValueError('mine')\nsum(1)", 2, "ValueError", "mine");
    row("stream of GPU 2^63", "torch.cuda.default_stream(2**63)", 1, "RuntimeError",
        "Device index must be between 0 and 127, got 9223372036854775808");
    row("default device 10^30", "torch.set_default_device(10**30)", 1, "RuntimeError",
        "Device index must be between 0 and 127, got 1000000000000000000000000000000");
    row("layer of 2^64 channels", "torch.nn.BatchNorm2d(2**64)", 1, "RuntimeError", "no machine holds it");
    row("range against its step", "torch.arange(0, 1, -1)", 1, "RuntimeError",
        "upper bound and lower bound inconsistent with step sign");
    row("layer of fewer than no inputs", "torch.nn.Linear(-1, 1)", 1, "RuntimeError",
        "Trying to create tensor with negative dimension -1");
    // A program that catches the exception must receive the message unchanged.
    const auto caught = [&](const char* name, const char* call, const char* message) {
        const std::string source =
            "x = torch.ones(2, 3)\ntry:\n    " + std::string(call) + "\nexcept TypeError as e: raise RuntimeError(e)";
        QTest::newRow(name) << QString::fromStdString(source) << 4 << "RuntimeError" << message;
    };
    caught("number as an index tensor", "x.index_select(0, 3)",
           "index_select(): argument 'index' must be Tensor, not int");
    caught("text as an index tensor", "x.gather(0, 'x')", "gather(): argument 'index' must be Tensor, not str");
    caught("number as a mask", "x.masked_fill(1, 2)", "masked_fill(): argument 'mask' must be Tensor, not int");
    caught("number as a condition", "torch.where(1, 2, 3)", "where(): argument 'condition' must be Tensor, not int");
    caught("object as a device", "x.to(object())", "device(): argument 'type' must be str, not object");
    caught("lone surrogate as a name", "torch.profiler.record_function('\\ud800').__enter__()",
           "record_function() takes a text without half of a character (a lone surrogate)");
    caught("lone surrogate as a description", "with d2l.Benchmark('\\ud800'): pass",
           "strings must not contain lone surrogates");
    row("unsupported layer", "torch.nn.Conv3d(2, 2, 2)", 1, "NotImplementedError", "torch.nn.Conv3d is not supported");
    row("unsupported method", "torch.ones(2).foo()", 1, "NotImplementedError", "Tensor.foo is not supported");
    row("attribute of native tensors only", "torch.ones(2).tape_operators", 1, "NotImplementedError",
        "Tensor.tape_operators is not supported; a tensor has T, abs,");
    row("missing package", "import pandas", 1, "ModuleNotFoundError", "No module named 'pandas': programs here have");
    row("package for which support is planned", "import horovod.torch as hvd", 1, "ModuleNotFoundError",
        "No module named 'horovod.torch': Horovod comes later; torch.distributed");
    row("the other framework", "import mxnet", 1, "ImportError", "this run follows PyTorch's rules");
    row("unsupported import", "from torch import fft", 1, "NotImplementedError",
        "torch.fft is not supported; there are");
    row("unsupported module", "import torch.fft as o", 1, "NotImplementedError", "torch.fft is");
    row("unsupported framework", "from d2l import paddle as d2l", 1, "NotImplementedError",
        "d2l.paddle is not supported");
    row("endless recursion", "def f(): f()\nf()", 2, "RecursionError", "maximum recursion depth exceeded");
    row("call of input()", "input()", 1, "EOFError", "input() is not supported");
    row("call of fork()", "import os\nos.fork()", 2, "NotImplementedError", "os.fork() is not supported");
    row("huge string", "x = ' ' * 10**18", 1, "MemoryError", "requested 931322574.6 GiB");
    row("huge list", "y = 1\nx = [0] * 10**12", 2, "MemoryError", "requested 7450.6 GiB");
    row("exception without text", "class E(Exception):\n    def __str__(self): return 1\nraise E()", 3, "E", "");
    row("tensor operation in a second thread",
        "import threading, torch\nx = torch.ones(2)\nout = []\ndef f():\n    try:\n        x + 1\n"
        "    except RuntimeError as e:\n        out.append(e)\nt = threading.Thread(target=f); t.start(); "
        "t.join()\nraise out[0]",
        10, "RuntimeError", "main thread");
    row("invalid code in eval()", "eval('1 +')", 1, "SyntaxError", "invalid syntax");
}

void TestErrors::exceptionIsReportedWithItsLine()
{
    QFETCH(QString, source);
    QFETCH(int, line);
    QFETCH(QString, type);
    QFETCH(QString, message);

    const auto outcome = m_runs->run(ProgramRuns::typed(source.toStdString()));

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(outcome->raised && !outcome->stopped);
    const auto& error = outcome->trace->error();
    QVERIFY(error.has_value());
    QCOMPARE(QString::fromStdString(error->type), type);
    QVERIFY2(QString::fromStdString(error->message).contains(message), error->message.c_str());
    QCOMPARE(error->line, line);
    QVERIFY(!outcome->trace->isLive());
}

void TestErrors::invalidSettingsPreventTheRun_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");

    const auto row = [](const char* name, const char* value, const char* sentence) {
        QTest::addRow("%s=%s", name, value) << name << value << sentence;
    };
    row("n", "0", "n must be a whole number from 1 to 20000; it is 0.");
    row("n", "-1", "it is -1.");
    row("n", "3.5", "it is 3.5.");
    row("n", "1000000000", "it is 1000000000.");
    row("n", "99999999999999999999", "must be a whole number");
    row("n", "", "it is empty.");
    row("m", "1", "has no parameter m. It has n, products");
    row("devices", "x", "takes numbers of GPUs");
    row("hostMemory", "soft", "is one of framework, pageable");
    row("copies", "mine", "is one of framework, own, current");
    row("machine", "moon", "moon");
}

void TestErrors::invalidSettingsPreventTheRun()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    auto request = m_runs->request("13.3.1", Dialect::Torch);
    if (name == "machine")
        request.machine = value.toStdString();
    else
        request.parameters[name.toStdString()] = value.toStdString();

    const auto outcome = m_runs->run(request);

    QVERIFY(!outcome);
    QVERIFY2(QString::fromStdString(outcome.error().english()).contains(sentence), outcome.error().english().c_str());
}

void TestErrors::syntaxErrorNamesTheLine()
{
    std::optional<frontend::SyntaxProblem> problem;

    const auto points = m_runs->runner().syncPoints("x = 1\nfor i in\n", Dialect::Torch, &problem);
    const auto outcome = m_runs->run(ProgramRuns::typed("x = 1\n\n  y = 2\n"));

    QVERIFY(!points);
    QVERIFY(problem.has_value());
    QCOMPARE(problem->line, 2);
    QVERIFY(!outcome);
    QVERIFY2(QString::fromStdString(outcome.error().english()).startsWith("Line 3 of the listing is not Python"),
             outcome.error().english().c_str());
}

void TestErrors::fileThatIsNoProgramIsRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("binary file") << "a.py"
                                 << QByteArray(
                                        "\x7f"
                                        "ELF\0\0",
                                        6)
                                 << "is not a text file";
    QTest::newRow("notebook without JSON") << "a.ipynb" << QByteArray("hello") << "invalid JSON in line 1";
    QTest::newRow("JSON without cells") << "a.ipynb" << QByteArray("[1]") << "no list of cells";
    QTest::newRow("invalid cell") << "a.ipynb" << QByteArray("{\"cells\": [1]}") << "one of its cells";
}

void TestErrors::fileThatIsNoProgramIsRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, sentence);
    QTemporaryDir folder;
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();

    const auto program = m_runs->runner().load(folder.filePath(name).toStdString());

    QVERIFY(!program);
    QVERIFY2(QString::fromStdString(program.error().english()).contains(sentence), program.error().english().c_str());
    QVERIFY(!m_runs->runner().load(folder.filePath("none.py").toStdString()));
    QVERIFY(!m_runs->runner().load("13.9"));
}

void TestErrors::tracebacksContainOnlyLinesOfTheListing()
{
    const auto trace = m_runs->trace(ProgramRuns::typed("def f(x):\n    return torch.ones(x)\n\nf(-3)\n"));

    const QString text = QString::fromStdString(trace->error()->traceback);
    QVERIFY2(
        text.startsWith("Traceback (most recent call last):\n  File \"typed.py\", line 4, in <module>\n    f(-3)\n"),
        qPrintable(text));
    QVERIFY2(text.contains("line 2, in f\n    return torch.ones(x)"), qPrintable(text));
    QVERIFY2(!text.contains("resources"), qPrintable(text));
    QVERIFY(text.endsWith("RuntimeError: Trying to create tensor with negative dimension -3\n"));
}

void TestErrors::exitWithoutMessageIsNoError()
{
    QVERIFY(!m_runs->run(ProgramRuns::typed("import sys\nsys.exit()"))->raised);
    QVERIFY(!m_runs->run(ProgramRuns::typed("exit(0)"))->raised);
    const auto outcome = m_runs->run(ProgramRuns::typed("import sys\nsys.exit('no data')"));
    QVERIFY(outcome->raised);
    QCOMPARE(outcome->trace->error()->traceback, std::string("no data\n"));
}

void TestErrors::stopEndsTheProgram_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("machine");

    QTest::newRow("endless loop") << "while True:\n    pass"
                                  << "book-v100";
    QTest::newRow("endless loop in a function") << "def f():\n    while True: pass\nf()"
                                                << "book-v100";
    QTest::newRow("endless loop that catches everything")
        << "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
        << "book-v100";
    QTest::newRow("endless loop of operations")
        << "x = torch.ones(9, 9, device='cuda')\ndef f():\n    while True: x + 1\nf()"
        << "book-v100";
    QTest::newRow("long power") << "x = 10 ** 10 ** 8"
                                << "book-v100";
    QTest::newRow("long search") << "import re\nre.match('(a+)+$', 'a' * 60 + 'b')"
                                 << "book-v100";
    QTest::newRow("long search in a loop that catches everything")
        << "import re\nwhile True:\n    try:\n        re.match('(a+)+$', 'a' * 60 + 'b')\n    except BaseException: "
           "pass"
        << "book-v100";
    QTest::newRow("sleep") << "import time\ntime.sleep(1000)"
                           << "this-computer";
    QTest::newRow("endless loop of operations on this computer") << "x = torch.ones(50, 50)\nwhile True:\n    y = x + 1"
                                                                 << "this-computer";
}

void TestErrors::stopEndsTheProgram()
{
    QFETCH(QString, source);
    QFETCH(QString, machine);
    auto request = ProgramRuns::typed("print('started')\n" + source.toStdString());
    request.machine = machine.toStdString();
    const ObservedThread program;
    trace::Recorder recorder;
    std::jthread stopping([&](const std::stop_token& token) {
        const auto waitFor = [&](const auto& isTrue) {
            while (!token.stop_requested() && !isTrue())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        waitFor([&] { return !recorder.snapshot()->programPart().outputs.empty(); });
        const double started = program.processorSeconds();
        waitFor([&] { return program.isAsleep() || program.processorSeconds() - started > 0.05; });
        m_runs->runner().stop();
    });

    const auto outcome = m_runs->runner().run(request, recorder);

    QVERIFY(outcome && outcome->stopped && !outcome->raised);
    QVERIFY(!outcome->trace->error());
    QVERIFY(outcome->trace->end() && !outcome->trace->end()->isComplete);
}

void TestErrors::twoHundredThousandOperationsRunWithoutAWait()
{
    const auto trace = m_runs->trace(
        ProgramRuns::typed("x = torch.ones(2, 2, device='cuda')\nfor i in range(200000):\n    y = x + 1\n"));

    QVERIFY(!trace->error());
    QCOMPARE(trace->opCount(), std::size_t{200001});
}

void TestErrors::longOutputIsTruncated()
{
    const auto trace = m_runs->trace(ProgramRuns::typed("for i in range(300):\n    print('x' * 100000)\n"));

    QVERIFY(!trace->error());
    QVERIFY(printed(*trace, trace::OutputStream::Standard).size() <= std::size_t{4} << 20U);
    QVERIFY(std::any_of(trace->notes().begin(), trace->notes().end(),
                        [](const auto& note) { return note.text.english().find("4 MiB") != std::string::npos; }));
}

void TestErrors::errorNamesADamagedParameterFile()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("weights.params").toStdString();

    const auto trace = m_runs->trace(ProgramRuns::typed(
        "from mxnet import nd\nimport os\npath = '" + path +
            "'\nnd.save(path, {'weight': nd.ones((2,))})\nwith open(path, 'rb') as file:\n    whole = file.read()\n"
            "with open(path, 'wb') as file:\n    file.write(whole.replace(b'weight', "
            "b'\\xff\\xfeight'))\nnd.load(path)\n",
        Dialect::MXNet));

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->type, std::string("MXNetError"));
    QVERIFY2(
        trace->error()->message.find("weights.params: These parameters cannot be read: the name") != std::string::npos,
        trace->error()->message.c_str());
}

void TestErrors::programRunsCorrectlyAfterFailedRuns()
{
    const auto outcome = m_runs->run(m_runs->request("13.3.1", Dialect::Torch));

    QVERIFY(outcome && !outcome->raised && !outcome->stopped);
    QCOMPARE(outcome->trace->blocks().size(), std::size_t{3});
}

QTEST_GUILESS_MAIN(TestErrors)
#include "tst_errors.moc"
