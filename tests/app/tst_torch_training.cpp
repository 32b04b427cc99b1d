#include "tests/app/made_images.h"
#include "tests/app/program_runs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;
using frontend::Dialect;

/// torch.nn, torch.optim, torch.jit and gradients in PyTorch's dialect.
class TestTorchTraining : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void programsPrintTheExpectedText_data();
    void programsPrintTheExpectedText();
    void shufflingLoaderCountsEpochs();
    void summedLossIsRecordedPerExample();
    void savedGraphsLoadWithoutTheClass();
    void invalidOrUnsupportedUseIsRefused_data();
    void invalidOrUnsupportedUseIsRefused();
    void builtInProgramsTrain_data();
    void builtInProgramsTrain();
    void bothDialectsGiveEqualGradients();
    void scriptedNetIsOneOperation();

private:
    ProgramRuns m_runs;
    QTemporaryDir m_data;
};

void TestTorchTraining::initTestCase()
{
    writeImages(m_data.path(), "train", 320);
    writeImages(m_data.path(), "t10k", 60);
}

void TestTorchTraining::programsPrintTheExpectedText_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("output");

    QTest::newRow("gradient is None before backward and accumulates")
        << R"(
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(x.grad, x.is_leaf, x)
(x * x).sum().backward()
print(x.grad)
(3 * x).sum().backward()
print(x.grad)
x.grad.zero_()
(3 * x).sum().backward()
print(x.grad)
x.grad = None
(x + 1).sum().backward()
print(x.grad, x.grad.requires_grad)
)"
        << "None True tensor([1., 2.], requires_grad=True)\ntensor([2., 4.])\ntensor([5., 7.])\ntensor([3., 3.])\n"
           "tensor([1., 1.]) False\n";
    QTest::newRow("no_grad() records no operations")
        << R"(
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = x * 2
    x += 1
print(y.requires_grad, (x * 2).requires_grad, x.detach().requires_grad, torch.is_grad_enabled())
@torch.no_grad()
def f(x):
    return x * 2
print(f(x).requires_grad, x)
)"
        << "False True False True\nFalse tensor([2., 2.], requires_grad=True)\n";
    QTest::newRow("gradients pass through in-place changes") << R"(
w = torch.tensor([1.0, 2.0], requires_grad=True)
total = torch.zeros(2)
for i in range(3):
    total += w * (i + 1)
total /= 2
total.sum().backward()
print(w.grad, total.requires_grad)
y = w * 2
y += 1
y *= 3
y -= w
y.sum().backward()
print(w.grad, y)
y.zero_()
print(y.requires_grad, y)
w.grad = None
y = torch.zeros(4)
y[0:2] = w * 2
y[1:3] = w * 3
y.sum().backward()
print(w.grad, y.detach())
)"
                                                             << "tensor([3., 3.]) True\ntensor([8., 8.]) "
                                                                "tensor([ 8., 13.], grad_fn=<SubBackward0>)\n"
                                                                "False tensor([0., 0.])\n"
                                                                "tensor([5., 3.]) tensor([2., 3., 6., 0.])\n";
    QTest::newRow("gradients pass through copies to other devices") << R"(
x = torch.ones(2, device='cuda:0', requires_grad=True)
(x.to('cuda:1') * torch.tensor([2.0, 3.0], device='cuda:1')).sum().backward()
print(x.grad)
)"
                                                                    << "tensor([2., 3.], device='cuda:0')\n";
    QTest::newRow("scattered batch has a smaller last part")
        << R"(
from torch import nn
print(nn.parallel.scatter(torch.arange(10).reshape(5, 2), [torch.device('cuda:0'), torch.device('cuda:1')]))
)"
        << "(tensor([[0, 1],\n        [2, 3],\n        [4, 5]], device='cuda:0'), tensor([[6, 7],\n        [8, 9]], "
           "device='cuda:1'))\n";
    QTest::newRow("cross entropy") << R"(
