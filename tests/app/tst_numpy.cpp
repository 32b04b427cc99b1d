#include "engine/messages/messages.h"
#include "tests/app/program_runs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

using namespace engine;

namespace {

std::int64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    file >> pages >> pages;
    return pages * 4096;
}

}  // namespace

/// Tests programs that use NumPy: modelled time, runs without values, and repeated runs in one process.
class TestNumPy : public QObject {
    Q_OBJECT

private slots:
    void errorNamesThePackageIfNumPyIsMissing();
    void numPyCallTakesTheTimeOfTheSameTorchOperationPlusAWait();
    void floatsAreNanInTimingOnlyRuns();
    void branchOnAMissingValueIsReportedInTimingOnlyRuns();
    void arrayThatIsNeverReadGivesNoNote();
    void settingsAndSeedsAreResetForEachRun();
    void manyRunsLeakNoMemory();
    void numPyIsUsableAfterAStopDuringItsImport();
    void fileBesideTheProgramHidesAnInstalledModule();

private:
    [[nodiscard]] trace::TracePtr run(const std::string& source, trace::ValueMode values = trace::ValueMode::Computed)
    {
        auto request = ProgramRuns::typed(source);
        request.values = values;
        return m_runs.trace(request);
    }
    [[nodiscard]] static QString textOf(const trace::TracePtr& trace)
    {
        return trace->error() ? QString::fromStdString(trace->error()->traceback)
                              : QString::fromStdString(printed(*trace, trace::OutputStream::Standard));
    }

    ProgramRuns m_runs;
};

/// This test must be the first one: the others load NumPy, which cannot be unloaded.
void TestNumPy::errorNamesThePackageIfNumPyIsMissing()
{
    for (const std::string use : {"import numpy", "torch.ones(2).numpy()", "import matplotlib.pyplot as plt"}) {
        const auto trace =
            run("import torch\nfrom overlap_numpy import packages\nfolders = packages.FOLDERS[:]\n"
                "packages.FOLDERS.clear()\ntry:\n    " +
                use + "\nfinally:\n    packages.FOLDERS[:] = folders\n");
        QVERIFY(trace->error());
        QCOMPARE(trace->error()->type, std::string("ModuleNotFoundError"));
        const std::string& message = trace->error()->message;
        QVERIFY2(message.find("not installed on this computer; install the package python3-") != std::string::npos,
                 message.c_str());
    }
    QCOMPARE(textOf(run("import torch\nprint(torch.ones(1).tolist())")), QString("[1.0]\n"));
}

/// A NumPy call takes as long as the framework's equal operation on the CPU, plus a wait.
void TestNumPy::numPyCallTakesTheTimeOfTheSameTorchOperationPlusAWait()
{
    const auto seconds = [this](const std::string& body) {
        const auto trace =
            run("import numpy as np\nimport torch\nimport time\na = np.ones((1000, 1000))\n"
                "x = torch.ones(1000, 1000)\nc, d = np.ones((400, 1000)), np.ones((1000, 400))\n"
                "u, v = torch.ones(400, 1000), torch.ones(1000, 400)\nbegin = time.time()\n" +
                body + "\nprint(time.time() - begin)\n");
        return textOf(trace).toDouble();
    };
    // The program waits for the result of each call of NumPy. On this machine, a wait takes 10 us.
    const auto isNear = [](double numpy, double torch) { return std::abs(numpy - torch - 10e-6) < 1e-6; };

    QVERIFY(isNear(seconds("np.dot(c, d)"), seconds("torch.mm(u, v)")));
    QVERIFY(isNear(seconds("b = c @ d"), seconds("torch.mm(u, v)")));
    QVERIFY(isNear(seconds("np.exp(a)"), seconds("torch.exp(x)")));
    QVERIFY(isNear(seconds("b = a + a"), seconds("y = x + x")));
    QVERIFY(isNear(seconds("np.random.normal(size=(1000, 1000))"), seconds("torch.randn(1000, 1000)")));
    // Sorting rows of 1000 elements takes 10 passes over the matrix. A singular value decomposition has 22 n^3 FLOP, as
    // many as 11 products.
    QVERIFY(seconds("np.sort(a)") > 5 * seconds("b = a + a"));
    QVERIFY(seconds("np.sort(a)") < 12 * seconds("b = a + a"));
    QVERIFY(seconds("np.linalg.svd(a)") > 10 * seconds("b = a @ a"));
    QVERIFY(seconds("np.linalg.svd(a)") < 12 * seconds("b = a @ a"));
    QVERIFY(seconds("a += 1") > 0);
    QVERIFY(seconds("a.sum()") > 0);
    QVERIFY(seconds("np.mean(a, axis=0)") > 0);
    QCOMPARE(seconds("a.T\na[1:3]\na.reshape(-1)\nnp.mean([1, 2])"), seconds("pass"));
}

void TestNumPy::floatsAreNanInTimingOnlyRuns()
{
    const auto request = [](const std::string& body) {
        auto made = ProgramRuns::typed("import numpy as np\nimport torch\n" + body);
        made.values = trace::ValueMode::TimingOnly;
        return made;
    };
    const auto trace = m_runs.trace(
        request("print(torch.ones(2).numpy(), torch.arange(2).numpy(), (torch.ones(2) > 0).numpy())\n"
                "a = np.random.normal(size=(1000, 1000))\nprint(np.dot(a, a)[0, :2], a.shape, np.arange(3) * 2)\n"));
    QCOMPARE(textOf(trace), QString("[nan nan] [0 0] [False False]\n[nan nan] (1000, 1000) [0 2 4]\n"));
    int notes = 0;
    for (const auto& note : trace->notes())
        notes += note.text.text() == messages::row("run.reads-nan") ? 1 : 0;
    QCOMPARE(notes, 1);
}

