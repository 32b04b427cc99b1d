#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// MXNet's Gluon: layers, names, compiling, training and data.
class TestGluon : public QObject {
    Q_OBJECT

private slots:
    void printsTheTextOfMXNet_data();
    void printsTheTextOfMXNet();
    void errorsNameTheCause_data();
    void errorsNameTheCause();
    void eagerForwardPushesFiveOperationsAndCompiledOne();
    void replicasStayEqual();
    void stepsAndMetricsAreRecorded();
    void noteAboutDataAppearsOnce();
    void timingOnlyRunNeedsNoData();

private:
    [[nodiscard]] trace::TracePtr traceOf(const QString& source, const std::string& machine = "book-v100",
                                          const std::map<std::string, std::string>& parameters = {})
    {
        auto request = ProgramRuns::typed(source.toStdString(), Dialect::MXNet);
        request.machine = machine;
        request.program.values = trace::ValueMode::Computed;
        request.parameters = parameters;
        return m_runs.trace(request);
    }
    ProgramRuns m_runs;
};

namespace {

const char* const kNet = R"(from mxnet import autograd, gluon, init, nd, sym
from mxnet.gluon import loss as gloss, nn, utils as gutils
import mxnet as mx, d2lzh as d2l
)";

QString errorOf(const trace::Trace& trace)
{
    return trace.error() ? QString::fromStdString(trace.error()->type + ": " + trace.error()->message) : QString();
}

}  // namespace

