#include "tests/app/program_runs.h"

#include <QTest>

#include <algorithm>

using namespace engine;
using frontend::Dialect;

namespace {

/// Start of the listings that run() executes. Imports the native module, on which the dialects are built.
const std::string kStart =
    "import _overlap as o\n"
    "from mxnet import nd\n"
    "def dense(x, w, b):\n"
    "    return o.apply('FullyConnected', [x, w, b], 'FullyConnected', 'FC({0})')\n"
    "def relu(x):\n"
    "    return o.apply('Relu', [x], 'relu', 'relu({0})')\n";

std::vector<std::string> phasesOf(const trace::Trace& trace, std::string_view name)
{
    std::vector<std::string> phases;
    for (std::uint32_t i = 0; i < trace.opCount(); ++i)
        if (trace.text(trace.op(OpId{i}).name) == name)
            phases.emplace_back(trace.text(trace.op(OpId{i}).phase));
    return phases;
}

}  // namespace

/// Tests the native module: operators by name, recording, compiled graphs, phases and steps.
class TestNative : public QObject {
    Q_OBJECT

private slots:
    void operatorsAreAppliedByName();
    void invalidArgumentsAreRefused_data();
    void invalidArgumentsAreRefused();
    void phaseOfAnOperationIsTheFunctionThatIssuesIt();
    void phaseEndsWhenTheFunctionRaises();
    void operationsOfANetRecordTheirLayer_data();
    void operationsOfANetRecordTheirLayer();
    void forwardAndBackwardPhasesAreRecorded();
    void phaseIsKeptWhileRecordingIsPaused();
    void gradientsHaveTheExpectedValues_data();
    void gradientsHaveTheExpectedValues();
    void gradientsAreNamedAfterTheirTensors();
    void activationsAreFreedByBackward();
    void invalidCallOfBackwardIsRefused_data();
    void invalidCallOfBackwardIsRefused();
    void compiledGraphIsIssuedAsOneOperation();
    void compiledGraphGivesTheGradientsOfTheEagerNet();
    void savedParametersAndGraphsAreLoadedUnchanged();
    void readingTheValueOfASymbolIsRefused_data();
    void readingTheValueOfASymbolIsRefused();
    void stepsAndMetricsAreRecorded();

private:
    [[nodiscard]] trace::TracePtr run(const std::string& source, const std::string& machine = "laptop-2019")
    {
        auto request = ProgramRuns::typed(kStart + source, Dialect::MXNet);
        request.machine = machine;
        return m_runs.trace(request);
    }
    [[nodiscard]] std::string output(const std::string& source, const std::string& machine = "laptop-2019")
    {
        const auto trace = run(source, machine);
        if (trace->error())
            return trace->error()->type + ": " + trace->error()->message;
        return printed(*trace, trace::OutputStream::Standard);
    }

    ProgramRuns m_runs;
};

void TestNative::operatorsAreAppliedByName()
{
    const std::string text = output(
        "x = nd.arange(6).reshape((2, 3))\n"
        "print(o.apply('Sum', [x], 'sum', '{0}.sum(1)', axes=2, keep_axes=True).asnumpy().tolist())\n"
        "print(o.apply('Slice', (x,), 'slice', '{0}[..]', shape=(1, 2), offsets=(1, 1)).asnumpy().tolist())\n"
        "print(o.apply('Concat', [x, x], 'concat', 'c', axes=1).extents)\n"
        "y = o.apply('AddScalar', [x], 'add', '{0} + 1', scalars=(1,), out=x)\n"
        "print(y is x, x.asnumpy().tolist()[1][2])\n"
        "parts = o.apply('FullyConnectedBackward', [nd.ones((2, 4)), x, nd.ones((4, 3))], 'b', 'b', wanted=7)\n"
        "print([p.extents for p in parts])\n");

    QCOMPARE(text, "[[3.0], [12.0]]\n[[4.0, 5.0]]\n(4, 3)\nTrue 6.0\n[(2, 3), (4, 3), (4,)]\n");
}

