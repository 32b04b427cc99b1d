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

}  // namespace

/// Slices and reshaped views share memory with their array, as in the frameworks: a write to one is visible in all.
class TestViews : public QObject {
    Q_OBJECT

private slots:
    void viewsAndArraysShareWrites_data();
    void viewsAndArraysShareWrites();
    void allReduceUpdatesViews();
    void viewsIssueNoUpdateWithoutAWrite();
    void writeToOneRowUpdatesNoOtherRow();
    void eachRowWriteIssuesOneUpdate();
    void longChainsOfViewsAreFreed();
    void repeatedTransposesFreeMemory();
    void writeReachesALongChainOfViews();
    void viewsMayBeFreedByAnotherThreadDuringAWrite();

private:
    ProgramRuns m_runs;
};

void TestViews::viewsAndArraysShareWrites_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("output");
    const auto torch = [](const char* name, const char* program, const char* output) {
        QTest::addRow("torch: %s", name) << "torch" << QString("import torch\nx = torch.arange(6.0)\n") + program
                                         << output;
    };
    const auto mxnet =
        [](const char* name, const char* program, const char* output) {
            QTest::addRow("mxnet: %s", name)
                << "mxnet"
                << QString(
                       "from mxnet import nd\nx = nd.arange(6)\n"
                       "def show(a): print([int(v) for v in a.reshape((-1,)).asnumpy().tolist()])\n") +
                       program
                << output;
        };
    torch("slice is written", "v = x[1:3]\nv += 10\nprint(x.tolist(), v.tolist())",
          "[0.0, 11.0, 12.0, 3.0, 4.0, 5.0] [11.0, 12.0]\n");
    torch("array is written", "v = x[1:3]\nx *= 2\nprint(v.tolist())", "[2.0, 4.0]\n");
    torch("slice is assigned", "v = x[1:4]\nx[2:6] = 7\nprint(v.tolist())", "[1.0, 7.0, 7.0]\n");
    torch("slice of a slice", "v = x[1:5][1:3]\nv.zero_()\nprint(x.tolist())", "[0.0, 1.0, 0.0, 0.0, 4.0, 5.0]\n");
    torch("reshaped view", "v = x.view(2, 3)\nv[1] = 9\nprint(x.tolist())", "[0.0, 1.0, 2.0, 9.0, 9.0, 9.0]\n");
    torch("single element", "x[2] += 5\nprint(x.tolist())", "[0.0, 1.0, 7.0, 3.0, 4.0, 5.0]\n");
    torch("column", "v = x.view(2, 3)[:, 1]\nv += 10\nprint(x.tolist())", "[0.0, 11.0, 2.0, 3.0, 14.0, 5.0]\n");
    torch("chunks", "a, b = x.chunk(2)\nb.copy_(a)\nprint(x.tolist())", "[0.0, 1.0, 2.0, 0.0, 1.0, 2.0]\n");
    torch("overlapping slices", "a, b = x[0:3], x[2:5]\na.fill_(8)\nprint(b.tolist())", "[8.0, 3.0, 4.0]\n");
    torch("disjoint slices", "a, b = x[0:2], x[2:6]\na += 10\nb += 20\nprint(x.tolist(), a.tolist(), b.tolist())",
          "[10.0, 11.0, 22.0, 23.0, 24.0, 25.0] [10.0, 11.0] [22.0, 23.0, 24.0, 25.0]\n");
    torch("row, column and whole array",
          "m = x.view(2, 3)\nr, c, a = m[1], m[:, 2], m.view(3, 2)\nr += 10\nprint(c.tolist(), a.tolist(), x.tolist())",
          "[2.0, 15.0] [[0.0, 1.0], [2.0, 13.0], [14.0, 15.0]] [0.0, 1.0, 2.0, 13.0, 14.0, 15.0]\n");
    torch("slice is assigned while rows exist",
          "v = x.view(6, 1)\nrows = list(v)\nv[2:4] = 7\nprint([int(r) for r in rows], x.tolist())",
          "[0, 1, 7, 7, 4, 5] [0.0, 1.0, 7.0, 7.0, 4.0, 5.0]\n");
    torch("slice of the whole array", "v = x[0:6]\nv[1] = 9\nx[0:6] += 1\nprint(x.tolist(), v.tolist())",
          "[1.0, 10.0, 3.0, 4.0, 5.0, 6.0] [1.0, 10.0, 3.0, 4.0, 5.0, 6.0]\n");
    torch("intermediate view is freed",
          "v = x[1:5]\nw = v.view(2, 2)\nv = None\nw[1] = 9\nx[1] = 8\nprint(x.tolist(), w.tolist())",
          "[0.0, 8.0, 2.0, 9.0, 9.0, 5.0] [[8.0, 2.0], [9.0, 9.0]]\n");
    torch("base array is freed",
          "m, a, b = x.view(2, 3), x[0:4], x.view(3, 2)\nx = None\na += 10\nm[1, 0] = 7\nprint(m.tolist(), a.tolist(), "
          "b.tolist())",
          "[[10.0, 11.0, 12.0], [7.0, 4.0, 5.0]] [10.0, 11.0, 12.0, 7.0] [[10.0, 11.0], [12.0, 7.0], [4.0, 5.0]]\n");
    torch("slice of a freed view",
          "v = x[0:4].view(2, 2)\na, b = v[0], v[:, 1]\nv = None\na += 10\nprint(x.tolist(), b.tolist())",
          "[10.0, 11.0, 2.0, 3.0, 4.0, 5.0] [11.0, 3.0]\n");
    torch("clone is not written", "v = x[1:3].clone()\nv += 10\nprint(x.tolist())", "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]\n");
    torch("slice of a detached tensor", "v = x.detach()[1:3]\nv += 10\nprint(x.tolist())",
          "[0.0, 11.0, 12.0, 3.0, 4.0, 5.0]\n");
    torch("reshape of a transposed tensor copies",
          "m = x.view(2, 3)\nv = m.t().reshape(-1)\nv += 10\nprint(x.tolist(), v.tolist())",
          "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0] [10.0, 13.0, 11.0, 14.0, 12.0, 15.0]\n");
    torch("contiguous() copies a transposed tensor",
          "m = x.view(2, 3)\nv, w = m.t().contiguous(), m.contiguous()\nv += 10\nprint(x.tolist(), w is m, "
          "m.t().is_contiguous())",
          "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0] True False\n");
    torch("reshape of columns copies",
          "m = x.view(2, 3)\nv, w = m[:, 1:].reshape(-1), m[1:].reshape(-1)\nv += 10\nw += 1\nprint(x.tolist())",
          "[0.0, 1.0, 2.0, 4.0, 5.0, 6.0]\n");
    torch("axes of size 1 may be permuted",
          "m = x.view(1, 6)\nv = m.t().view(2, 3).unsqueeze(0)\nv += 1\nw = m.view(2, 3).t().unsqueeze(1)\nw[0] = "
          "9\nprint(x.tolist())",
          "[9.0, 2.0, 3.0, 9.0, 5.0, 6.0]\n");
    torch("view() of a transposed tensor is refused",
          "try:\n    x.view(2, 3).t().view(-1)\nexcept RuntimeError as error:\n    print(error)",
          "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
          "contiguous subspaces). Use .reshape(...) instead.\n");
    torch("transposed twice",
          "m = x.view(2, 3)\nv = m.t().t()\nv += 1\nx = None\nm[0] = 9\nw = v.t()\nm = v = None\nw[0] = "
          "5\nprint(w.t().tolist())",
          "[[5.0, 9.0, 9.0], [5.0, 5.0, 6.0]]\n");
    torch("transposed view of a reshaped transposed tensor",
          "w = x.reshape(6, 1)\nz = w.t().view(2, 3).t()\nw += 10\nprint(z.tolist())\nz[0, 1] = 7\nprint(x.tolist())",
          "[[10.0, 13.0], [11.0, 14.0], [12.0, 15.0]]\n[10.0, 11.0, 12.0, 7.0, 14.0, 15.0]\n");
    torch("write through a transposed view of a view",
          "m = x.view(6, 1).t().view(2, 3)\nn = m.t()\nm[0, 1] = 77\nprint(n.tolist())\nn[2, 0] = 8\nprint(x.tolist())",
          "[[0.0, 3.0], [77.0, 4.0], [2.0, 5.0]]\n[0.0, 77.0, 8.0, 3.0, 4.0, 5.0]\n");
    torch("permuted axes",
          "m = torch.arange(24.).view(2, 3, 4)\nv, w = m.permute(0, 2, 1), m.permute(2, 0, 1)\nm += 100\n"
          "print(v[1].tolist(), v.stride(), v.is_contiguous())\nv[1, 3] = 7\nw[0] = 5\nprint(m[1].tolist())\n"
          "print(w[3].tolist(), v.permute(0, 2, 1).is_contiguous(), m.transpose(0, 2).shape)",
          "[[112.0, 116.0, 120.0], [113.0, 117.0, 121.0], [114.0, 118.0, 122.0], [115.0, 119.0, 123.0]] (12, 1, 4) "
          "False\n"
          "[[5.0, 113.0, 114.0, 7.0], [5.0, 117.0, 118.0, 7.0], [5.0, 121.0, 122.0, 7.0]]\n"
          "[[103.0, 107.0, 111.0], [7.0, 7.0, 7.0]] True torch.Size([4, 3, 2])\n");
    torch("all permutations of four axes",
          "from itertools import permutations\nm = torch.arange(120).view(2, 3, 4, 5)\n"
          "for dims in permutations(range(4)):\n"
          "    v = m.permute(dims)\n    back = v.permute([dims.index(i) for i in range(4)])\n"
          "    stride = tuple(m.stride(d) for d in dims)\n"
          "    first = [sum(i * s for i, s in zip((1, 0, 1, 1), stride)), sum(i * s for i, s in zip((0, 1, 1, 0), "
          "stride))]\n"
          "    right = v.shape == tuple(m.shape[d] for d in dims) and v.stride() == stride\n"
          "    right &= [v[1, 0, 1, 1].item(), v[0, 1, 1, 0].item()] == first and torch.equal(back, m)\n"
          "    v += 1\n    m -= 1\n"
          "    right &= v.sum().item() == 7140 and torch.equal(back, m)\n"
          "    if not right or not back.is_contiguous():\n        print(dims)\nprint('done')",
          "done\n");
    torch("permuted tensor is not contiguous",
          "v = x.view(1, 2, 3).permute(2, 1, 0)\nw = v.reshape(6)\nv += 1\nprint(w.tolist(), v.contiguous().stride())\n"
          "try:\n    v.view(6)\nexcept RuntimeError as error:\n    print(str(error)[:30])",
          "[0.0, 3.0, 1.0, 4.0, 2.0, 5.0] (2, 1, 1)\nview size is not compatible wi\n");
    torch("base of a permuted view is freed",
          "v = x.view(1, 2, 3, 1).permute(0, 2, 3, 1)\nw = v[:, 1:]\nx = None\nw += 10\nprint(v.flatten().tolist())",
          "[0.0, 3.0, 11.0, 14.0, 12.0, 15.0]\n");
    torch("reshaped NumPy array",
          "import numpy as np\na = np.ones((2, 3))\nb, t = a.reshape(6), torch.from_numpy(a.reshape(-1, 2))\na += "
          "1\nt[2] "
          "= 5\nprint(b)\nprint(a)\nc = a.T.reshape(6)\na += 1\nprint(c)",
          "[2. 2. 2. 2. 5. 5.]\n[[2. 2. 2.]\n [2. 5. 5.]]\n[2. 2. 2. 5. 2. 5.]\n");
    torch("gradient",
          "w = torch.ones(3, requires_grad=True)\n(w * 2).sum().backward()\nv = w.grad[1:3]\n"
          "(w * 3).sum().backward()\nprint(v.tolist())",
          "[5.0, 5.0]\n");
    mxnet("gradient",
          "from mxnet import autograd\nx.attach_grad()\nv = x.grad[1:3]\nwith autograd.record():\n"
          "    y = (x * x).sum()\ny.backward()\nshow(v)",
          "[2, 4]\n");
    mxnet("slice is written", "v = x[1:3]\nv[:] = 8\nshow(x)", "[0, 8, 8, 3, 4, 5]\n");
    mxnet("array is written", "v = x[1:3]\nx += 1\nshow(v)", "[2, 3]\n");
    mxnet("addition to a slice", "x[1:3] += 10\nshow(x)", "[0, 11, 12, 3, 4, 5]\n");
    mxnet("reshaped view", "v = x.reshape((2, 3))\nv[0][:] = 4\nshow(x)", "[4, 4, 4, 3, 4, 5]\n");
    mxnet("columns are copies", "v = x.reshape((2, 3))[:, 1:2]\nv += 10\nshow(x)", "[0, 1, 2, 3, 4, 5]\n");
    mxnet("copy between slices", "x[0:2] = nd.ones(2) * 7\nx[2:4].copyto(x[4:6])\nshow(x)", "[7, 7, 2, 3, 2, 3]\n");
}