void TestGluon::printsTheTextOfMXNet_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* source, const char* text) {
        QTest::newRow(name) << source << text;
    };
    row("slices of arrays",
        "x = nd.arange(24).reshape((6, 4))\nprint(x[1].asnumpy().tolist(), x[2:4, 1].asnumpy(), "
        "x[-1, -1].asscalar(), x[:, 1:3].shape, x[0:2][0].shape, len(list(x)))",
        "[4.0, 5.0, 6.0, 7.0] [ 9. 13.] 23.0 (6, 2) (4,) 6\n");
    row("assignment to slices",
        "x = nd.zeros((2, 3))\nx[0] = 1\nx[1, 1:] = nd.array([5, 6])\nx[:, 0] += 2\nprint("
        "x.asnumpy().tolist())\nx[:] = 7\nprint(x.sum().asscalar())",
        "[[3.0, 1.0, 1.0], [2.0, 5.0, 6.0]]\n42.0\n");
    row("reductions",
        "x = nd.arange(6).reshape((2, -1))\nprint(x.sum(axis=0).asnumpy(), x.mean(axis=1, keepdims=True)"
        ".shape, x.argmax(axis=1).asnumpy(), nd.sum(x, axis=0, exclude=True).asnumpy())",
        "[3. 5. 7.] (2, 1) [2. 2.] [ 3. 12.]\n");
    row("comparisons",
        "x = nd.array([1, 2, 3])\nprint((x == nd.array([1, 5, 3])).sum().asscalar(), "
        "(x >= 2).asnumpy(), (x < 2).asnumpy())",
        "2.0 [0. 1. 1.] [1. 0. 0.]\n");
    row("joining and splitting",
        "x = nd.ones((2, 4))\na, b = nd.split(x, 2)\nprint(a.shape, nd.concat(a, b, dim=0)"
        ".shape, nd.stack(a, b).shape, x.expand_dims(1).shape, nd.flatten(nd.ones((2, 3, 4))).shape)",
        "(2, 2) (4, 2) (2, 2, 2) (2, 1, 4) (2, 12)\n");
    row("gradients",
        "x = nd.array([1, 2, 3])\nx.attach_grad()\nwith autograd.record():\n    y = (x * x * 2).sum()\n"
        "y.backward()\nprint(x.grad.asnumpy(), autograd.is_recording())",
        "[ 4.  8. 12.] False\n");
    row("names",
        "net = nn.HybridSequential()\nnet.add(nn.Dense(3, activation='relu'), nn.Dense(2))\n"
        "print(net.name, list(net.collect_params()))\nnet.initialize()\nnet(nd.ones((1, 4)))\nprint(net[0], net[1])\n"
        "print(net(sym.var('data')))",
        "hybridsequential0 ['dense0_weight', 'dense0_bias', 'dense1_weight', 'dense1_bias']\n"
        "Dense(4 -> 3, Activation(relu)) Dense(3 -> 2, linear)\n<Symbol dense1_fwd>\n");
    row("parameter count of the MLP",
        "net = nn.HybridSequential()\nnet.add(nn.Dense(256, activation='relu'), "
        "nn.Dense(128, activation='relu'), nn.Dense(2))\nnet.initialize()\nnet(nd.ones((1, 512)))\n"
        "print(sum(p.data().size for p in net.collect_params().values()))",
        "164482\n");
    row("parameter counts of ResNet-18",
        "net = d2l.resnet18(10)\nnet.initialize()\nwith mx.cpu():\n    y = net(nd.zeros((1, 1, "
        "28, 28)))\nlearned = [p for p in net.collect_params().values() if p.grad_req != 'null']\n"
        "rest = [p for p in net.collect_params().values() if p.grad_req == 'null']\n"
        "print(y.shape, len(learned), sum(p.data().size for p in learned), sum(p.data().size for p in rest))",
        "(1, 10) 76 11175818 7808\n");
    row("compiled net does not print", R"(class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(10)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('F:', F)
        x = F.relu(self.hidden(x))
        print(type(x).__name__, x.name if F is sym else '')
        return self.output(x)

net = HybridNet()
net.initialize()
x = nd.random.normal(shape=(1, 4))
a = net(x)
net.hybridize()
b = net(x)
c = net(x)
print(a.asnumpy().tolist() == b.asnumpy().tolist() == c.asnumpy().tolist())
print(sum(p.data().size for p in net.collect_params().values())))",
        "F: <module 'mxnet.ndarray'>\nNDArray \nF: <module 'mxnet.symbol'>\nSymbol hybridnet0_relu0\nTrue\n72\n");
    row("compiled before the first call",
        "net = nn.HybridSequential()\nnet.add(nn.Conv2D(4, 3, activation='relu'), "
        "nn.BatchNorm(), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(2))\nnet.initialize()\nnet.hybridize()\n"
        "print(net(nd.ones((2, 1, 8, 8))).shape, net(nd.ones((3, 1, 9, 9))).shape, net[0])",
        "(2, 2) (3, 2) Conv2D(1 -> 4, kernel_size=(3, 3), stride=(1, 1), Activation(relu))\n");
    row("parameter on two devices",
        "net = nn.Dense(2, weight_initializer=init.Normal(1))\n"
        "net.initialize(ctx=[mx.gpu(0), mx.gpu(1)])\nxs = gutils.split_and_load(nd.ones((4, 3)), [mx.gpu(0), "
        "mx.gpu(1)])"
        "\nys = [net(x) for x in xs]\nw = net.params.get('weight')\ntry:\n    w.data()\nexcept RuntimeError as error:\n"
        "    print(str(error).partition('.')[0])\nprint(ys[1].context, w.list_ctx(), "
        "w.data(mx.gpu(0)).asnumpy().tolist() "
        "== w.data(mx.gpu(1)).asnumpy().tolist())",
        "Parameter 'dense0_weight' was not initialized on context cpu(0)\ngpu(1) [gpu(0), gpu(1)] True\n");
    row("losses",
        "l = gloss.L2Loss()\nprint(l(nd.array([[1.0], [3.0]]), nd.array([0, 1])).asnumpy())\n"
        "c = gloss.SoftmaxCrossEntropyLoss()\nprint(c(nd.zeros((2, 4)), nd.array([0, 3])).asnumpy())",
        "[0.5 2. ]\n[1.3862944 1.3862944]\n");
    row("parameter and graph files",
        "import os, tempfile\nfolder = tempfile.mkdtemp()\nnet = nn.HybridSequential()\nnet.add(nn.Dense(3), "
        "nn.Dense(2))\n"
        "net.initialize()\nx = nd.ones((2, 4))\na = net(x)\nnet.save_parameters(folder + '/p')\nother = "
        "nn.HybridSequential()\nother.add(nn.Dense(3), nn.Dense(2))\nother.load_parameters(folder + '/p')\n"
        "net.hybridize()\nnet(x)\nnet.export(folder + '/e')\ns = gluon.SymbolBlock.imports(folder + '/e-symbol.json', "
        "['data'], folder + '/e-0000.params')\nprint((other(x) == a).sum().asscalar(), (s(x) == a).sum().asscalar())\n"
        "wrong = nn.HybridSequential()\nwrong.add(nn.Dense(7), nn.Dense(2))\ntry:\n    wrong.load_parameters(folder + "
        "'/p')"
        "\nexcept ValueError as error:\n    print(str(error).removeprefix(folder))\nfor name in os.listdir(folder):\n"
        "    os.remove(folder + '/' + name)\nos.rmdir(folder)\n",
        "4.0 4.0\n/p is of another net: the parameter 0.weight has the shape (3, 4) there and (7, 0) here\n");
    row("Adam with MXNet's step", R"(net = nn.Dense(1)
net.initialize(init.One())
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.1, 'wd': 0.01})
x = nd.array([[1, 2], [3, -1]])
for i in range(3):
    with autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(2)
    print([round(v, 5) for v in net.weight.data()[0].asnumpy().tolist()], round(net.bias.data().asscalar(), 5))
)",
        "[0.9, 0.9] -0.1\n[0.80071, 0.80057] -0.19933\n[0.70279, 0.70222] -0.29734\n");
    row("autograd.grad()", R"(x = nd.array([1, 2])
x.attach_grad()
with autograd.record():
    y = x * x
    z = 3 * y
print(autograd.grad(z, [x, y], retain_graph=True), x.grad.asnumpy())
print(autograd.grad(z, x, head_grads=nd.array([1, 10])).asnumpy())
)",
        "[\n[ 6. 12.]\n<NDArray 2 @cpu(0)>, \n[3. 3.]\n<NDArray 2 @cpu(0)>] [0. 0.]\n[  6. 120.]\n");
    row("graph with non-ASCII names",
        "import tempfile\nw = sym.var('층')\nwith tempfile.TemporaryDirectory() as folder:\n"
        "    (w * 2).save(folder + '/g.json')\n    print(sym.load(folder + '/g.json').list_arguments())",
        "['층']\n");
    row("momentum",
        "p = nn.Dense(1, use_bias=False, weight_initializer='ones')\np.initialize()\n"
        "t = gluon.Trainer(p.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.5})\n"
        "for _ in range(2):\n    with autograd.record():\n        l = p(nd.ones((1, 1)))\n    l.backward()\n    "
        "t.step(1)\n"
        "print(p.weight.data().asscalar())",
        "-0.25\n");
}