void TestNative::invalidArgumentsAreRefused_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("says");

    const auto row = [](const char* name, const char* source, const char* says) {
        QTest::newRow(name) << source << says;
    };
    row("mismatched shapes", "o.apply('MatMul', [nd.ones((2, 3)), nd.ones((2, 3))], 'dot', '')", "2 × 3 by 2 × 3");
    row("unknown operator", "o.apply('Dot', [nd.ones((2, 3))], 'dot', '')", "no operator 'Dot'");
    row("unknown attribute", "o.apply('Relu', [nd.ones((2,))], 'relu', '', alpha=1)", "no attribute 'alpha'");
    row("input is not a tensor", "o.apply('Relu', [3], 'relu', '')", "takes tensors, not int");
    row("no inputs", "o.apply('Relu', [], 'relu', '')", "has no input");
    row("too many inputs", "o.apply('Relu', [nd.ones((2,))] * 2, 'relu', '')", "takes 1 inputs, but got 2");
    row("output of another shape", "o.apply('Relu', [nd.ones((2,))], 'relu', '', out=nd.ones((3,)))",
        "does not fit into the tensor of 3");
    row("scalar is not a number", "o.apply('AddScalar', [nd.ones((2,))], 'add', '', scalars=('a',))",
        "at most three numbers as scalars, not ('a',)");
    row("too many scalars", "o.apply('AddScalar', [nd.ones((2,))], 'add', '', scalars=(1, 2, 3, 4))",
        "at most three numbers as scalars, not (1, 2, 3, 4)");
    row("axes above 255", "o.apply('Sum', [nd.ones((2,))], 'sum', '', axes=256)", "0 to 255");
    row("unknown dispatch", "o.apply('Relu', [nd.ones((2,))], 'relu', '', dispatch='fast')", "'fast'");
    row("unknown step type", "o.step('hour', 1)", "'epoch' or a 'batch'");
}

void TestNative::invalidArgumentsAreRefused()
{
    QFETCH(QString, source);
    QFETCH(QString, says);

    const std::string text = output(source.toStdString() + "\n");

    QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
}

void TestNative::phaseOfAnOperationIsTheFunctionThatIssuesIt()
{
    const auto trace =
        run("def inner(x):\n"
            "    'Says what it does.'\n"
            "    return x + 1\n"
            "class Net:\n"
            "    def forward(self, x):\n"
            "        y = inner(x)\n"
            "        return y + 2\n"
            "def batches():\n"
            "    for i in range(2):\n"
            "        yield nd.ones((2,)) + i\n"
            "x = nd.ones((2,)) + 3\n"
            "Net().forward(x)\n"
            "for x in batches():\n"
            "    x + 4\n");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(phasesOf(*trace, "add"), (std::vector<std::string>{"", "inner", "forward", "", "", "", ""}));
}

void TestNative::phaseEndsWhenTheFunctionRaises()
{
    const auto trace =
        run("def bad(x):\n"
            "    raise ValueError('no')\n"
            "try:\n"
            "    bad(1)\n"
            "except ValueError:\n"
            "    nd.ones((2,)) + 1\n");

    QCOMPARE(phasesOf(*trace, "add"), std::vector<std::string>{""});
}

void TestNative::operationsOfANetRecordTheirLayer_data()
{
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("expected");

    QTest::newRow("modules of PyTorch")
        << static_cast<int>(Dialect::Torch)
        << "import torch\n"
           "from torch import nn\n"
           "net = nn.Sequential(nn.Linear(4, 8), nn.Sequential(nn.ReLU(), nn.Linear(8, 2)))\n"
           "x = torch.rand(3, 4)\n"
           "net(x).sum().backward()\n"
           "y = x + x\n"
        << QStringList{"rand forward  3x4",
                       "linear forward net:Sequential/0:Linear[8x4 8] 3x8",
                       "relu forward net:Sequential/1:Sequential/0:ReLU 3x8",
                       "linear forward net:Sequential/1:Sequential/1:Linear[2x8 2] 3x2",
                       "add forward  3x4",
                       "backward net:Sequential/0:Linear[8x4 8]",
                       "backward net:Sequential/1:Sequential/0:ReLU"};
    QTest::newRow("blocks of Gluon, whose shapes follow from the first batch")
        << static_cast<int>(Dialect::MXNet)
        << "from mxnet import autograd, nd\n"
           "from mxnet.gluon import nn\n"
           "net = nn.Sequential()\n"
           "net.add(nn.Dense(8), nn.Dense(2))\n"
           "net.initialize()\n"
           "x = nd.ones((3, 4))\n"
           "net(x)\n"
           "with autograd.record():\n"
           "    y = net(x)\n"
           "y.backward()\n"
        << QStringList{"FullyConnected forward net:Sequential/0:Dense[8x4 8] 3x8",
                       "FullyConnected forward net:Sequential/1:Dense[2x8 2] 3x2",
                       "backward net:Sequential/0:Dense[8x4 8]"};
}

