#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Indexing with arrays and masks. The expected texts were printed by PyTorch or MXNet.
class TestIndexing : public QObject {
    Q_OBJECT

private slots:
    void printsTheTextOfPyTorch_data();
    void printsTheTextOfPyTorch();
    void printsTheTextOfMXNet();
    void errorsNameTheCause_data();
    void errorsNameTheCause();
    void onlyMasksThatGiveTheSizeWait();
    void indexIsCopiedToTheGpuOnce();

private:
    [[nodiscard]] trace::TracePtr run(const QString& program, Dialect dialect = Dialect::Torch)
    {
        const std::string imports = dialect == Dialect::Torch
                                        ? "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
                                        : "from mxnet import autograd, nd, np, npx\nfrom mxnet.gluon import nn\n";
        auto request = ProgramRuns::typed(imports + program.toStdString(), dialect);
        request.values = trace::ValueMode::Computed;
        return m_runs.trace(request);
    }
    ProgramRuns m_runs;
};

void TestIndexing::printsTheTextOfPyTorch_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("output");
    const auto row = [](const char* name, const char* program, const char* output) {
        QTest::newRow(name) << program << output;
    };

    row("index arrays, alone and combined", R"(
x = torch.arange(24.0).reshape(2, 3, 4)
i = torch.tensor([2, 0])
print(x[:, i], x[0, i], x[..., i].shape, x[[1, 0, 1]].shape, x[:, [0], 1:3])
print(x[1][i, 1], x[0][torch.tensor([0, -1]), torch.tensor([1, -1])], x[:, i, i], x[torch.tensor([[0, 1], [1, 1]])].shape)
print(x[0, torch.tensor(1)], x[torch.tensor([], dtype=torch.int64)].shape, x[None, :, i].shape)
)",
        "tensor([[[ 8.,  9., 10., 11.],\n"
        "         [ 0.,  1.,  2.,  3.]],\n"
        "\n"
        "        [[20., 21., 22., 23.],\n"
        "         [12., 13., 14., 15.]]]) tensor([[ 8.,  9., 10., 11.],\n"
        "        [ 0.,  1.,  2.,  3.]]) torch.Size([2, 3, 2]) torch.Size([3, 3, 4]) tensor([[[ 1.,  2.]],\n"
        "\n"
        "        [[13., 14.]]])\n"
        "tensor([21., 13.]) tensor([ 1., 11.]) tensor([[10.,  0.],\n"
        "        [22., 12.]]) torch.Size([2, 2, 3, 4])\n"
        "tensor([4., 5., 6., 7.]) torch.Size([0, 3, 4]) torch.Size([1, 2, 2, 4])\n");
    row("boolean masks", R"(
x = torch.tensor([[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]])
print(x[x > 0], x[torch.tensor([False, True])], x[:, torch.tensor([True, False, True])], x[x > 9], x.masked_select(x < -3))
print((x > 0).nonzero(), torch.nonzero(x > 4, as_tuple=True), torch.where(x < -5))
x[x < 0] = 0
print(x)
x[x == 0] = torch.tensor([7.0, 8.0, 9.0])
x[torch.tensor([False, True])] += 10
print(x, x.masked_fill(x > 15, -1.0))
)",
        "tensor([1., 3., 5.]) tensor([[-4.,  5., -6.]]) tensor([[ 1.,  3.],\n"
        "        [-4., -6.]]) tensor([]) tensor([-4., -6.])\n"
        "tensor([[0, 0],\n"
        "        [0, 2],\n"
        "        [1, 1]]) (tensor([1]), tensor([1])) (tensor([1]), tensor([2]))\n"
        "tensor([[1., 0., 3.],\n"
        "        [0., 5., 0.]])\n"
        "tensor([[ 1.,  7.,  3.],\n"
        "        [18., 15., 19.]]) tensor([[ 1.,  7.,  3.],\n"
        "        [-1., 15., -1.]])\n");
    row("assignment through index arrays", R"(
x = torch.zeros(4, 2)
x[torch.tensor([0, 2])] = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
x[[3]] = 5
x[:, torch.tensor([1])] *= 10
x[torch.tensor([1, 1]), torch.tensor([0, 1])] = torch.tensor([6.0, 7.0])
print(x)
x.index_add_(0, torch.tensor([0, 0, 3]), torch.ones(3, 2))
print(x, x.index_add(1, torch.tensor([1]), torch.ones(4, 1))[0])
x[1:3][torch.tensor([True, False])] = -1
print(x)
n = torch.tensor([1, 2, 3])
n[torch.tensor([0, 2])] = 9
print(n, n[n > 2], torch.tensor([True, False])[torch.tensor([1, 0, 0])])
)",
        "tensor([[ 1., 20.],\n"
        "        [ 6.,  7.],\n"
        "        [ 3., 40.],\n"
        "        [ 5., 50.]])\n"
        "tensor([[ 3., 22.],\n"
        "        [ 6.,  7.],\n"
        "        [ 3., 40.],\n"
        "        [ 6., 51.]]) tensor([ 3., 23.])\n"
        "tensor([[ 3., 22.],\n"
        "        [-1., -1.],\n"
        "        [ 3., 40.],\n"
        "        [ 6., 51.]])\n"
        "tensor([9, 2, 9]) tensor([9, 9]) tensor([False,  True,  True])\n");
    row("index_select, gather, take and scatter", R"(
x = torch.arange(6.0).reshape(2, 3)
print(torch.index_select(x, 1, torch.tensor([2, 2, 0])), x.index_select(0, torch.tensor([1])))
print(torch.gather(x, 1, torch.tensor([[2, 0, 1, 1], [0, 0, 2, 1]])), x.gather(0, torch.tensor([[1, 0]])), x.take(torch.tensor([5, -6, 0])))
print(torch.zeros(2, 3).scatter_(1, torch.tensor([[2], [0]]), 1.0), torch.zeros(2, 3).scatter_add(0, torch.tensor([[1, 0, 1], [1, 1, 0]]), x))
)",
        "tensor([[2., 2., 0.],\n"
        "        [5., 5., 3.]]) tensor([[3., 4., 5.]])\n"
        "tensor([[2., 0., 1., 1.],\n"
        "        [3., 3., 5., 4.]]) tensor([[3., 1.]]) tensor([5., 0., 0.])\n"
        "tensor([[0., 0., 1.],\n"
        "        [1., 0., 0.]]) tensor([[0., 1., 5.],\n"
        "        [3., 4., 2.]])\n");
    row("gradients of indexed elements", R"(
x = torch.arange(6.0).reshape(3, 2).requires_grad_()
i = torch.tensor([2, 0, 2])
(x[i] * torch.tensor([[1.0], [2.0], [3.0]])).sum().backward()
print(x.grad)
x.grad = None
x[x > 2].square().sum().backward()
print(x.grad)
x.grad = None
(x[torch.arange(3), torch.tensor([1, 0, 1])] ** 2).sum().backward()
print(x.grad)
x.grad = None
y = x * 2
y[i] = torch.ones(3, 2, requires_grad=True)
y[torch.tensor([True, False, False])] = 3
(y * y).sum().backward()
print(x.grad, y)
x.grad = None
(x.gather(1, torch.tensor([[1, 1], [0, 1], [0, 0]])) * torch.arange(6.0).reshape(3, 2)).sum().backward()
print(x.grad)
x.grad = None
z = torch.zeros(2, 2)
z.index_add_(0, torch.tensor([0, 0, 1]), x)
(z * z).sum().backward()
print(x.grad)
net = nn.Embedding(4, 2)
with torch.no_grad():
    net.weight.copy_(torch.arange(8.0).reshape(4, 2))
out = net(torch.tensor([[1, 3], [1, 1]]))
out.sum().backward()
print(out, net.weight.grad, net)
print(F.embedding(torch.tensor([0]), net.weight).shape)
)",
        "tensor([[2., 2.],\n"
        "        [0., 0.],\n"
        "        [4., 4.]])\n"
        "tensor([[ 0.,  0.],\n"
        "        [ 0.,  6.],\n"
        "        [ 8., 10.]])\n"
        "tensor([[ 0.,  2.],\n"
        "        [ 4.,  0.],\n"
        "        [ 0., 10.]])\n"
        "tensor([[ 0.,  0.],\n"
        "        [16., 24.],\n"
        "        [ 0.,  0.]]) tensor([[3., 3.],\n"
        "        [4., 6.],\n"
        "        [1., 1.]], grad_fn=<MaskedFillBackward0>)\n"
        "tensor([[0., 1.],\n"
        "        [2., 3.],\n"
        "        [9., 0.]])\n"
        "tensor([[ 4.,  8.],\n"
        "        [ 4.,  8.],\n"
        "        [ 8., 10.]])\n"
        "tensor([[[2., 3.],\n"
        "         [6., 7.]],\n"
        "\n"
        "        [[2., 3.],\n"
        "         [2., 3.]]], grad_fn=<EmbeddingBackward0>) tensor([[0., 0.],\n"
        "        [3., 3.],\n"
        "        [0., 0.],\n"
        "        [1., 1.]]) Embedding(4, 2)\n"
        "torch.Size([1, 2])\n");
    row("ignored classes, maximum and where", R"(
x = torch.tensor([[1.0, 2.0, 4.0], [1.0, 1.0, 1.0], [0.0, 3.0, 1.0]], requires_grad=True)
y = torch.tensor([2, -100, 1])
print(F.cross_entropy(x, y), F.cross_entropy(x, y, reduction='sum'), F.cross_entropy(x, y, reduction='none'))
print(F.cross_entropy(x, torch.tensor([-100, -100, -100])), F.cross_entropy(x, torch.tensor([0, 1, 2]), ignore_index=1))
a = torch.tensor([1.0, 5.0])
print(torch.maximum(a, torch.tensor(3.0)), torch.where(a > 2, a, torch.tensor(0.0)), torch.where(a > 2, 1.0, a))
)",
        "tensor(0.1698, grad_fn=<NllLossBackward0>) tensor(0.3397, grad_fn=<NllLossBackward0>) tensor([0.1698, 0.0000, "
        "0.1698], grad_fn=<NllLossBackward0>)\n"
        "tensor(nan, grad_fn=<NllLossBackward0>) tensor(2.6698, grad_fn=<NllLossBackward0>)\n"
        "tensor([3., 5.]) tensor([0., 5.]) tensor([1., 1.])\n");
    row("indexing on a GPU", R"(
x = torch.arange(6.0, device='cuda').reshape(3, 2).requires_grad_()
i = torch.tensor([2, 0, 2])
y = x[i] + x[torch.tensor([0, 1, -1]).cuda()] + x.index_select(0, i.cuda())
y.sum().backward()
print(x.grad, x[x > 2])
print(torch.maximum(x, torch.tensor(3.0)).sum().item(), torch.where(x > 2, x, torch.tensor(0.0)).sum().item())
)",
        "tensor([[3., 3.],\n        [1., 1.],\n        [5., 5.]], device='cuda:0') tensor([3., 4., 5.], "
        "device='cuda:0', "
        "grad_fn=<IndexBackward0>)\n21.0 12.0\n");
}