void TestViews::viewsAndArraysShareWrites()
{
    QFETCH(QString, dialect);
    QFETCH(QString, program);
    QFETCH(QString, output);
    for (const char* machine : {"book-v100", "this-computer"}) {
        auto request = ProgramRuns::typed(program.toStdString(), dialect == "torch" ? Dialect::Torch : Dialect::MXNet);
        request.machine = machine;
        request.values = trace::ValueMode::Computed;

        const auto trace = m_runs.trace(request);

        QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
        QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), output);
    }
}

void TestViews::allReduceUpdatesViews()
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

void TestViews::viewsIssueNoUpdateWithoutAWrite()
{
    const auto trace = m_runs.trace(ProgramRuns::typed("import torch\nx = torch.ones(6)\nv = x[1:3]\ny = v + 1\n"));

    QVERIFY(!trace->error());
    QCOMPARE(trace->opCount(), std::size_t{3});  // ones, the slice, the sum
}

void TestViews::writeToOneRowUpdatesNoOtherRow()
{
    const auto trace = m_runs.trace(ProgramRuns::typed(
        "import torch\nx = torch.zeros(20000, 1)\nrows = list(x)\nrows[3] += 1\nprint(len(rows))\nrows = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    // zeros, the rows, one addition and its update of x; the other rows do not overlap it
    QCOMPARE(trace->opCount(), std::size_t{1 + 20000 + 1 + 1});
}

void TestViews::eachRowWriteIssuesOneUpdate()
{
    const auto trace = m_runs.trace(
        ProgramRuns::typed("import torch\nx = torch.zeros(5000, 2)\nrows = list(x)\nfor r in rows:\n    r += 1\n"
                           "for i in range(5000):\n    x[i] = 2\nr = rows = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(countOf(*trace, "slice_assign"), std::size_t{5000});  // from each row into x
    QCOMPARE(countOf(*trace, "view"), std::size_t{5000});          // from each assignment to x into the row
}

void TestViews::longChainsOfViewsAreFreed()
{
    for (const char* next : {"y.view(2, 3) if i % 2 else y.view(6)", "y[0:6]", "y[1:]"}) {
        const auto trace = m_runs.trace(ProgramRuns::typed(
            std::string("import torch\ny = torch.zeros(") + (next == std::string("y[1:]") ? "30001" : "6") +
            ")\nfor i in range(30000):\n    y = " + next + "\ny += 1\nprint(y.sum().item())\ny = None\n"));

        QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    }
}

/// x = x.t() retains no earlier tensor.
void TestViews::repeatedTransposesFreeMemory()
{
    const auto trace =
        m_runs.trace(ProgramRuns::typed("import torch\nx = torch.zeros(300, 500, device='cuda')\nfor i in range(200):\n"
                                        "    x = x.t()\nprint(torch.cuda.memory_allocated() // 600000)\nx = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QVERIFY2(std::stoi(printed(*trace, trace::OutputStream::Standard)) <= 3,
             printed(*trace, trace::OutputStream::Standard).c_str());
}

void TestViews::writeReachesALongChainOfViews()
{
    auto request = ProgramRuns::typed(
        "import torch\nys = [torch.zeros(6)]\nfor i in range(20000):\n    ys.append(ys[-1].view(6))\n"
        "ys[-1] += 1\nprint(ys[0].sum().item(), ys[9999].sum().item())\nys = None\n");
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), "6.0 6.0\n");
}

/// On this computer an operation is issued without the interpreter's lock, so another thread may free a view that the
/// write is about to update.
void TestViews::viewsMayBeFreedByAnotherThreadDuringAWrite()
{
#ifdef __SANITIZE_THREAD__
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