void TestNative::operationsOfANetRecordTheirLayer()
{
    QFETCH(int, dialect);
    QFETCH(QString, source);
    QFETCH(QStringList, expected);

    const auto trace = m_runs.trace(ProgramRuns::typed(source.toStdString(), static_cast<Dialect>(dialect)));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QStringList found;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i) {
        const trace::Op op = trace->op(OpId{i});
        const auto text = [&](NameId name) { return QString::fromStdString(std::string(trace->text(name))); };
        found << (text(op.phase) == "backward"
                      ? QStringLiteral("backward %1").arg(text(op.layer))
                      : QStringLiteral("%1 forward %2 %3").arg(text(op.name), text(op.layer), text(op.shape)));
    }
    for (const QString& one : expected)
        QVERIFY2(found.contains(one), qPrintable(one + " is not in\n" + found.join('\n')));
}

void TestNative::forwardAndBackwardPhasesAreRecorded()
{
    const auto trace =
        run("def net(x, w, b):\n"
            "    return relu(dense(x, w, b))\n"
            "w, b, x = nd.ones((4, 3)), nd.ones((4,)), nd.ones((2, 3))\n"
            "gw, gb = nd.zeros((4, 3)), nd.zeros((4,))\n"
            "def train():\n"
            "    o.attach_grad(w, gw)\n"
            "    o.attach_grad(b, gb)\n"
            "    o.recording(True)\n"
            "    l = net(x, w, b).sum()\n"
            "    o.recording(False)\n"
            "    o.backward([l])\n"
            "    w.copyto(w.context)\n"
            "train()\n");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(phasesOf(*trace, "FullyConnected"), std::vector<std::string>{"dense"});
    QCOMPARE(phasesOf(*trace, "sum"), std::vector<std::string>{"forward"});
    QCOMPARE(phasesOf(*trace, "FullyConnected backward"), std::vector<std::string>{"backward"});
    QCOMPARE(phasesOf(*trace, "copyto"), std::vector<std::string>{"train"});
}

void TestNative::phaseIsKeptWhileRecordingIsPaused()
{
    const auto trace =
        run("def net(x):\n"
            "    before = o.recording(False)\n"
            "    y = x + 1\n"
            "    o.recording(before)\n"
            "    return y + 2\n"
            "o.recording(True)\n"
            "net(nd.ones((2,))) + 3\n"
            "o.recording(False)\n"
            "nd.ones((2,)) + 4\n");

    QCOMPARE(phasesOf(*trace, "add"), (std::vector<std::string>{"net", "net", "forward", ""}));
}

void TestNative::gradientsHaveTheExpectedValues_data()
{
    QTest::addColumn<QString>("machine");

    QTest::newRow("on a virtual machine") << "laptop-2019";
    QTest::newRow("on this computer") << "this-computer";
}

void TestNative::gradientsHaveTheExpectedValues()
{
    QFETCH(QString, machine);

    const std::string text = output(
        "x = nd.array([[1, 2, 3], [4, 5, 6]])\n"
        "w = nd.array([[1, 0, -1], [2, 1, 0]])\n"
        "b = nd.zeros((2,))\n"
        "gw, gb = nd.ones((2, 3)), nd.ones((2,))\n"
        "o.attach_grad(w, gw, 'write')\n"
        "o.attach_grad(b, gb, 'add')\n"
        "o.recording(True)\n"
        "y = relu(dense(x, w, b))\n"
        "l = (y * y).mean()\n"
        "o.recording(False)\n"
        "o.backward([l], None, False)\n"
        "print(w.gradient is gw, y.gradient, l.asscalar())\n"
        "print(gw.asnumpy().tolist(), gb.asnumpy().tolist())\n",
        machine.toStdString());

    // y = [[0, 4], [0, 13]]; dl/dy = y / 2; the second row of dw is 2 * [1, 2, 3] + 6.5 * [4, 5, 6].
    QCOMPARE(text, "True None 46.25\n[[0.0, 0.0, 0.0], [28.0, 36.5, 45.0]] [1.0, 9.5]\n");
}

void TestNative::gradientsAreNamedAfterTheirTensors()
{
    const auto trace =
        run("w1 = nd.ones((2, 3))\n"
            "p = nd.zeros((2,))\n"
            "o.set_name(p, 'dense0_bias')\n"
            "o.attach_grad(w1, nd.zeros((2, 3)))\n"
            "o.attach_grad(p, nd.zeros((2,)))\n"
            "o.recording(True)\n"
            "l = dense(nd.ones((4, 3)), w1, p)\n"
            "o.recording(False)\n"
            "o.backward([l])\n"
            "nd.waitall()\n");

    std::vector<std::string> labels;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i)
        if (trace->text(trace->op(OpId{i}).name) == "FullyConnected backward")
            labels.emplace_back(trace->text(trace->op(OpId{i}).label));
    QCOMPARE(labels, std::vector<std::string>{"w1.grad"});
}