from torch import nn
x = torch.tensor([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]], requires_grad=True)
y = torch.tensor([2, 0])
print(nn.CrossEntropyLoss(reduction='none')(x, y).detach(), nn.CrossEntropyLoss()(x, y).item())
nn.functional.cross_entropy(x, y).backward()
print(x.grad)
)"
                                   << "tensor([0.4076, 1.0986]) 0.7531091570854187\ntensor([[ 0.0450,  0.1224, "
                                      "-0.1674],\n        [-0.3333,  0.1667,  "
                                      "0.1667]])\n";
    QTest::newRow("batches of tensors")
        << R"(
from torch.utils.data import DataLoader, TensorDataset
X, y = torch.arange(10.0).reshape(5, 2), torch.tensor([0, 1, 0, 1, 1])
loader = DataLoader(TensorDataset(X, y), batch_size=2)
print(len(loader), [(a.tolist(), b.tolist()) for a, b in loader])
print(len(DataLoader(TensorDataset(X), 2, drop_last=True)), [a.shape[0] for a, in DataLoader(TensorDataset(X), 8)])
rows = [v for a, in DataLoader(TensorDataset(torch.arange(50)), 8, shuffle=True) for v in a.tolist()]
print(rows != sorted(rows), sorted(rows) == list(range(50)))
)"
        << "3 [([[0.0, 1.0], [2.0, 3.0]], [0, 1]), ([[4.0, 5.0], [6.0, 7.0]], [0, 1]), ([[8.0, 9.0]], [1])]\n2 [5]\n"
           "True True\n";
    QTest::newRow("batches of a user-defined data set") << R"(
from torch.utils.data import DataLoader, Dataset, random_split
class Squares(Dataset):
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return {'x': torch.full((1,), float(i)), 'pair': (i * i, i / 2), 'name': str(i)}
for batch in DataLoader(Squares(), batch_size=2, collate_fn=None):
    print(batch['x'].tolist(), batch['pair'], batch['name'])
print([batch for batch in DataLoader(list(range(3)), 3, collate_fn=sum)])
parts = random_split(Squares(), [2, 1])
print([len(part) for part in parts], sorted(parts[0].indices + parts[1].indices),
      len(random_split(Squares(), [0.9, 0.1])[0]))
)"
                                                        << "[[0.0], [1.0]] [tensor([0, 1]), tensor([0.0000, 0.5000])] "
                                                           "['0', '1']\n[[2.0]] [tensor([4]), tensor([1.])] ['2']\n"
                                                           "[3]\n[2, 1] [0, 1, 2] 3\n";
    QTest::newRow("Adam") << R"(
w = torch.tensor([1.0, -2.0], requires_grad=True)
for optimizer in (torch.optim.Adam([w], lr=0.1), torch.optim.AdamW([w], lr=0.1)):
    for i in range(3):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    print([round(v, 5) for v in w.tolist()])
optimizer = torch.optim.Adam([w], lr=0.1, weight_decay=0.5)
optimizer.zero_grad()
w.sum().backward()
optimizer.step()
print([round(v, 5) for v in w.tolist()])
)"
                          << "[0.70159, -1.70062]\n[0.40255, -1.39661]\n[0.30255, -1.49661]\n";
    QTest::newRow("one-hot classes") << R"(
from torch.nn.functional import one_hot
print(one_hot(torch.tensor([0, 2])), one_hot(torch.tensor([[1]]), 3).shape, one_hot(torch.tensor([1]), 2).dtype)
print(one_hot(torch.tensor([1, 0], device='cuda'), num_classes=2))
)"
                                     << "tensor([[1, 0, 0],\n        [0, 0, 1]]) torch.Size([1, 1, 3]) "
                                        "torch.int64\ntensor([[0, 1],\n        [1, 0]], "
                                        "device='cuda:0')\n";
    QTest::newRow("list of modules")
        << R"(
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 3, bias=False), nn.Linear(3, 2, bias=False)])
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
net = Net()
print([name for name, _ in net.named_parameters()], net(torch.ones(1, 2)).shape, len(net.layers[1:]))
print(net)
)"
        << "['layers.0.weight', 'layers.1.weight'] torch.Size([1, 2]) 1\nNet(\n  (layers): ModuleList(\n    (0): "
           "Linear(in_features=2, out_features=3, bias=False)\n    (1): Linear(in_features=3, out_features=2, "
           "bias=False)\n  )\n)\n";
    QTest::newRow("net, parameters and optimizer")
        << R"(