void TestIndexing::printsTheTextOfPyTorch()
{
    QFETCH(QString, program);
    QFETCH(QString, output);

    const auto trace = run(program);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), output);
}

void TestIndexing::printsTheTextOfMXNet()
{
    const auto trace = run(R"(
x = nd.arange(6).reshape((3, 2))
i = nd.array([2, 0, 5])
print(nd.take(x, i).asnumpy().tolist(), x.take(nd.array([-1, 3]), axis=1, mode='wrap').asnumpy().tolist())
print(x[nd.array([2, 0])].asnumpy().tolist())
x[nd.array([0, 1])] = 7
print(x.asnumpy().tolist())
x.attach_grad()
with autograd.record():
    y = nd.take(x, nd.array([1, 1])) * 2
y.backward()
print(x.grad.asnumpy().tolist())
net = nn.Embedding(4, 2)
net.initialize()
print(net, net(nd.array([[1, 3]])).shape)
z = np.arange(6).reshape(2, 3)
print(z[z > 3], np.take(z, np.array([1, 5])), z[:, np.array([0, 2])])
)",
                           Dialect::MXNet);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             QString("[[4.0, 5.0], [0.0, 1.0], [4.0, 5.0]] [[1.0, 1.0], [3.0, 3.0], [5.0, 5.0]]\n"
                     "[[4.0, 5.0], [0.0, 1.0]]\n[[7.0, 7.0], [7.0, 7.0], [4.0, 5.0]]\n"
                     "[[0.0, 0.0], [4.0, 4.0], [0.0, 0.0]]\nEmbedding(4 -> 2, float32) (1, 2, 2)\n"
                     "[4. 5.] [1. 5.] [[0. 2.]\n [3. 5.]]\n"));
}

