#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

namespace {

std::size_t countOf(const trace::Trace& trace, std::string_view name)
{
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < trace.opCount(); ++i)
        count += trace.text(trace.op(OpId{i}).name) == name ? 1 : 0;
    return count;
}

frontend::RunRequest onThisComputer(const std::string& source)
{
    auto request = ProgramRuns::typed(source);
    request.machine = "this-computer";
    return request;
}

}  // namespace

/// Tests that slices and reshaped views share memory with their array, as in the frameworks: a write to the array or to
/// a view is visible in all of them.
class TestViews : public QObject {
    Q_OBJECT

private slots:
    void allReduceUpdatesTensorViews();
    void tensorViewsIssueNoOperationsOnAVirtualMachine();
    void runOnThisComputerNotesThatTensorViewsAreCopies();
    void readingATensorViewIssuesNoUpdate();
    void writeToOneRowUpdatesNoOtherRow();
    void eachWriteToARowIssuesOneUpdate();
    void longChainsOfTensorViewsAreFreed();
    void repeatedTransposesDoNotRetainEarlierTensors();
    void writeUpdatesALongChainOfTensorViews();
    void tensorViewsMayBeFreedByAnotherThreadDuringAWrite();

private:
    ProgramRuns m_runs;
};

void TestViews::allReduceUpdatesTensorViews()
{
    for (const char* method : {"ring", "naive"}) {
        auto request = ProgramRuns::typed(std::string("import _overlap\nfrom mxnet import gpu, nd\n"
                                                      "arrays = [nd.ones((4,), ctx=gpu(i)) for i in range(2)]\n"
                                                      "part = arrays[0][1:3]\n_overlap.all_reduce(arrays, '") +
                                              method + "')\nprint(part.asnumpy().tolist())\n",
                                          Dialect::MXNet);
        request.machine = "pcie-8";
        request.values = trace::ValueMode::Computed;

        const auto trace = m_runs.trace(request);

        QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
        QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), "[2.0, 2.0]\n");
    }
}

/// On a virtual machine, a view shares the memory of its array, so creating it issues no operation.
void TestViews::tensorViewsIssueNoOperationsOnAVirtualMachine()
{
    for (const auto& [source, count] :
         {std::pair{"x = torch.ones(6)\nv = x[1:3]\ny = v + 1", 2},
          std::pair{"x = torch.zeros(20, 1)\nrows = list(x)\nrows[3] += 1", 2},
          std::pair{"x = torch.zeros(2, 3)\ny = x.t().reshape(3, 2).unsqueeze(0)\nx += 1\ny += 1", 3},
          std::pair{"x = torch.zeros(2, 3, 4)\ny = x.permute(2, 0, 1)[1].transpose(0, 1)\nx[0].zero_()\ny += 1", 3},
          std::pair{"x = torch.zeros(2, 3).t().contiguous()", 2}}) {
        const auto trace = m_runs.trace(ProgramRuns::typed(std::string("import torch\n") + source + "\n"));

        QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
        QCOMPARE(static_cast<int>(trace->opCount()), count);
    }
}

void TestViews::runOnThisComputerNotesThatTensorViewsAreCopies()
{
    const auto notesOf = [&](const std::string& machine, const std::string& source) {
        auto request = ProgramRuns::typed(source);
        request.machine = machine;
        const auto trace = m_runs.trace(request);
        return std::ranges::count_if(trace->notes(), [](const trace::NoteRecord& note) {
            return note.text.text() != nullptr && note.text.text()->id == std::string_view("run.note.views") &&
                   !note.isWarning && note.line == 4;
        });
    };
    const std::string views = "import torch\nx = torch.ones(6)\nv = x[1:3]\n";

    QCOMPARE(notesOf("this-computer", views + "x += 1; x += 1"), 1);
    QCOMPARE(notesOf("this-computer", views + "y = x + 1"), 0);
    QCOMPARE(notesOf("laptop-2019", views + "x += 1"), 0);
}