from torch import nn
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(net)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
for p in net.parameters():
    nn.init.constant_(p, 0.5)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = nn.MSELoss()(net(torch.ones(1, 2)), torch.zeros(1, 1))
loss.backward()
optimizer.step()
print(round(loss.item(), 4), net[2].bias, net[0].weight.grad)
optimizer.zero_grad()
print(net[0].weight.grad)
)"
        << "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n  (1): ReLU()\n  (2): "
           "Linear(in_features=3, out_features=1, bias=True)\n)\n[('0.weight', (3, 2)), ('0.bias', (3,)), ('2.weight', "
           "(1, "
           "3)), ('2.bias', (1,))]\n7.5625 Parameter containing:\ntensor([-0.0500], requires_grad=True) "
           "tensor([[2.7500, "
           "2.7500],\n        [2.7500, 2.7500],\n        [2.7500, 2.7500]])\nNone\n";
    QTest::newRow("ResNet-18 has the book's parameters with lazy layers")
        << R"(
from d2l import torch as d2l
from torch import nn
net = d2l.resnet18(10)
print(sum(p.numel() for p in net.parameters()), len(list(net.parameters())), sum(b.numel() for b in net.buffers()))
block = d2l.Residual(4, use_1x1conv=True, strides=2)
print(type(block.conv1).__name__, tuple(block(torch.ones(1, 3, 6, 6)).shape), type(block.conv1).__name__,
      tuple(block.conv1.weight.shape))
)"
        << "11175818 76 7808\nLazyConv2d (1, 4, 3, 3) Conv2d (4, 3, 3, 3)\n";
    QTest::newRow("two GPUs give the gradients of one") << R"(
from torch import nn
net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)).to('cuda:0')
x = torch.randn(6, 4)
def gradients(net, x):
    net.zero_grad()
    net(x).sum().backward()
    return [p.grad.tolist() for p in net.parameters()]
one = gradients(net, x.to('cuda:0'))
two = gradients(nn.DataParallel(net, ['cuda:0', 'cuda:1']), x)
def flat(lists):
    return [v for one in lists for v in (flat(one) if isinstance(one, list) else [one])]
print(max(abs(a - b) for a, b in zip(flat(one), flat(two))) < 1e-5, flat(one)[0] != 0)
)"
                                                        << "True True\n";
    QTest::newRow("batch normalisation updates statistics and has gradients in eval mode")
        << R"(
from torch import nn
norm = nn.BatchNorm2d(2)
x = torch.randn(8, 2, 3, 3) * 2 + 5
norm(x)
print([round(v, 2) for v in (norm.running_mean / x.mean()).tolist()] != [0, 0], norm.training)
few = nn.BatchNorm2d(1)
few(torch.tensor([[[[1.0]]], [[[5.0]]]]))
print([round(v, 4) for v in few.running_var.tolist()])  # 0.9 * 1 + 0.1 * (4 + 4) / (2 - 1)
norm.eval()
before = norm.running_mean.tolist()
x.requires_grad_()
norm(x).sum().backward()
deviation = (norm.running_var + norm.eps) ** 0.5
expected = (norm.weight.detach() / deviation).tolist()
print(norm.running_mean.tolist() == before, abs(x.grad.tolist()[0][0][0][0] - expected[0]) < 1e-4,
      abs(x.grad.tolist()[7][1][2][2] - expected[1]) < 1e-4)
)"
        << "True True\n[1.7]\nTrue True True\n";
}

void TestTorchTraining::programsPrintTheExpectedText()
{
    QFETCH(QString, program);
    QFETCH(QString, output);
    auto request = ProgramRuns::typed("import torch\n" + program.toStdString());
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), output);
}