void TestIndexing::errorsNameTheCause_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* program, const char* message) {
        QTest::newRow(name) << program << message;
    };
    row("index too large", "torch.ones(3)[torch.tensor([0, 3])]",
        "index 3 is out of bounds for dimension 0 with size 3");
    row("index too small", "torch.ones(3)[[0, -4]]", "index -4 is out of bounds");
    row("floating-point index", "torch.ones(3)[torch.tensor([0.0])]", "must be long, byte or bool tensors");
    row("mask of another shape", "torch.ones(3)[torch.tensor([True, False])]", "The shape of the mask [2] at index 0");
    row("too many indices", "torch.ones(3)[torch.tensor([[True]])]", "too many indices");
    row("index on a GPU", "torch.ones(3)[torch.tensor([0]).cuda()]", "on the same device as the indexed tensor (cpu)");
    row("separated index arrays", "i = torch.tensor([0])\ntorch.ones(2, 2, 2)[i, :, i]", "stand beside each other");
    row("separated number and index array", "torch.ones(2, 2, 2)[0, :, torch.tensor([0])]", "x[i][:, index]");
    row("embedding index out of range", "nn.Embedding(2, 2)(torch.tensor([2]))", "index out of range in self");
    row("gather with another rank", "torch.ones(2, 2).gather(0, torch.tensor([0]))", "same number of dimensions");
    row("mask larger than the exact range",
        "from overlap_dialect import numbering\nnumbering.EXACT = 3\ntorch.eye(5).nonzero()",
        "elements are named by their numbers here");
    row("wrong number of values for a mask", "x = torch.ones(3)\nx[x > 0] = torch.ones(2)", "");
    row("mask without computed values", "torch.ones(3)[torch.ones(3) > 0]", "@times");
}