void TestNumPy::branchOnAMissingValueIsReportedInTimingOnlyRuns()
{
    const auto trace =
        run("import torch\nx = torch.ones(2)\ncount = (x > 0).sum()\n"
            "print(x[0].item(), count.item(), float(count), (x > 0)[0].item())\n"
            "if count > 1:\n    print('unreachable')\n",
            trace::ValueMode::TimingOnly);
    QCOMPARE(textOf(trace), QString("nan 0 nan False\n"));
    const auto isReported = [&](const MessageText* row, int line) {
        return std::ranges::any_of(trace->notes(), [&](const trace::NoteRecord& note) {
            return note.text.text() == row && note.line == line;
        });
    };
    QVERIFY(isReported(messages::row("run.reads-nan"), 4));
    QVERIFY(isReported(messages::row("run.branch-on-nan"), 5));
}

void TestNumPy::arrayThatIsNeverReadGivesNoNote()
{
    const auto trace = run(
        "import numpy as np\nimport torch\na = torch.ones(2).numpy()\nb = np.dot(np.random.normal(size=(500, 500)), "
        "np.ones((500, 500)))\nprint(a.shape, b.shape)\n",
        trace::ValueMode::TimingOnly);
    QCOMPARE(textOf(trace), QString("(2,) (500, 500)\n"));
    for (const auto& note : trace->notes())
        QVERIFY2(note.text.text() != messages::row("run.reads-nan"), note.text.english().c_str());
}

void TestNumPy::settingsAndSeedsAreResetForEachRun()
{
    const std::string draw = "import numpy as np\nprint(np.random.normal(size=2), np.random.rand())\n";
    const QString first = textOf(run(draw));
    const auto changed = run(
        "import numpy as np\nnp.set_printoptions(precision=1)\nnp.seterr(all='raise')\nnp.random.seed(7)\nnp.pi = 3\n"
        "np.random.rand = None\nimport numpy.random\nnumpy.random.normal = None\n");
    QVERIFY(!changed->error());
    QCOMPARE(textOf(run(draw)), first);
    QCOMPARE(textOf(run("import numpy as np\nprint(np.pi > 3.1, np.geterr()['divide'])")), QString("True warn\n"));
}

void TestNumPy::manyRunsLeakNoMemory()
{
    const std::string program =
        "import numpy as np\nimport torch\nx = torch.ones(50, 50)\na = x.numpy()\na += 1\nx += a.sum()\n"
        "y = torch.from_numpy(np.arange(10.0))\nnp.dot(a, a)\nnp.random.normal(size=1000)\n";
    for (int i = 0; i < 100; ++i)
        QVERIFY(!run(program)->error());
#if defined(OVERLAP_SANITIZE_ADDRESS)
    QSKIP("The address sanitizer keeps freed memory for a while.");
#endif
    // A leak increases the size in each of the five parts. A malloc() arena for a new thread increases the size in one
    // part only.
    std::array<std::int64_t, 5> growth{};
    for (std::int64_t& one : growth) {
        const std::int64_t before = residentBytes();
        for (int i = 0; i < 180; ++i)
            QVERIFY(!run(program)->error());
        one = residentBytes() - before;
    }
    std::ranges::sort(growth);
    QVERIFY2(5 * growth[2] < (8 << 20), qPrintable(QString::number(growth[2])));
}

/// An extension module cannot be imported twice in one process, so an interrupted import could not be repeated.
void TestNumPy::numPyIsUsableAfterAStopDuringItsImport()
{
    for (const int milliseconds : {1, 5, 20, 60, 120}) {
        std::atomic<bool> isOver = false;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            while (!isOver) {
                m_runs.runner().stop();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
        auto request = ProgramRuns::typed(
            "import numpy as np\nimport numpy.polynomial\nimport numpy.testing\nwhile True:\n    np.ones(3) + 1\n");
        trace::Recorder recorder;
        const auto outcome = m_runs.runner().run(request, recorder);
        isOver = true;
        stopper.join();
        QVERIFY(outcome && outcome->stopped);
        QCOMPARE(textOf(run("import numpy as np\nprint(np.ones(2) @ np.ones(2))")), QString("2.0\n"));
    }
}

void TestNumPy::fileBesideTheProgramHidesAnInstalledModule()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write("six.py", "name = 'mine'\n");
    write("helper.py", "import numpy\nones = numpy.ones(2)\n");
    write("program.py", "import six\nimport helper\nimport numpy as np\nprint(six.name, np.exp(helper.ones) > 1)\n");

    auto request = m_runs.request(folder.filePath("program.py").toStdString(), frontend::Dialect::Torch);
    request.values = trace::ValueMode::Computed;

    QCOMPARE(textOf(m_runs.trace(request)), QString("mine [ True  True]\n"));
}

QTEST_GUILESS_MAIN(TestNumPy)
#include "tst_numpy.moc"