// The book divides the step by the batch size, so the recorded value of a summed loss is its mean.
void TestTorchTraining::summedLossIsRecordedPerExample()
{
    auto request = ProgramRuns::typed(
        "import torch\nx = torch.tensor([1.0, 2.0, 3.0, 6.0], requires_grad=True)\n(x * 1).sum().backward()\n"
        "(x * 2).mean().backward()\ntotal = (x * 1).sum()\ntotal += 1\ntotal.backward()\n");
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->metrics().size(), std::size_t{3});
    QCOMPARE(trace->metrics()[0].name, std::string("train loss"));
    QCOMPARE(trace->metrics()[0].value, 3.0);
    QCOMPARE(trace->metrics()[1].value, 6.0);
    QCOMPARE(trace->metrics()[2].value, 13.0);  // the total is no longer a plain sum of examples
}

/// The loader also creates page-locked batches if pin_memory is set.
void TestTorchTraining::shufflingLoaderCountsEpochs()
{
    auto request = ProgramRuns::typed(
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\n"
        "loader = DataLoader(TensorDataset(torch.ones(10, 4)), 4, shuffle=True, pin_memory=True)\n"
        "for epoch in range(2):\n    for x, in loader:\n        x.to('cuda', non_blocking=True)\n");

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const auto count = [&](trace::StepKind kind) {
        return std::count_if(trace->steps().begin(), trace->steps().end(),
                             [&](const auto& step) { return step.kind == kind; });
    };
    QCOMPARE(count(trace::StepKind::Epoch), std::ptrdiff_t{2});
    QCOMPARE(count(trace::StepKind::Batch), std::ptrdiff_t{6});
    std::size_t pinned = 0;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i)
        pinned += trace->op(OpId{i}).kind == trace::Kind::CopyIn &&
                          trace->op(OpId{i}).hostMemory >= trace::HostMemory::PinnedFresh
                      ? 1
                      : 0;
    QCOMPARE(pinned, std::size_t{6});
}

void TestTorchTraining::savedGraphsLoadWithoutTheClass()
{
    const QTemporaryDir folder;
    auto request = ProgramRuns::typed(QString("import torch\nfrom torch import nn\npath = '%1/net.pt'\n"
                                              "net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))\n"
                                              "net.add_module('층', nn.Linear(2, 2))\n"
                                              "net = torch.jit.script(net)\nx = torch.randn(5, 3)\ny = net(x)\n"
                                              "net.save(path)\nagain = torch.jit.load(path)\n"
                                              "print(again(x).tolist() == y.tolist(), len(list(again.parameters())))\n"
                                              "print(net(torch.randn(2, 3)).shape, again(torch.randn(2, 3)).shape)\n")
                                          .arg(folder.path())
                                          .toStdString());
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             QString("True 6\ntorch.Size([2, 2]) torch.Size([2, 2])\n"));
}