void TestViews::readingATensorViewIssuesNoUpdate()
{
    const auto trace = m_runs.trace(onThisComputer("import torch\nx = torch.ones(6)\nv = x[1:3]\ny = v + 1\n"));

    QVERIFY(!trace->error());
    QCOMPARE(trace->opCount(), std::size_t{3});  // ones, the slice, the sum
}

void TestViews::writeToOneRowUpdatesNoOtherRow()
{
    const auto trace = m_runs.trace(onThisComputer(
        "import torch\nx = torch.zeros(20000, 1)\nrows = list(x)\nrows[3] += 1\nprint(len(rows))\nrows = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    // Operations: 1 for zeros, 20000 for the rows, 1 for the addition, 1 to copy its result into x. The other rows do
    // not overlap and need no update.
    QCOMPARE(trace->opCount(), std::size_t{1 + 20000 + 1 + 1});
}

void TestViews::eachWriteToARowIssuesOneUpdate()
{
    const auto trace = m_runs.trace(
        onThisComputer("import torch\nx = torch.zeros(5000, 2)\nrows = list(x)\nfor r in rows:\n    r += 1\n"
                       "for i in range(5000):\n    x[i] = 2\nr = rows = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(countOf(*trace, "slice_assign"), std::size_t{5000});  // each row is copied into x once
    QCOMPARE(countOf(*trace, "view"), std::size_t{5000});  // each assignment to x[i] is copied into rows[i] once
}

void TestViews::longChainsOfTensorViewsAreFreed()
{
    for (const char* next : {"y.view(2, 3) if i % 2 else y.view(6)", "y[0:6]", "y[1:]"}) {
        const auto trace = m_runs.trace(ProgramRuns::typed(
            std::string("import torch\ny = torch.zeros(") + (next == std::string("y[1:]") ? "30001" : "6") +
            ")\nfor i in range(30000):\n    y = " + next + "\ny += 1\nprint(y.sum().item())\ny = None\n"));

        QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    }
}

/// The loop `x = x.t()` must not retain the previous tensors.
void TestViews::repeatedTransposesDoNotRetainEarlierTensors()
{
    const auto trace =
        m_runs.trace(ProgramRuns::typed("import torch\nx = torch.zeros(300, 500, device='cuda')\nfor i in range(200):\n"
                                        "    x = x.t()\nprint(torch.cuda.memory_allocated() // 600000)\nx = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QVERIFY2(std::stoi(printed(*trace, trace::OutputStream::Standard)) <= 3,
             printed(*trace, trace::OutputStream::Standard).c_str());
}

void TestViews::writeUpdatesALongChainOfTensorViews()
{
    auto request = ProgramRuns::typed(
        "import torch\nys = [torch.zeros(6)]\nfor i in range(20000):\n    ys.append(ys[-1].view(6))\n"
        "ys[-1] += 1\nprint(ys[0].sum().item(), ys[9999].sum().item())\nys = None\n");
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), "6.0 6.0\n");
}

/// On this computer an operation is issued without the interpreter's lock, so another thread may free a view that a
/// write is about to update.
void TestViews::tensorViewsMayBeFreedByAnotherThreadDuringAWrite()
{
#ifdef OVERLAP_SANITIZE_THREAD
    QSKIP("Python frees a thread's state after join() has returned, in order with nothing that the sanitizer sees");
#endif
    auto request = ProgramRuns::typed(
        "import threading\nimport torch\nx = torch.zeros(6)\nviews = []\nends = False\n"
        "def drop():\n"
        "    while not ends:\n"
        "        if views:\n"
        "            views.pop()\n"
        "thread = threading.Thread(target=drop)\nthread.start()\n"
        "for i in range(300):\n"
        "    views.extend(x.view(2, 3) for _ in range(8))\n"
        "    x += 1\n"
        "ends = True\nthread.join()\nviews.clear()\nprint(x.tolist())\n");
    request.machine = "this-computer";
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             "[300.0, 300.0, 300.0, 300.0, 300.0, 300.0]\n");
}

QTEST_GUILESS_MAIN(TestViews)
#include "tst_views.moc"
