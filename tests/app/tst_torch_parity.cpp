#include "tests/app/program_runs.h"

#include <QtTest>

using namespace engine;

/// Programs of learners whose output is what PyTorch 2 prints for them, digit by digit.
class TestTorchParity : public QObject {
    Q_OBJECT

private slots:
    void prints_data();
    void prints();
    void raises_data();
    void raises();

private:
    ProgramRuns m_runs;
};

void TestTorchParity::prints_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("output");
    const auto row = [](const char* name, const char* program, const char* output) {
        QTest::newRow(name) << program << output;
    };

    row("an optimizer made before the net moves", R"(
for make in (lambda p: torch.optim.SGD(p, lr=1.0), lambda p: torch.optim.Adam(p, lr=0.5, eps=0.0)):
    net = nn.Linear(2, 1)
    w, old, optimizer = net.weight, net.weight.detach(), make(net.parameters())
    torch.nn.init.ones_(w)
    net.to('cuda')
    net(torch.ones(1, 2, device='cuda')).sum().backward()
    optimizer.step()
    print(net.weight is w, [round(v, 5) for v in w[0].tolist()], old, w.device)
)",
        "True [0.0, 0.0] tensor([[1., 1.]]) cuda:0\nTrue [0.5, 0.5] tensor([[1., 1.]]) cuda:0\n");
    row("gradients move with their parameters", R"(
net = nn.Linear(2, 1)
net(torch.ones(1, 2)).sum().backward()
net.cuda()
print(net.weight.grad)
net(torch.ones(1, 2, device='cuda')).sum().backward()
print(net.weight.grad)
net.weight.grad = None
net.bias.requires_grad_(False)
net.cpu()
print(net.weight.grad, net.weight.requires_grad, net.bias.requires_grad)
)",
        "tensor([[1., 1.]], device='cuda:0')\ntensor([[2., 2.]], device='cuda:0')\nNone True False\n");
    row("a weight that two layers share stays shared", R"(
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
b.weight = a.weight
net = nn.Sequential(a, b).cuda()
print(len(list(net.parameters())), a.weight is b.weight, a.weight.device)
)",
        "3 True cuda:0\n");
    row("what is computed from a parameter is none", R"(
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
    def forward(self, x):
        self.twice, self.old = self.w * 2, self.w.detach().clone()
        return (self.twice * x).sum()
net = Net()
net(torch.ones(2)).backward()
print([name for name, _ in net.named_parameters()], list(net.state_dict()), type(net.twice).__name__)
print(net.w.to('cpu') is net.w, isinstance(torch.cat([net.w, net.w]), nn.Parameter))
)",
        "['w'] ['w'] Tensor\nTrue False\n");
    row("parameters alone are printed as such", R"(
w = nn.Parameter(torch.ones(2))
print(w, w.data, w.sum(), w.reshape(2), w.long(), w.grad)
net = nn.Linear(1, 1)
nn.init.zeros_(net.weight)
nn.init.zeros_(net.bias)
print(net.state_dict())
)",
        "Parameter containing:\ntensor([1., 1.], requires_grad=True) tensor([1., 1.]) tensor(2., "
        "grad_fn=<SumBackward0>) "
        "tensor([1., 1.], grad_fn=<ViewBackward0>) tensor([1, 1]) None\n"
        "OrderedDict([('weight', tensor([[0.]])), ('bias', tensor([0.]))])\n");
}

void TestTorchParity::prints()
{
    QFETCH(QString, program);
    QFETCH(QString, output);
    auto request = ProgramRuns::typed("import torch\nfrom torch import nn\nimport torch.nn.functional as F\n" +
                                      program.toStdString());
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), output);
}

void TestTorchParity::raises_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* program, const char* type, const char* message) {
        QTest::newRow(name) << program << type << message;
    };
    row("the dot product of matrices", "torch.dot(torch.ones(2, 2), torch.ones(2))", "RuntimeError",
        "1D tensors expected, but got 2D and 1D tensors");
    row("a tensor as a parameter", "net = nn.Linear(2, 1)\nnet.weight = torch.ones(1, 2)", "TypeError",
        "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)");
    row("a number as a layer", "net = nn.Sequential(nn.Linear(2, 1))\nsetattr(net, '0', 3)", "TypeError",
        "cannot assign 'int' as child module '0' (torch.nn.Module or None expected)");
    row("a rate below 0", "torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=-1)", "ValueError",
        "Invalid learning rate: -1");
    row("momentum below 0", "torch.optim.SGD([torch.ones(1, requires_grad=True)], momentum=-1)", "ValueError",
        "Invalid momentum value: -1");
    row("decay below 0", "torch.optim.Adam([torch.ones(1, requires_grad=True)], weight_decay=-0.5)", "ValueError",
        "Invalid weight_decay value: -0.5");
}

void TestTorchParity::raises()
{
    QFETCH(QString, program);
    QFETCH(QString, type);
    QFETCH(QString, message);

    const auto trace = m_runs.trace(ProgramRuns::typed(
        "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n" + program.toStdString()));

    QVERIFY(trace->error());
    QCOMPARE(QString::fromStdString(trace->error()->type), type);
    const QString said = QString::fromStdString(trace->error()->message);
    QVERIFY2(said.contains(message), qPrintable(said));
}

QTEST_GUILESS_MAIN(TestTorchParity)
#include "tst_torch_parity.moc"