void TestTorchTraining::invalidOrUnsupportedUseIsRefused_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* program, const char* type, const char* words) {
        QTest::newRow(name) << program << type << words;
    };
    row("unsupported layer", "torch.nn.Transformer(8)", "NotImplementedError", "torch.nn.Transformer");
    row("unsupported optimizer", "torch.optim.RMSprop([])", "NotImplementedError", "there are SGD");
    row("optimizer without parameters", "torch.optim.Adam([])", "ValueError", "empty parameter list");
    row("unsupported argument", "torch.optim.Adam([torch.ones(1)], amsgrad=True)", "NotImplementedError",
        "no argument amsgrad");
    row("tensors of different lengths", "torch.utils.data.TensorDataset(torch.ones(2), torch.ones(3))",
        "AssertionError", "Size mismatch between tensors");
    row("batch size 0", "torch.utils.data.DataLoader([1], batch_size=0)", "ValueError", "positive integer");
    row("sampler", "torch.utils.data.DataLoader([1], sampler=[0])", "NotImplementedError", "no argument sampler");
    row("unsupported data set", "torch.utils.data.IterableDataset()", "NotImplementedError", "TensorDataset");
    row("class out of range", "torch.nn.functional.one_hot(torch.tensor([3]), 3)", "RuntimeError", "must be smaller");
    row("classes of type float", "torch.nn.functional.one_hot(torch.ones(3))", "RuntimeError", "index tensor");
    row("unsupported function", "torch.nn.functional.gelu(torch.ones(2))", "NotImplementedError", "cross_entropy");
    row("backward without gradients", "torch.ones(1).backward()", "RuntimeError", "does not require grad");
    row("backward of a tensor with two elements", "(torch.ones(2, requires_grad=True) * 2).backward()", "RuntimeError",
        "scalar");
    row("leaf changed in place", "y = torch.ones(2, requires_grad=True)\ny += 1", "RuntimeError", "in-place");
    const auto inPlace = [&](const char* name, const std::string& lines, const char* words) {
        row(name, ("w = torch.ones(2, requires_grad=True)\n" + lines).c_str(), "RuntimeError", words);
    };
    inPlace("factor changed in place", "y = torch.ones(2)\ny *= w", "in-place");
    inPlace("copy into a slice", "y = torch.zeros(4)\ny[0:2].copy_(w * 2)", "in-place");
    inPlace("addition to a slice", "y = torch.zeros(4)\ny[0:2] += w", "in-place");
    inPlace("tensor with a view that needs no gradient", "y = torch.zeros(2)\nv = y.view(2, 1)\ny += w", "in-place");
    inPlace("needed input was changed", "y = w * 2\nz = y * y\ny += 1\nz.sum().backward()", "changed in place");
    row("net without super().__init__()",
        "class Net(torch.nn.Module):\n    def __init__(self):\n        self.a = torch.nn.ReLU()\nNet()",
        "AttributeError", "__init__");
    row("scripted wait",
        "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x * x.sum().item()\n"
        "torch.jit.script(Net())(torch.ones(2))",
        "NotImplementedError", "script");
    const auto scripted = [&](const char* name, const char* body, const char* words) {
        row(name,
            (std::string("class Net(torch.nn.Module):\n    def forward(self, x):\n") + body +
             "torch.jit.script(Net())(torch.ones(2))")
                .c_str(),
            "NotImplementedError", words);
    };
    scripted("scripted branch", "        return x if x.sum() > 0 else -x\n", "comparison");
    scripted("scripted loop", "        while x.sum():\n            x = x - 1\n        return x\n", "truth of a value");
    scripted("scripted print", "        print(x)\n        return x * 2\n", "print()");
    scripted("scripted counter", "        self.calls = 1\n        return x * 2\n", "self.calls");
    row("missing graph file", "torch.jit.load('/nonexistent/net.pt')", "ValueError", "does not exist");
    row("NaN learning rate",
        "net = torch.nn.Linear(2, 1)\nnet(torch.ones(1, 2)).sum().backward()\n"
        "torch.optim.SGD(net.parameters(), lr=float('nan')).step()",
        "ValueError", "learning rate is nan");
    row("mismatched shapes", "torch.nn.Linear(3, 2)(torch.ones(4, 5))", "RuntimeError", "4 × 5");
}

void TestTorchTraining::invalidOrUnsupportedUseIsRefused()
{
    QFETCH(QString, program);
    QFETCH(QString, type);
    QFETCH(QString, words);

    const auto trace = m_runs.trace(ProgramRuns::typed("import torch\n" + program.toStdString()));

    QVERIFY(trace->error());
    QCOMPARE(QString::fromStdString(trace->error()->type), type);
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY(trace->error()->line > 1);
}

void TestTorchTraining::builtInProgramsTrain_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("images");
    for (const char* machine : {"book-v100", "this-computer"}) {
        QTest::addRow("LeNet on %s", machine) << "13.5.6-torch" << machine << 320;
        QTest::addRow("ResNet-18 on %s", machine) << "13.6.4-torch" << machine << 4;
    }
}