void TestGluon::printsTheTextOfMXNet()
{
    QFETCH(QString, source);
    QFETCH(QString, text);

    const auto trace = traceOf(kNet + source);

    QCOMPARE(errorOf(*trace), QString());
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), text);
}

void TestGluon::errorsNameTheCause_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* source, const char* message) {
        QTest::newRow(name) << source << message;
    };
    row("five rows on two devices", "gutils.split_and_load(nd.ones((5, 2)), [mx.gpu(0), mx.gpu(1)])",
        "cannot be evenly split into 2 slices");
    row("empty device list", "nn.Dense(2).initialize(ctx=[])", "empty list of devices");
    row("not initialised", "nn.Dense(2)(nd.ones((1, 2)))", "has not been initialized");
    row("shape is not known yet", "net = nn.Dense(2)\nnet.initialize()\nnet.weight.data()",
        "known after the first forward pass");
    row("input of another width", "net = nn.Dense(2)\nnet.initialize()\nnet(nd.ones((1, 3)))\nnet(nd.ones((1, 4)))",
        "FullyConnected cannot work on");
    row("batch larger than the data", "gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((3, 2)), nd.ones(3)), 4)",
        "a batch of 4 is more than the 3 rows");
    row("the learning rate is not a number",
        "net = nn.Dense(1)\nnet.initialize()\nnet(nd.ones((1, 1)))\n"
        "gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': float('nan')}).step(1)",
        "the learning rate is nan");
    row("unsupported optimizer", "gluon.Trainer(nn.Dense(1).collect_params(), 'rmsprop')", "'rmsprop' is not there");
    row("asnumpy while compiling",
        "class Net(nn.HybridBlock):\n    def hybrid_forward(self, F, x):\n        return "
        "x * x.asnumpy()\nnet = Net()\nnet.hybridize()\nnet(nd.ones((1, 1)))",
        "asnumpy()");
    row("in-place change while compiling",
        "class Net(nn.HybridBlock):\n    def hybrid_forward(self, F, x):\n        x += 1\n"
        "        return x\nnet = Net()\nnet.hybridize()\nnet(nd.ones((1, 1)))",
        "in place");
    row("block that cannot be compiled", "nn.HybridSequential().add(nn.Sequential())", "must be HybridBlocks");
    row("export to a missing folder",
        "net = nn.Dense(1)\nnet.initialize()\nnet.hybridize()\nnet(nd.ones((1, 1)))\nnet.export('/nowhere/e')",
        "MXNetError: \"/nowhere/e-symbol.json\" cannot be written: its folder does not exist");
    row("removed method", "nn.Dense(1).save_params('/tmp/never')", "Dense.save_params is not there; a block has");
    row("export before compiling", "nn.Dense(1).export('/tmp/never')", "before calling export");
    row("index out of range", "nd.ones((2, 2))[2]", "index 2 is out of bounds");
    row("in-place change while recording",
        "x = nd.ones(2)\nx.attach_grad()\nwith autograd.record():\n    y = x * 2\n    y += 1", "Inplace operations");
}

