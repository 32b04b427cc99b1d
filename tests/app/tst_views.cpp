#include "tests/app/program_runs.h"

#include <QtTest>

using namespace engine;
using frontend::Dialect;

/// Parts and other shapes of an array show it, as in the frameworks: what is written to one of them reaches the other.
class TestViews : public QObject {
    Q_OBJECT

private slots:
    void writesReachWhatIsShown_data();
    void writesReachWhatIsShown();
    void nothingIsIssuedWithoutAWrite();
    void partsOfManyRowsCostNoMoreThanTheirWrites();

private:
    ProgramRuns m_runs;
};

void TestViews::writesReachWhatIsShown_data()
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
    torch("a part is written", "v = x[1:3]\nv += 10\nprint(x.tolist(), v.tolist())",
          "[0.0, 11.0, 12.0, 3.0, 4.0, 5.0] [11.0, 12.0]\n");
    torch("the whole is written", "v = x[1:3]\nx *= 2\nprint(v.tolist())", "[2.0, 4.0]\n");
    torch("a part is assigned to", "v = x[1:4]\nx[2:6] = 7\nprint(v.tolist())", "[1.0, 7.0, 7.0]\n");
    torch("a part of a part", "v = x[1:5][1:3]\nv.zero_()\nprint(x.tolist())", "[0.0, 1.0, 0.0, 0.0, 4.0, 5.0]\n");
    torch("another shape", "v = x.view(2, 3)\nv[1] = 9\nprint(x.tolist())", "[0.0, 1.0, 2.0, 9.0, 9.0, 9.0]\n");
    torch("one number", "x[2] += 5\nprint(x.tolist())", "[0.0, 1.0, 7.0, 3.0, 4.0, 5.0]\n");
    torch("columns", "v = x.view(2, 3)[:, 1]\nv += 10\nprint(x.tolist())", "[0.0, 11.0, 2.0, 3.0, 14.0, 5.0]\n");
    torch("chunks", "a, b = x.chunk(2)\nb.copy_(a)\nprint(x.tolist())", "[0.0, 1.0, 2.0, 0.0, 1.0, 2.0]\n");
    torch("two parts that overlap", "a, b = x[0:3], x[2:5]\na.fill_(8)\nprint(b.tolist())", "[8.0, 3.0, 4.0]\n");
    torch("what is gone is not written", "v = x[1:3].clone()\nv += 10\nprint(x.tolist())",
          "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]\n");
    torch("through detach()", "v = x.detach()[1:3]\nv += 10\nprint(x.tolist())", "[0.0, 11.0, 12.0, 3.0, 4.0, 5.0]\n");
    mxnet("a part is written", "v = x[1:3]\nv[:] = 8\nshow(x)", "[0, 8, 8, 3, 4, 5]\n");
    mxnet("the whole is written", "v = x[1:3]\nx += 1\nshow(v)", "[2, 3]\n");
    mxnet("a part is added to", "x[1:3] += 10\nshow(x)", "[0, 11, 12, 3, 4, 5]\n");
    mxnet("another shape", "v = x.reshape((2, 3))\nv[0][:] = 4\nshow(x)", "[4, 4, 4, 3, 4, 5]\n");
    mxnet("columns are copies", "v = x.reshape((2, 3))[:, 1:2]\nv += 10\nshow(x)", "[0, 1, 2, 3, 4, 5]\n");
    mxnet("rows copied from another", "x[0:2] = nd.ones(2) * 7\nx[2:4].copyto(x[4:6])\nshow(x)",
          "[7, 7, 2, 3, 2, 3]\n");
}

void TestViews::writesReachWhatIsShown()
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

void TestViews::nothingIsIssuedWithoutAWrite()
{
    const auto trace = m_runs.trace(ProgramRuns::typed("import torch\nx = torch.ones(6)\nv = x[1:3]\ny = v + 1\n"));

    QVERIFY(!trace->error());
    QCOMPARE(trace->opCount(), std::size_t{3});  // ones, the part, the sum
}

void TestViews::partsOfManyRowsCostNoMoreThanTheirWrites()
{
    const auto trace = m_runs.trace(ProgramRuns::typed(
        "import torch\nx = torch.zeros(20000, 1)\nrows = list(x)\nrows[3] += 1\nprint(len(rows))\nrows = None\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    // zeros, the rows, one addition, its way into x, and from there to the other rows
    QCOMPARE(trace->opCount(), std::size_t{1 + 20000 + 1 + 1 + 19999});
}

QTEST_GUILESS_MAIN(TestViews)
#include "tst_views.moc"