void TestTorchTraining::builtInProgramsTrain()
{
    QFETCH(QString, program);
    QFETCH(QString, machine);
    QFETCH(int, images);
    auto request = m_runs.request(program.toStdString(), Dialect::Torch);
    request.machine = machine.toStdString();
    request.values = trace::ValueMode::Computed;
    request.parameters = {{"epochs", "1"},
                          {"batch", std::to_string(std::max(images / 4, 2))},
                          {"images", std::to_string(images)},
                          {"data", m_data.path().toStdString()}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    std::map<std::string, int> metrics;
    for (const trace::MetricRecord& metric : trace->metrics()) {
        ++metrics[metric.name];
        QVERIFY(std::isfinite(metric.value));
    }
    QCOMPARE(metrics["test accuracy"], 2);
    QVERIFY(metrics["train loss"] >= 3);
}

/// One backward pass of a small convolutional net in PyTorch's and in MXNet's dialect, with equal weights and input.
void TestTorchTraining::bothDialectsGiveEqualGradients()
{
    const auto weights = [this](const char* source, Dialect dialect) {
        auto request = ProgramRuns::typed(source, dialect);
        request.values = trace::ValueMode::Computed;
        const auto trace = m_runs.trace(request);
        if (trace->error())
            qWarning("%s", trace->error()->traceback.c_str());
        return QString::fromStdString(printed(*trace, trace::OutputStream::Standard));
    };

    const QString torch = weights(R"(import torch
from torch.nn import functional as F
w = (torch.arange(20).float() / 10 - 1).reshape(2, 10).requires_grad_()
v = (torch.arange(18).float() / 20 - 0.4).reshape(2, 1, 3, 3).requires_grad_()
x = (torch.arange(36).float() / 36).reshape(1, 1, 6, 6)
maps = F.avg_pool2d(F.relu(F.conv2d(x, v)), 2).flatten(1)
F.cross_entropy(maps @ w.reshape(10, 2)[:8], torch.tensor([1]), reduction='sum').backward()
print([round(n, 4) for row in w.grad.tolist() for n in row])
print([round(n, 4) for a in v.grad.tolist() for b in a for c in b for n in c])
)",
                                  Dialect::Torch);
    const QString mxnet = weights(R"(from mxnet import autograd, gluon, nd
w = (nd.arange(20) / 10 - 1).reshape((2, 10))
v = (nd.arange(18) / 20 - 0.4).reshape((2, 1, 3, 3))
w.attach_grad(), v.attach_grad()
x = (nd.arange(36) / 36).reshape((1, 1, 6, 6))
with autograd.record():
    maps = nd.relu(nd.Convolution(x, v, no_bias=True, kernel=(3, 3), num_filter=2))
    maps = nd.flatten(nd.Pooling(maps, pool_type='avg', kernel=(2, 2), stride=(2, 2)))
    l = gluon.loss.SoftmaxCrossEntropyLoss()(nd.dot(maps, w.reshape((10, 2))[:8]), nd.array([1]))
l.backward()
print([round(n, 4) for row in w.grad.asnumpy().tolist() for n in row])
print([round(n, 4) for a in v.grad.asnumpy().tolist() for b in a for c in b for n in c])
)",
                                  Dialect::MXNet);

    QVERIFY(torch.count('\n') == 2);
    QCOMPARE(torch, mxnet);
}

void TestTorchTraining::scriptedNetIsOneOperation()
{
    auto request = m_runs.request("13.1.3-torchscript", Dialect::Torch);
    request.parameters["calls"] = "10";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    std::size_t counts[2] = {0, 0};
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        for (std::size_t b = 0; b < 2; ++b) {
            const trace::Op& op = trace->op(OpId{i});
            if (op.issueBegin >= trace->blocks()[b].begin && op.issued <= trace->blocks()[b].end)
                ++counts[b];
        }
    QCOMPARE(counts[0], std::size_t{50});
    QCOMPARE(counts[1], std::size_t{10});
    QVERIFY(trace->blocks()[1].seconds < trace->blocks()[0].seconds);
}

QTEST_GUILESS_MAIN(TestTorchTraining)
#include "tst_torch_training.moc"