void TestGluon::errorsNameTheCause()
{
    QFETCH(QString, source);
    QFETCH(QString, message);

    const auto trace = traceOf(kNet + source);

    QVERIFY2(errorOf(*trace).contains(message), qPrintable(errorOf(*trace)));
}

void TestGluon::eagerForwardPushesFiveOperationsAndCompiledOne()
{
    const QString net = QString(kNet) + R"(net = nn.HybridSequential()
net.add(nn.Dense(256, activation='relu'), nn.Dense(128, activation='relu'), nn.Dense(2))
net.initialize()
x = nd.random.normal(shape=(1, 512))
net(x)
net(x)
net.hybridize()
net(x)
net(x)
)";

    const auto trace = traceOf(net, "laptop-2019");

    QCOMPARE(errorOf(*trace), QString());
    std::map<int, int> pushes;
    for (std::uint32_t op = 0; op < trace->opCount(); ++op)
        ++pushes[trace->op(OpId{op}).line];
    QCOMPARE(pushes[9], 5);
    QCOMPARE(pushes[11], 1);
    QCOMPARE(pushes[12], 1);
}

void TestGluon::replicasStayEqual()
{
    const QString program = QString(kNet) + R"(ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Sequential()
net.add(nn.Conv2D(4, 3, activation='relu'), nn.BatchNorm(), nn.AvgPool2D(), nn.Dense(8, activation='relu'), nn.Dense(3))
net.initialize(init.Normal(0.3), ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1, 'momentum': 0.9, 'wd': 0.01})
loss = gloss.SoftmaxCrossEntropyLoss()
for i in range(3):
    X, y = nd.random.normal(shape=(6, 1, 8, 8)), nd.array([0, 1, 2, 2, 1, 0])
    with autograd.record():
        ls = [loss(net(a), b) for a, b in zip(gutils.split_and_load(X, ctx), gutils.split_and_load(y, ctx))]
    for l in ls:
        l.backward()
    trainer.step(6)
    same = [p.data(ctx[0]).asnumpy().tolist() == p.data(ctx[1]).asnumpy().tolist()
            for p in net.collect_params().values() if p.grad_req != 'null']
    print(len(same), all(same))
)";

    const auto trace = traceOf(program);

    QCOMPARE(errorOf(*trace), QString());
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             QString("8 True\n8 True\n8 True\n"));
}