void TestNative::activationsAreFreedByBackward()
{
    const auto trace =
        run("x = nd.ones((256, 256))\n"
            "o.attach_grad(x, nd.zeros((256, 256)))\n"
            "o.recording(True)\n"
            "y = x\n"
            "for i in range(10):\n"
            "    y = y.tanh()\n"
            "l = y.sum()\n"
            "o.recording(False)\n"
            "nd.waitall()\n"
            "print(o.memory(-1)['allocated'] // 262144)\n"
            "o.backward([l])\n"
            "nd.waitall()\n"
            "print(o.memory(-1)['allocated'] // 262144, o.memory(-1)['peak_allocated'] // 262144)\n");

    // The numbers count tensors. Before backward: x, its gradient and ten results. After it: x, its gradient and y.
    // Backward allocates one gradient for each result that it frees.
    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    const std::string text = printed(*trace, trace::OutputStream::Standard);
    QVERIFY2(text == "12\n3 13\n" || text == "12\n3 14\n", text.c_str());
}

void TestNative::invalidCallOfBackwardIsRefused_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("says");

    const auto row = [](const char* name, const char* source, const char* says) {
        QTest::newRow(name) << source << says;
    };
    row("nothing was recorded", "o.backward([x * x])", "MXNetError: There is nothing to go backward through");
    row("backward twice", "o.recording(True)\nl = x * x\no.recording(False)\no.backward([l])\no.backward([l])",
        "retain_graph=True");
    row("a leaf changes while recording", "o.recording(True)\nx += 1", "not supported when recording");
    row("a result changes while recording", "o.recording(True)\ny = x * 2\ny += 1", "not supported when recording");
    row("needed input was changed", "o.recording(True)\nl = x * x\no.recording(False)\nx += 1\no.backward([l])",
        "changed in place");
    row("changed through a detached tensor",
        "o.recording(True)\nl = x * x\no.recording(False)\nd = o.detach(x)\nd += 1\no.backward([l])",
        "changed in place");
    row("gradient of another shape", "o.attach_grad(x, nd.zeros((3,)))", "cannot be kept in one of 3");
    row("head gradient of another shape",
        "o.recording(True)\nl = x * x\no.recording(False)\no.backward([l], [nd.ones((3,))])", "cannot be 3");
    row("unknown gradient request", "o.attach_grad(x, nd.zeros((2,)), 'maybe')", "'maybe'");
}

void TestNative::invalidCallOfBackwardIsRefused()
{
    QFETCH(QString, source);
    QFETCH(QString, says);

    const std::string text =
        output("x = nd.ones((2,))\no.attach_grad(x, nd.zeros((2,)))\n" + source.toStdString() + "\n");

    QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
}

namespace {

const std::string kGraph =
    "def layer(x, name):\n"
    "    inputs = [x, o.symbol_variable(name + '_weight'), o.symbol_variable(name + '_bias')]\n"
    "    return o.symbol_apply('FullyConnected', inputs, name + '_fwd')\n"
    "s = o.symbol_variable('data')\n"
    "for i in range(2):\n"
    "    s = o.symbol_apply('Relu', [layer(s, f'dense{i}')], f'dense{i}_relu_fwd')\n"
    "s = layer(s, 'dense2')\n"
    "graph = o.cached_graph([s], s.list_arguments())\n"
    "x = nd.random.normal(shape=(1, 512))\n"
    "sizes = [(256, 512), (256,), (128, 256), (128,), (2, 128), (2,)]\n"
    "P = [nd.random.normal(shape=n) * 0.05 for n in sizes]\n"
    "def eager(x):\n"
    "    y = relu(dense(x, P[0], P[1]))\n"
    "    return dense(relu(dense(y, P[2], P[3])), P[4], P[5])\n";

}  // namespace

void TestNative::compiledGraphIsIssuedAsOneOperation()
{
    const auto trace = run(kGraph +
                           "nd.waitall()\n"
                           "a = eager(x)\n"
                           "b = graph([x] + P, False)[0]\n"
                           "print(a.asnumpy().tolist() == b.asnumpy().tolist())\n"
                           "print(graph.describe()['names'])\n");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(printed(*trace, trace::OutputStream::Standard),
             "True\n['FullyConnected + Relu', 'FullyConnected + Relu', 'FullyConnected']\n");
    QCOMPARE(phasesOf(*trace, "FullyConnected").size() + phasesOf(*trace, "relu").size(), 5U);
    QCOMPARE(phasesOf(*trace, "CachedOp").size(), 1U);
}