void TestIndexing::errorsNameTheCause()
{
    QFETCH(QString, program);
    QFETCH(QString, message);
    auto request = ProgramRuns::typed("import torch\nfrom torch import nn\n" + program.toStdString());
    const bool isTimesOnly = message == "@times";
    request.values = isTimesOnly ? trace::ValueMode::TimingOnly : trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    const QString said = QString::fromStdString(trace->error()->message);
    QVERIFY2(said.contains(isTimesOnly ? "this run computes none; choose computed values" : message), qPrintable(said));
}

/// Reading x[mask] needs the number of true elements, so it waits. Index arrays and assignments of one number do not.
void TestIndexing::onlyMasksThatGiveTheSizeWait()
{
    const auto waitsOf = [this](const QString& line) {
        const auto trace = run("x = torch.ones(4, device='cuda')\ni = torch.tensor([0, 2], device='cuda')\n" + line);
        return trace->error() ? -1 : static_cast<int>(trace->waits().size());
    };

    const int none = waitsOf("y = x * 2");

    QCOMPARE(waitsOf("y = x[i]"), none);
    QCOMPARE(waitsOf("x[i] = 3.0"), none);
    QCOMPARE(waitsOf("x[x > 0] = 3.0"), none);
    QCOMPARE(waitsOf("y = nn.functional.nll_loss(x.reshape(2, 2), torch.zeros(2, dtype=torch.int64, device='cuda'))"),
             none);
    QVERIFY(waitsOf("y = x[x > 0]") > none);
    const QString part =
        "w = x.reshape(2, 2)\nm = torch.tensor([True, False], device='cuda')\n"
        "w[%1, m] = torch.ones(%2, 1, device='cuda')";
    QCOMPARE(waitsOf(part.arg("0:1", "1")), waitsOf(part.arg(":", "2")));
}

/// An index array on the CPU is copied to the GPU equally often, whether a slice or the whole axis is indexed.
void TestIndexing::indexIsCopiedToTheGpuOnce()
{
    const auto copiesOf = [this](const QString& part) {
        const auto trace = run("x = torch.ones(4, 4, device='cuda')\ni = torch.tensor([0, 2])\nx[" + part + "] = 3.0");
        if (trace->error())
            return -1;
        int copies = 0;
        for (std::uint32_t op = 0; op < trace->opCount(); ++op)
            copies += trace->op(OpId{op}).kind == trace::Kind::CopyIn ? 1 : 0;
        return copies;
    };

    QVERIFY(copiesOf(":, i") > 0);
    QCOMPARE(copiesOf("1:3, i"), copiesOf(":, i"));
}

QTEST_GUILESS_MAIN(TestIndexing)
#include "tst_indexing.moc"