void TestGluon::stepsAndMetricsAreRecorded()
{
    const QString program = QString(kNet) + R"(train, test = d2l.load_data_fashion_mnist(512)
net = nn.Sequential()
net.add(nn.Dense(10))
net.initialize(init.Normal(0.01))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.2})
loss = gloss.SoftmaxCrossEntropyLoss()
for epoch in range(2):
    for X, y in train:
        with autograd.record():
            l = loss(net(X), y)
        l.backward()
        trainer.step(512)
    d2l.evaluate_accuracy(test, net)
)";

    const auto trace = traceOf(program, "book-v100", {{"data", "generated"}});

    QCOMPARE(errorOf(*trace), QString());
    std::map<trace::StepKind, int> steps;
    for (const auto& step : trace->steps())
        ++steps[step.kind];
    QCOMPARE(steps[trace::StepKind::Epoch], 2);
    QCOMPARE(steps[trace::StepKind::Batch], 8);
    std::map<std::string, std::vector<double>> metrics;
    for (const auto& metric : trace->metrics())
        metrics[metric.name].push_back(metric.value);
    QCOMPARE(metrics["train loss"].size(), std::size_t{8});
    QVERIFY(metrics["train loss"].back() < metrics["train loss"].front());
    QCOMPARE(metrics["test accuracy"].size(), std::size_t{2});
    QVERIFY(metrics["test accuracy"].back() > 0.5);
    int labels = 0;
    for (const auto& note : trace->notes())
        labels += note.text.english().starts_with("The data are generated") ? 1 : 0;
    QCOMPARE(labels, 1);
}

void TestGluon::noteAboutDataAppearsOnce()
{
    const QString program = QString(kNet) +
                            "for again in range(3):\n"
                            "    train, test = d2l.load_data_fashion_mnist(256)\n"
                            "print(len(train))\n";

    const auto trace = traceOf(program, "book-v100", {{"data", "generated"}, {"images", "512"}});

    QCOMPARE(errorOf(*trace), QString());
    std::map<std::string, int> said;
    for (const auto& note : trace->notes())
        ++said[note.text.english().substr(0, 18)];
    QCOMPARE(said["Only the first 512"], 1);
    QCOMPARE(said["The data are gener"], 1);
    const std::string errors = printed(*trace, trace::OutputStream::Error);
    QCOMPARE(QString::fromStdString(errors).count("Only the first 512"), 1);
}

void TestGluon::timingOnlyRunNeedsNoData()
{
    auto request = ProgramRuns::typed(std::string(kNet) +
                                          "train, test = d2l.load_data_fashion_mnist(256)\n"
                                          "print(len(train), len(test))\nfor X, y in train:\n    break\n"
                                          "print(X.shape, y.shape)\n",
                                      Dialect::MXNet);
    request.program.values = trace::ValueMode::TimingOnly;

    const auto trace = m_runs.trace(request);

    QCOMPARE(errorOf(*trace), QString());
    QCOMPARE(printed(*trace, trace::OutputStream::Standard), std::string("235 40\n(256, 1, 28, 28) (256,)\n"));
}

QTEST_GUILESS_MAIN(TestGluon)
#include "tst_gluon.moc"