void TestNative::compiledGraphGivesTheGradientsOfTheEagerNet()
{
    const auto trace = run(kGraph +
                           "G = [nd.zeros(n) for n in sizes]\n"
                           "for p, g in zip(P, G):\n"
                           "    o.attach_grad(p, g)\n"
                           "found = []\n"
                           "for net in (eager, lambda x: graph([x] + P, True)[0]):\n"
                           "    o.recording(True)\n"
                           "    l = (net(x) * net(x)).sum()\n"
                           "    o.recording(False)\n"
                           "    o.backward([l])\n"
                           "    found.append([g.asnumpy().tolist() for g in G])\n"
                           "print(found[0] == found[1], sum(map(abs, found[0][5])) > 0)\n");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(printed(*trace, trace::OutputStream::Standard), "True True\n");
    QCOMPARE(phasesOf(*trace, "CachedOp backward"), (std::vector<std::string>{"backward", "backward"}));
}

void TestNative::savedParametersAndGraphsAreLoadedUnchanged()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("net.params").toStdString();

    const std::string text =
        output(kGraph + "o.save_params('" + path + "', {f'arg:{i}': p for i, p in enumerate(P)})\n" +
               "read = o.load_params('" + path + "')\n" +
               "print([v[0] for v in read.values()] == sizes)\n"
               "print(list(read['arg:5'][1]) == P[5].asnumpy().tolist())\n"
               "again = o.symbol_from_json(s.to_json({'dense0_weight': (256, 512)}))[0]\n"
               "print(again.list_arguments() == s.list_arguments(), again.to_json() == s.to_json())\n"
               "print(s.name, s.list_outputs())\n");

    QCOMPARE(text, "True\nTrue\nTrue True\ndense2_fwd ['dense2_fwd_output']\n");
    QVERIFY(output("o.load_params('" + folder.filePath("none").toStdString() + "')").find("none") != std::string::npos);
}

void TestNative::readingTheValueOfASymbolIsRefused_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("says");

    QTest::newRow("asnumpy") << "s.asnumpy()"
                             << "asnumpy() does not work on a Symbol";
    QTest::newRow("a condition") << "if s: pass"
                                 << "__bool__() does not work on a Symbol";
    QTest::newRow("in place") << "s += 1"
                              << "changes none in place";
    QTest::newRow("slice assignment") << "s[:] = 1"
                                      << "changes none in place";
    QTest::newRow("a tensor among symbols") << "o.symbol_apply('Add', [s, nd.ones((2,))], 'a')"
                                            << "takes symbols";
    QTest::newRow("a missing input") << "o.cached_graph([s], [])"
                                     << "reads the variable data";
    QTest::newRow("mismatched shapes") << "o.cached_graph([o.symbol_apply('MatMul', [s, s], 'm')], ['data'])"
                                          "([nd.ones((2, 3))], False)"
                                       << "Node m: MatMul cannot multiply 2 × 3 by 2 × 3";
}

void TestNative::readingTheValueOfASymbolIsRefused()
{
    QFETCH(QString, source);
    QFETCH(QString, says);

    const std::string text = output("s = o.symbol_variable('data')\n" + source.toStdString() + "\n");

    QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
}

void TestNative::stepsAndMetricsAreRecorded()
{
    const auto trace =
        run("for epoch in range(2):\n"
            "    o.step('epoch', epoch, 2)\n"
            "    for batch in range(3):\n"
            "        o.step('batch', batch, 3)\n"
            "        x = nd.ones((2,)) + batch\n"
            "        o.observe(x, 'loss', batch)\n"
            "    o.step('batch', -1)\n"
            "o.metric('accuracy', 0.5, 1)\n"
            "nd.waitall()\n");

    std::vector<std::pair<int, int>> steps;
    for (const trace::StepRecord& step : trace->programPart().steps) {
        steps.emplace_back(static_cast<int>(step.kind), step.index);
        QVERIFY(step.begin <= step.end);
    }
    QCOMPARE(steps, (std::vector<std::pair<int, int>>{{1, 0}, {1, 1}, {1, 2}, {0, 0}, {1, 0}, {1, 1}, {1, 2}, {0, 1}}));
    std::vector<double> losses;
    double accuracy = 0;
    for (const trace::MetricRecord& metric : trace->programPart().metrics) {
        if (metric.name == "loss")
            losses.push_back(metric.value);
        else
            accuracy = metric.value;
    }
    QCOMPARE(losses, (std::vector<double>{1, 2, 3, 1, 2, 3}));
    QCOMPARE(accuracy, 0.5);
}

QTEST_GUILESS_MAIN(TestNative)
#include "tst_native.moc"
